/** Runs asynchronous tasks one after another, in the order in which they were added. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Resolves with the result of `work`, which starts when all earlier tasks have ended,
   * successfully or not.
   */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all tasks that have been added so far have ended. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
