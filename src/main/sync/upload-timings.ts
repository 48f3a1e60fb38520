import type { UploadWarning } from '#shared/model/uploads.ts';

/** When scans are uploaded, and in what portions. Times in milliseconds. Tests hand in their own. */
export interface UploadTimings {
  /** The most scans of one request. */
  readonly batch: number;
  /** After a request that brought nothing; doubled each time... */
  readonly retryFirst: number;
  /** ...up to this. */
  readonly retryMost: number;
  /** How long the platform is left alone when it asks for it without a time... */
  readonly hold: number;
  /** ...and at most, whatever it asks for. */
  readonly longestHold: number;
  /** A scan whose time has not surely passed on the platform's clock waits for that, if it is so soon. */
  readonly soon: number;
  /** How often the age of the oldest scan is looked at. */
  readonly look: number;
  /** The platform takes no scan that is older (spec 8). */
  readonly oldest: number;
  /** From these ages on the oldest scan is warned of; hours, ascending. */
  readonly warnings: readonly UploadWarning[];
}

export const HOUR = 60 * 60_000;

export const UPLOAD_TIMINGS: UploadTimings = {
  batch: 200,
  retryFirst: 5_000,
  retryMost: 60_000,
  hold: 30_000,
  longestHold: HOUR,
  soon: 5_000,
  look: 60_000,
  oldest: 48 * HOUR,
  warnings: [24, 36, 44],
};
