/** First in, first out, one at a time; no item is ever dropped. */
export class ScanQueue<T> {
  readonly #work: (item: T) => Promise<void>;
  readonly #onChange: () => void;
  readonly #items: T[] = [];
  #working = false;
  #isAnswered = false;
  #done = Promise.resolve();

  /**
   * @param work must not reject: an error in one scan becomes that scan's verdict
   * @param onChange called when {@link ScanQueue.waiting} has changed
   */
  constructor(work: (item: T) => Promise<void>, onChange: () => void) {
    this.#work = work;
    this.#onChange = onChange;
  }

  /** The number of items that have no answer yet, including the one being worked on. */
  get waiting(): number {
    return this.#items.length - Number(this.#isAnswered);
  }

  /** Called when the item that is being worked on has its answer. */
  answered(): void {
    this.#isAnswered = true;
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
      this.#isAnswered = false;
      this.#onChange();
    }
    this.#working = false;
  }
}
