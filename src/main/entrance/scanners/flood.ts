/** More codes in a second than any scanner or person can read. */
export const MOST_PER_SECOND = 150;

const SECOND = 1_000;

interface Flow {
  /** When the current second of counting began, on the steady clock. */
  from: number;
  last: number;
  count: number;
  isFlood: boolean;
}

/**
 * Detects a scanner that sends more codes than anybody could scan: it is broken, or it only claims to be a
 * scanner. Its codes are ignored until it has been silent for a second, because guests at other scanners
 * would have to wait behind them.
 */
export class Floods {
  readonly #onFlood: (scanner: string) => void;
  readonly #flows = new Map<string, Flow>();

  /** @param onFlood told when one begins */
  constructor(onFlood: (scanner: string) => void) {
    this.#onFlood = onFlood;
  }

  /**
   * Returns whether the code that this scanner sends at `at`, on the steady clock, is part of a flood. To
   * be called for each code.
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
