import { MINUTE } from '#shared/time.ts';

/** When the programme is fetched; all in milliseconds, but `jitter`. */
export interface ProgrammeTimings {
  /** From one refresh to the next. */
  readonly interval: number;
  /** From a refresh that found no platform to the next try. */
  readonly retry: number;
  /** By which share, up or down, these two vary: the kiosks of a venue must not ask in step. */
  readonly jitter: number;
  /** While a scan is decided, a download waits, and looks again after so long. */
  readonly giveWay: number;
  /** The longest that a logo may take. */
  readonly logoLimit: number;
  /** A logo that could not be had is asked for again after so long. */
  readonly logoRetry: number;
  /** A logo that is older is fetched anew; until the new one is here, the old one stays. */
  readonly logoLife: number;
  /** Logos that arrive within so long are told of at once. */
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
