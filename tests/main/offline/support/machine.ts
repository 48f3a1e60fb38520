import type { Clock } from '#main/base/ports.ts';
import type { FakeClock } from '#tests/support/fake-clock.ts';

/** The clocks of one machine, from its start on. Its wall clock may be wrong; time passes as in the world. */
export class Machine implements Clock {
  readonly #world: FakeClock;
  readonly #startedAt: number;
  #ahead: number;
  #isOn = true;

  /** @param ahead how far its wall clock is ahead of the right time, in milliseconds */
  constructor(world: FakeClock, ahead = 0) {
    this.#world = world;
    this.#startedAt = world.steady() - 20_000;
    this.#ahead = ahead;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  now(): number {
    return this.#world.now() + this.#ahead;
  }

  steady(): number {
    return this.#world.steady() - this.#startedAt;
  }

  after(ms: number, wake: () => void): () => void {
    // Like the system's, its time is in whole milliseconds.
    return this.#world.after(Math.ceil(ms), () => {
      if (this.#isOn) wake();
    });
  }

  /** Somebody sets the wall clock, or it jumps: by `ms`. */
  jump(ms: number): void {
    this.#ahead += ms;
  }

  /** Nothing on it wakes up any more. */
  loseItsPower(): void {
    this.#isOn = false;
  }
}
