/**
 * Decides how many scans of a group go into one request, and which groups wait. A batch that fails as a whole
 * is halved, again and again, until the entry at fault is alone; entries that were uploaded are no longer
 * suspected. Groups are identified by the key of their batches.
 */
export class UploadGroups {
  readonly #most: number;
  /** The entry at fault is among so many, at the head of the group. */
  readonly #suspects = new Map<string, number>();
  readonly #passedOver = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The groups whose turn comes after that of all others. */
  get passedOver(): readonly string[] {
    return [...this.#passedOver];
  }

  /** How many scans of this group go into the next request. */
  sizeOf(group: string): number {
    const suspects = this.#suspects.get(group);
    return suspects === undefined ? this.#most : Math.ceil(suspects / 2);
  }

  /** Called when one of these `count` is at fault. If it is alone, that ends the search. */
  failed(group: string, count: number): void {
    this.#suspect(group, count > 1 ? count : 0);
  }

  /** Called when none of these `count` is at fault. */
  went(group: string, count: number): void {
    this.#suspect(group, (this.#suspects.get(group) ?? 0) - count);
  }

  /** Called when the platform fails with this group: all others come first. */
  passOver(group: string): void {
    this.#passedOver.add(group);
  }

  /** Called when no other group is left. */
  startOver(): void {
    this.#passedOver.clear();
  }

  #suspect(group: string, suspects: number): void {
    if (suspects > 0) this.#suspects.set(group, suspects);
    else this.#suspects.delete(group);
  }
}
