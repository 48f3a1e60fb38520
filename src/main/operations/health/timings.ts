import { BREAKER_TIMINGS } from '#main/sync/breaker-timings.ts';

/** When the kiosk looks at its surroundings, in milliseconds. Tests hand in their own. */
export interface HealthTimings {
  /** From one look at the disk to the next. */
  readonly diskPause: number;
  /** How long a sign of life may take. */
  readonly signLimit: number;
  /** Round trips older than this say nothing about the newest. */
  readonly roundTripAge: number;
}

/** The timings in use. */
export const HEALTH_TIMINGS: HealthTimings = {
  diskPause: 60_000,
  signLimit: BREAKER_TIMINGS.probeLimit,
  roundTripAge: 10 * 60_000,
};
