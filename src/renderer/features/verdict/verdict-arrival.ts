import type { ShownVerdict } from '#shared/model/verdict.ts';

/** Tells what has just come to the screen, verdicts or notices, from what the screens knew before. */
export class VerdictArrival<Shown extends { readonly sequence: number } = ShownVerdict> {
  #last: number | null = null;

  /** What was shown before anybody listened is no news. */
  begin(shown: Shown | null): void {
    this.#last = shown?.sequence ?? null;
  }

  /** Returns it if it is a new one, once. */
  follow(shown: Shown | null): Shown | null {
    if (shown === null || shown.sequence === this.#last) return null;
    this.#last = shown.sequence;
    return shown;
  }
}
