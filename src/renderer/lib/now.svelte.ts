import { createSubscriber } from 'svelte/reactivity';

/** The current time for the screen: whatever reads it is updated as it passes. */
export class Now {
  readonly #read: () => number;
  readonly #subscribe: () => void;

  /** @param read - the clock, in milliseconds since the epoch. */
  constructor(read: () => number, interval = 1000) {
    this.#read = read;
    this.#subscribe = createSubscriber((update) => {
      const timer = setInterval(update, interval);
      return () => clearInterval(timer);
    });
  }

  get current(): number {
    this.#subscribe();
    return this.#read();
  }

  /** The time at this moment, for what is not shown. */
  read(): number {
    return this.#read();
  }
}
