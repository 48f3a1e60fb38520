/**
 * Scans that are left out of the queue for a while, so that they do not block the others. In the ledger
 * they are under way; after a restart they count as unanswered, like all that were.
 */
export class SetAside {
  readonly #ids = new Set<string>();
  /**
   * The scans with which the platform failed when they were sent alone, and the number of successful
   * requests before.
   */
  readonly #stumbled = new Map<string, number>();
  #successes = 0;

  /** The number of successful requests. */
  get successes(): number {
    return this.#successes;
  }

  noteSuccess(): void {
    this.#successes += 1;
  }

  put(ids: readonly string[]): void {
    for (const id of ids) this.#ids.add(id);
  }

  putStumbled(ids: readonly string[]): void {
    this.put(ids);
    for (const id of ids) this.#stumbled.set(id, this.#successes);
  }

  all(): readonly string[] {
    return [...this.#ids];
  }

  /** Returns those that are not known to fail, or that failed before the last successful request. */
  worthAnotherTry(): readonly string[] {
    return this.all().filter((id) => this.#successes > (this.#stumbled.get(id) ?? -1));
  }

  takeBack(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
  }
}
