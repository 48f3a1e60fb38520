/**
 * First in, first out, one at a time: whatever comes in is worked off in its order, and nothing is
 * ever dropped.
 */
export class ScanQueue<T> {
  readonly #work: (item: T) => Promise<void>;
  readonly #onChange: () => void;
  readonly #items: T[] = [];
  #working = false;
  #done = Promise.resolve();

  /**
   * @param work must not reject: what goes wrong with one scan is that scan's verdict
   * @param onChange told when {@link ScanQueue.waiting} is another number
   */
  constructor(work: (item: T) => Promise<void>, onChange: () => void) {
    this.#work = work;
    this.#onChange = onChange;
  }

  /** How many are not done yet, the one in hand included. */
  get waiting(): number {
    return this.#items.length;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#onChange();
    if (!this.#working) this.#done = this.#workOff();
  }

  /** Resolves when nothing waits any more. */
  whenDone(): Promise<void> {
    return this.#done;
  }

  async #workOff(): Promise<void> {
    this.#working = true;
    for (let item = this.#items[0]; item !== undefined; item = this.#items[0]) {
      await this.#work(item);
      this.#items.shift();
      this.#onChange();
    }
    this.#working = false;
  }
}
