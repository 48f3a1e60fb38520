import type { WedgeFinding } from '#shared/wedge/step.ts';

/** So many are kept. */
const KEPT = 20;

/** What a scanner that poses as a keyboard typed while scanners are tried. */
type TrialFinding = WedgeFinding & {
  /** Another one for each. */
  readonly number: number;
};

/** What keyboard scanners typed in one trial of the scanners. */
export class WedgeFindings {
  #all = $state.raw<readonly TrialFinding[]>([]);
  #last = 0;

  /** Newest last. */
  get all(): readonly TrialFinding[] {
    return this.#all;
  }

  keep(finding: WedgeFinding): void {
    this.#last += 1;
    this.#all = [...this.#all.slice(1 - KEPT), { ...finding, number: this.#last }];
  }

  clear(): void {
    this.#all = [];
  }
}
