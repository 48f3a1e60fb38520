/**
 * The most codes per second that are accepted of one scanner: no reader and no person scans so
 * many.
 */
export const MOST_PER_SECOND = 150;

const SECOND = 1_000;

interface Flow {
  /** When the current count began, on the steady clock. */
  from: number;
  last: number;
  count: number;
  isFlood: boolean;
}

/**
 * Detects scanners that send more codes than anybody could scan: defective ones, or devices that
 * only claim to be scanners. All input of such a scanner is ignored until it has been silent for a
 * second, because guests at the other scanners would have to wait behind it.
 */
export class Floods {
  readonly #onFlood: (scanner: string) => void;
  readonly #flows = new Map<string, Flow>();

  /** @param onFlood called when a flood begins */
  constructor(onFlood: (scanner: string) => void) {
    this.#onFlood = onFlood;
  }

  /**
   * Whether what this scanner sent at `at`, on the steady clock, is part of a flood. Must be called
   * for each input.
   */
  isFlood(scanner: string, at: number): boolean {
    const before = this.#flows.get(scanner);
    const flow =
      before === undefined || at - before.last >= SECOND
        ? { from: at, last: at, count: 0, isFlood: false }
        : before;
    if (at - flow.from >= SECOND) {
      flow.from = at;
      flow.count = 0;
    }
    flow.last = at;
    flow.count += 1;
    this.#flows.set(scanner, flow);
    if (!flow.isFlood && flow.count > MOST_PER_SECOND) {
      flow.isFlood = true;
      this.#onFlood(scanner);
    }
    return flow.isFlood;
  }
}
