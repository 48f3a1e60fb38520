/** No reader and no hand brings so many tickets in a second. */
export const MOST_PER_SECOND = 150;

const SECOND = 1_000;

interface Flow {
  /** Since when it is counted, on the steady clock. */
  from: number;
  last: number;
  count: number;
  isFlood: boolean;
}

/**
 * A scanner that has gone mad, or a device that only says that it is one, sends more than anybody could
 * scan. Nothing of it is listened to any more until it was silent for a second: guests at the other
 * scanners would wait behind it.
 */
export class Floods {
  readonly #onFlood: (scanner: string) => void;
  readonly #flows = new Map<string, Flow>();

  /** @param onFlood told when one begins */
  constructor(onFlood: (scanner: string) => void) {
    this.#onFlood = onFlood;
  }

  /** Whether what this scanner sends at `at`, on the steady clock, is part of a flood. To be called for each. */
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
