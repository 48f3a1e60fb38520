import type { Clock } from '#main/base/ports.ts';
import type { RoundTrip } from '#shared/model/health.ts';

/** So many of the last ones are kept: an odd number, of which one is the median. */
const KEPT = 7;

interface Measured {
  readonly took: number;
  readonly at: number;
  /** On the steady clock. */
  readonly steadyAt: number;
}

/** How long the platform took over the last questions that a guest waited for, or might have. */
export class RoundTrips {
  readonly #clock: Clock;
  readonly #longestAge: number;
  #measured: readonly Measured[] = [];

  /** @param longestAge - how long one is kept beside a newer one, in milliseconds. */
  constructor(clock: Clock, longestAge: number) {
    this.#clock = clock;
    this.#longestAge = longestAge;
  }

  /** Null while there is none. */
  get state(): RoundTrip | null {
    const newest = this.#measured.at(-1);
    if (newest === undefined) return null;
    const count = this.#measured.length;
    const sorted = this.#measured.map(({ took }) => took).sort((a, b) => a - b);
    const median = sorted[Math.floor((count - 1) / 2)] ?? newest.took;
    return { newest: newest.took, measuredAt: newest.at, median, count };
  }

  /** The platform has answered after `took` milliseconds. */
  note(took: number): void {
    const steadyAt = this.#clock.steady();
    const fresh = this.#measured.filter((each) => steadyAt - each.steadyAt <= this.#longestAge);
    this.#measured = [...fresh, { took, at: this.#clock.now(), steadyAt }].slice(-KEPT);
  }

  /** It is another platform now. */
  forget(): void {
    this.#measured = [];
  }
}
