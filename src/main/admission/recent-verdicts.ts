import type { Verdict } from '#shared/model/verdict.ts';

/** Remembers each code's verdict for as long as reading it again means the same ticket, read twice. */
export class RecentVerdicts {
  readonly #window: number;
  /** In the order in which they were decided. */
  readonly #verdicts = new Map<string, Verdict>();

  /** @param window milliseconds from the verdict on */
  constructor(window: number) {
    this.#window = window;
  }

  remember(code: string, verdict: Verdict): void {
    this.#verdicts.delete(code);
    this.#verdicts.set(code, verdict);
    for (const [old, { at }] of this.#verdicts) {
      // A scan still waiting in the queue came before its turn, so twice the window is kept.
      if (verdict.at - at <= 2 * this.#window) break;
      this.#verdicts.delete(old);
    }
  }

  /** The verdict that a scan of `code`, read at `at`, repeats; null when it is a scan of its own. */
  repeated(code: string, at: number): Verdict | null {
    const verdict = this.#verdicts.get(code);
    return verdict !== undefined && at - verdict.at <= this.#window ? verdict : null;
  }

  forget(): void {
    this.#verdicts.clear();
  }
}
