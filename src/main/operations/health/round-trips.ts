import type { Clock } from '#main/base/ports.ts';
import type { RoundTrip } from '#shared/model/health.ts';

/** How many are kept: an odd number, so that one of them is the median. */
const KEPT = 7;

interface Measured {
  readonly took: number;
  readonly at: number;
  /** On the steady clock. */
  readonly steadyAt: number;
}

/** The round-trip times of the last questions like those that guests wait for. */
export class RoundTrips {
  readonly #clock: Clock;
  readonly #longestAge: number;
  #measured: readonly Measured[] = [];

  /** @param longestAge how long one is kept after a newer one, in milliseconds */
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

  /** Called when the platform has answered after `took` milliseconds. */
  note(took: number): void {
    const steadyAt = this.#clock.steady();
    const fresh = this.#measured.filter((each) => steadyAt - each.steadyAt <= this.#longestAge);
    this.#measured = [...fresh, { took, at: this.#clock.now(), steadyAt }].slice(-KEPT);
  }

  /** Called when another platform is used. */
  forget(): void {
    this.#measured = [];
  }
}
