import { MINUTE } from '#shared/time.ts';

/** When the programme is fetched; all in milliseconds, but `jitter`. */
export interface ProgrammeTimings {
  /** From one refresh to the next. */
  readonly interval: number;
  /** From a refresh that found no platform to the next try. */
  readonly retry: number;
  /**
   * The share by which these two vary at random, up or down: the kiosks of a venue must not ask at the same
   * time.
   */
  readonly jitter: number;
  /** How often a download that waits for a scan to be decided checks again. */
  readonly giveWay: number;
  /** The time limit for fetching a logo. */
  readonly logoLimit: number;
  /** How long after a failure a logo is fetched again. */
  readonly logoRetry: number;
  /** The age from which a logo is fetched anew; the old one is shown until then. */
  readonly logoLife: number;
  /** Logos that arrive within this time are announced together. */
  readonly logoNews: number;
}

const SECOND = 1000;

export const PROGRAMME_TIMINGS: ProgrammeTimings = {
  interval: 10 * MINUTE,
  retry: MINUTE,
  jitter: 0.1,
  giveWay: 50,
  logoLimit: 15 * SECOND,
  logoRetry: 60 * MINUTE,
  logoLife: 7 * 24 * 60 * MINUTE,
  logoNews: SECOND,
};
