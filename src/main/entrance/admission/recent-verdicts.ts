import type { Verdict } from '#shared/model/verdict.ts';

/** A verdict, when its code was read, and when it was decided; on the steady clock. */
export interface Earlier {
  readonly verdict: Verdict;
  readonly readAt: number;
  readonly decidedAt: number;
}

/** Remembers each code's verdict for as long as reading it again means the same ticket, read twice. */
export class RecentVerdicts {
  readonly #window: () => number;
  readonly #earlier = new Map<string, Earlier>();

  /** @param window milliseconds from the verdict on */
  constructor(window: () => number) {
    this.#window = window;
  }

  /** Remembers a verdict. To be called in the order of the scans. */
  remember(code: string, earlier: Earlier): void {
    // Scans that still wait in the queue were read after this one, so verdicts too old for this scan are
    // too old for those as well.
    for (const [old, older] of this.#earlier) {
      if (!this.#reaches(older, earlier.readAt)) this.#earlier.delete(old);
    }
    this.#earlier.set(code, earlier);
  }

  /** The verdict that a scan repeats, read at `readAt`; null when it is a scan of its own. */
  repeated(code: string, readAt: number): Verdict | null {
    const earlier = this.#earlier.get(code);
    return earlier !== undefined && this.#reaches(earlier, readAt) ? earlier.verdict : null;
  }

  /**
   * Called when the platform's late answer about the scan read at `readAt` is known: its verdict is
   * forgotten. That of a later scan is kept, unless it said to wait for this answer.
   */
  forget(code: string, readAt: number): void {
    const earlier = this.#earlier.get(code);
    const waits = earlier?.verdict.reason.type === 'word-awaited';
    if (waits || earlier?.readAt === readAt) this.#earlier.delete(code);
  }

  #reaches({ decidedAt }: Earlier, readAt: number): boolean {
    return readAt - decidedAt <= this.#window();
  }
}
