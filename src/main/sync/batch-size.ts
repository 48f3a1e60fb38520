/**
 * Decides how many scans go into one request. A batch that fails as a whole is halved, again and again,
 * until the entry at fault is alone; entries that were uploaded are no longer suspected.
 */
export class BatchSize {
  readonly #most: number;
  /** The entry at fault is among so many, at the head of the queue. */
  #suspects = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get next(): number {
    return this.#suspects > 0 ? Math.ceil(this.#suspects / 2) : this.#most;
  }

  /** Called when one of these `count` is at fault. Returns whether it is alone, which ends the search. */
  failed(count: number): 'alone' | 'among others' {
    this.#suspects = count > 1 ? count : 0;
    return count > 1 ? 'among others' : 'alone';
  }

  /** Called when none of these `count` is at fault. */
  went(count: number): void {
    this.#suspects = Math.max(0, this.#suspects - count);
  }
}
