/** When the breaker does what, in milliseconds. Tests hand in their own. */
export interface BreakerTimings {
  /**
   * The delays from opening to the first probe, and from each probe's end to the next; the last one
   * repeats. After a guest has waited in vain, one more probe comes first, immediately.
   */
  readonly probes: readonly number[];
  /**
   * The delays to the next probe after a guest has waited in vain although a probe had just succeeded:
   * after the first time, and after each further one.
   */
  readonly setbacks: readonly [number, number];
  /** The time limit of a probe; a later answer counts as none. */
  readonly probeLimit: number;
  /** An answer within this time is quick enough for a guest who waits. */
  readonly promptly: number;
}

/** The first two probes come 2 s and 5 s after it opened, if each fails at once. */
export const BREAKER_TIMINGS: BreakerTimings = {
  probes: [2_000, 3_000, 10_000],
  setbacks: [10_000, 30_000],
  probeLimit: 5_000,
  promptly: 1_000,
};
