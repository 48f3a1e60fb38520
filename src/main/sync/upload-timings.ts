import type { UploadWarning } from '#shared/model/uploads.ts';
import { HOUR } from '#shared/time.ts';

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
  /** After the platform has said that a session may not upload, or not for one client; doubled each time... */
  readonly barFirst: number;
  /** ...up to this. */
  readonly barMost: number;
  /** A scan whose time has not surely passed on the platform's clock waits for that, if it is so soon. */
  readonly soon: number;
  /** How often the age of the oldest scan is looked at. */
  readonly look: number;
  /** The platform takes no scan that is older (spec 8). */
  readonly oldest: number;
  /** From these ages on the oldest scan is warned of; hours, ascending. */
  readonly warnings: readonly UploadWarning[];
}

export const UPLOAD_TIMINGS: UploadTimings = {
  batch: 200,
  retryFirst: 5_000,
  retryMost: 60_000,
  hold: 30_000,
  longestHold: HOUR,
  barFirst: 2 * 60_000,
  barMost: 30 * 60_000,
  soon: 5_000,
  look: 60_000,
  oldest: 48 * HOUR,
  warnings: [24, 36, 44],
};
