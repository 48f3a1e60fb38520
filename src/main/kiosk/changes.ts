/**
 * Collects changes and passes the resulting state to listeners. All changes within one turn of the
 * event loop, including its promise reactions, result in one notification at the end of the turn: a
 * page could not have painted anything in between.
 */
export class Changes<T> {
  readonly #state: () => T;
  readonly #listeners = new Set<(state: T) => void>();
  readonly #followers: ((state: T) => void)[] = [];
  #isDue = false;
  #isTelling = false;

  constructor(state: () => T) {
    this.#state = state;
  }

  /** Notes a change; listeners are notified at the end of this turn. */
  readonly note = (): void => {
    if (this.#isDue) return;
    this.#isDue = true;
    // A tick that is scheduled from a promise reaction runs after all other reactions.
    queueMicrotask(() => process.nextTick(this.#tell));
  };

  /**
   * Notes a change that listeners must get to see before later changes of the same turn can replace
   * it, as the next verdict would replace a verdict. They are notified without waiting for the
   * turn's end.
   */
  readonly noteAtOnce = (): void => {
    this.#isDue = true;
    queueMicrotask(this.#tell);
  };

  readonly #tell = (): void => {
    // Electron may end the turn while a listener uses it: what has changed meanwhile must not overtake.
    if (!this.#isDue || this.#isTelling) return;
    this.#isDue = false;
    this.#isTelling = true;
    try {
      const state = this.#state();
      for (const listener of this.#listeners) listener(state);
      for (const follow of this.#followers) follow(state);
    } finally {
      this.#isTelling = false;
      this.#tellLate();
    }
  };

  /** Tells soon what changed while listeners were told. */
  #tellLate(): void {
    if (this.#isDue) queueMicrotask(this.#tell);
  }

  /** Adds a part of the kiosk that does something about changes: no page waits for what it does. */
  follow(follower: (state: T) => void): void {
    this.#followers.push(follower);
  }

  /** Adds a listener; returns a function that removes it. */
  listen(listener: (state: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
