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

  /** To be called in the order of the scans. */
  remember(code: string, earlier: Earlier): void {
    // Scans that still wait in the queue, however long, were read after this one: what is out of its
    // reach is out of theirs.
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
   * The platform's late word on the scan that was read at `readAt` is there: its verdict no longer stands.
   * That of a later one does, unless it was the waiting for this word.
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
