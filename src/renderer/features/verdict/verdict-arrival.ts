import type { ShownVerdict } from '#shared/model/verdict.ts';

/** Tells a verdict that has just arrived from one that the screens knew before. */
export class VerdictArrival {
  #last: number | null = null;

  /** What was shown before anybody listened is no news. */
  begin(verdict: ShownVerdict | null): void {
    this.#last = verdict?.sequence ?? null;
  }

  /** Returns the verdict if it is a new one, once. */
  follow(verdict: ShownVerdict | null): ShownVerdict | null {
    if (verdict === null || verdict.sequence === this.#last) return null;
    this.#last = verdict.sequence;
    return verdict;
  }
}
