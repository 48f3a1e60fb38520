/**
 * Scans that stay out of the queue for a while, so that the others can pass. In the ledger they are
 * under way; a restart takes them for unanswered like all of those.
 */
export class SetAside {
  readonly #ids = new Set<string>();
  /** Scans that failed when they were sent alone, with how many requests had succeeded before. */
  readonly #stumbled = new Map<string, number>();
  #successes = 0;

  /** How many requests have succeeded. */
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

  /** Returns those that did not fail, or failed before the last request that succeeded. */
  worthAnotherTry(): readonly string[] {
    return this.all().filter((id) => this.#successes > (this.#stumbled.get(id) ?? -1));
  }

  takeBack(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
  }
}
