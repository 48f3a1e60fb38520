import type { Scan } from '#shared/model/scan.ts';
import type { Verdict } from '#shared/model/verdict.ts';

/** A verdict, and when its code was read. */
interface Earlier {
  readonly readAt: number;
  readonly verdict: Verdict;
}

/** Remembers each code's verdict for as long as reading it again means the same ticket, read twice. */
export class RecentVerdicts {
  readonly #window: number;
  readonly #earlier = new Map<string, Earlier>();

  /** @param window milliseconds from the verdict on */
  constructor(window: number) {
    this.#window = window;
  }

  /** To be called in the order of the scans. */
  remember({ code, at }: Scan, verdict: Verdict): void {
    // Scans that still wait in the queue, however long, were read after this one: what is out of its
    // reach is out of theirs.
    for (const [old, earlier] of this.#earlier) {
      if (!this.#reaches(earlier, at)) this.#earlier.delete(old);
    }
    this.#earlier.set(code, { readAt: at, verdict });
  }

  /** The verdict that a scan repeats; null when it is a scan of its own. */
  repeated({ code, at }: Scan): Verdict | null {
    const earlier = this.#earlier.get(code);
    return earlier !== undefined && this.#reaches(earlier, at) ? earlier.verdict : null;
  }

  /** A second reading comes after the first: if it seems not to, somebody has set the clock back. */
  #reaches({ readAt, verdict }: Earlier, at: number): boolean {
    return at >= readAt && at - verdict.at <= this.#window;
  }
}
