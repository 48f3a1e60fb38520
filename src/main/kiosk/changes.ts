/**
 * Gathers changes: however many happen in one go, listeners are called once, right after, with the
 * state as it then is.
 */
export class Changes<T> {
  readonly #state: () => T;
  readonly #listeners = new Set<(state: T) => void>();
  #due = false;

  constructor(state: () => T) {
    this.#state = state;
  }

  /** Something is different now. */
  readonly note = (): void => {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      const state = this.#state();
      for (const listener of this.#listeners) listener(state);
    });
  };

  /** Returns how to stop listening. */
  listen(listener: (state: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
