/** Runs pieces of work one after another, in the order in which they were asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves with what `work` resolves with. It begins once all work before it is over, however that ended. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all work is over that has been asked for so far. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
