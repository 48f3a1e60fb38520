/** When the breaker does what, in milliseconds. Tests hand in their own. */
export interface BreakerTimings {
  /** From its opening to the first probe, from each probe's end to the next; the last one repeats. */
  readonly probes: readonly number[];
  /** How long a probe may take: an answer that comes even later is none. */
  readonly probeLimit: number;
  /** An answer within this time is quick enough for a guest who waits. */
  readonly promptly: number;
}

/** The first two probes come 2 s and 5 s after it opened, as far as they fail at once. */
export const BREAKER_TIMINGS: BreakerTimings = {
  probes: [2_000, 3_000, 10_000],
  probeLimit: 5_000,
  promptly: 1_000,
};
