import type { Verdict } from '#shared/model/verdict.ts';

/**
 * A verdict, with the times when its code was read and when it was decided, both on the steady
 * clock.
 */
export interface Earlier {
  readonly verdict: Verdict;
  /** The form of the code that its entry has. */
  readonly recordedAs: string;
  readonly readAt: number;
  readonly decidedAt: number;
}

/** An admission, and the form of the code that its entry has. */
export type Admitted = Pick<Earlier, 'verdict' | 'recordedAs'>;

/**
 * Remembers each code's verdict for a while: the same code read again within that time is the same
 * ticket, read twice.
 */
export class RecentVerdicts {
  readonly #window: () => number;
  readonly #earlier = new Map<string, Earlier>();
  /** The newest admission, whenever that was. */
  #admission: (Admitted & { readonly code: string }) | null = null;

  /** @param window returns how long a verdict is repeated, in milliseconds from the decision */
  constructor(window: () => number) {
    this.#window = window;
  }

  /** Must be called in the order of the scans. */
  remember(code: string, earlier: Earlier): void {
    // Verdicts outside this scan's window can be dropped: scans that still wait in the queue were
    // read later.
    for (const [old, older] of this.#earlier) {
      if (!this.#reaches(older, earlier.readAt)) this.#earlier.delete(old);
    }
    this.#earlier.set(code, earlier);
    const { verdict, recordedAs } = earlier;
    // The same ticket, by its barcode.
    if (verdict.kind === 'admit') this.#earlier.set(recordedAs, earlier);
    if (verdict.kind === 'admit') this.#admission = { code, verdict, recordedAs };
    // The platform has called it void since, say.
    else if (verdict.kind === 'reject' && this.#admission?.code === code) this.#admission = null;
  }

  /** The newest admission, if it was of this code; else null. */
  newestAdmission(code: string): Admitted | null {
    return this.#admission?.code === code ? this.#admission : null;
  }

  /** The verdict that a scan repeats, read at `readAt`; null when it is a scan of its own. */
  repeated(code: string, readAt: number): Verdict | null {
    const earlier = this.#earlier.get(code);
    return earlier !== undefined && this.#reaches(earlier, readAt) ? earlier.verdict : null;
  }

  /**
   * Stops repeating a code's verdict, because the platform's late word on the scan that was read at
   * `readAt` has come. The verdict of a later scan is kept, unless it only says that this word is
   * awaited.
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
