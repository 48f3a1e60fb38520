import type { MissedScan } from '#shared/model/scanner.ts';
import type { Now } from '#renderer/lib/now.svelte.ts';

/** How long a missed scan is shown, in milliseconds. */
const SHOWN_FOR = 8_000;

/** Scans that were not accepted: shown for a moment, or, if they were typed, only at the field. */
export class Missed {
  readonly #now: Now;
  #latest = $state.raw<MissedScan | null>(null);
  #heard: number | null = null;
  #typed = 0;

  constructor(now: Now) {
    this.#now = now;
  }

  /** The last missed scan, while it is to be shown. */
  get current(): MissedScan | null {
    if (this.#latest === null) return null;
    // The absolute difference, so that a clock that is set back does not keep it on the screen.
    return Math.abs(this.#now.current - this.#latest.at) < SHOWN_FOR ? this.#latest : null;
  }

  /** A miss in the first state is shown, but is not new. */
  begin(missed: MissedScan | null): void {
    this.#heard = missed?.number ?? null;
    this.#latest = missed;
  }

  /** Returns whether it is new and was not typed. */
  follow(missed: MissedScan | null): boolean {
    if (missed?.number === this.#heard) return false;
    this.#latest = missed;
    if (missed === null) return false;
    this.#heard = missed.number;
    if (this.#typed === 0) return true;
    this.#latest = null;
    return false;
  }

  /** While a typed code is being checked, its miss arrives before the answer, and is not shown here. */
  async typed<T>(ask: () => Promise<T>): Promise<T> {
    this.#typed += 1;
    try {
      return await ask();
    } finally {
      this.#typed -= 1;
    }
  }
}
