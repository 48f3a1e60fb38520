/**
 * Gathers changes, and tells listeners the state as it then is. However many happen in one turn of the
 * event loop, with all promises that come true in it, they are told once, at its end: a page could not
 * have painted anything in between.
 */
export class Changes<T> {
  readonly #state: () => T;
  readonly #listeners = new Set<(state: T) => void>();
  #isDue = false;

  constructor(state: () => T) {
    this.#state = state;
  }

  /** Called when something in the state has changed. */
  readonly note = (): void => {
    if (this.#isDue) return;
    this.#isDue = true;
    // A tick that is asked for by a promise's reaction comes after all other reactions.
    queueMicrotask(() => process.nextTick(this.#tell));
  };

  /**
   * The same, but at once: a later change in this turn must not replace it before it was sent, as a next
   * verdict would replace a verdict.
   */
  readonly noteAtOnce = (): void => {
    this.#isDue = true;
    queueMicrotask(this.#tell);
  };

  readonly #tell = (): void => {
    if (!this.#isDue) return;
    this.#isDue = false;
    const state = this.#state();
    for (const listener of this.#listeners) listener(state);
  };

  /** Returns how to stop listening. */
  listen(listener: (state: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
