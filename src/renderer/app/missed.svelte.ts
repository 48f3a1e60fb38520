import type { MissedScan } from '#shared/model/scanner.ts';
import type { Now } from '#renderer/lib/now.svelte.ts';

/** So long is said that a scan was missed, in milliseconds. */
const SHOWN_FOR = 8_000;

/** What was read and not taken in: said for a moment, and where a person typed it, there alone. */
export class Missed {
  readonly #now: Now;
  #latest = $state.raw<MissedScan | null>(null);
  #heard: number | null = null;
  #typed = 0;

  constructor(now: Now) {
    this.#now = now;
  }

  /** The scan that was missed a moment ago, as long as that is worth telling. */
  get current(): MissedScan | null {
    if (this.#latest === null) return null;
    // Either way: a clock that is set anew keeps nothing on the screen.
    return Math.abs(this.#now.current - this.#latest.at) < SHOWN_FOR ? this.#latest : null;
  }

  /** Scans that were missed before the first state are no news. */
  begin(missed: MissedScan | null): void {
    this.#heard = missed?.number ?? null;
    this.#latest = missed;
  }

  /** Returns whether it is news, and nobody typed it. */
  follow(missed: MissedScan | null): boolean {
    if (missed?.number === this.#heard) return false;
    this.#latest = missed;
    if (missed === null) return false;
    this.#heard = missed.number;
    if (this.#typed === 0) return true;
    this.#latest = null;
    return false;
  }

  /** A person’s code is on its way: its miss, which comes before the answer, is not told here. */
  async typed<T>(ask: () => Promise<T>): Promise<T> {
    this.#typed += 1;
    try {
      return await ask();
    } finally {
      this.#typed -= 1;
    }
  }
}
