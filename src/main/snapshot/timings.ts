/** The timings of the snapshots, in milliseconds, except for the jitter. */
export interface SnapshotTimings {
  /**
   * The shortest time from the end of a refresh without a result to the beginning of the next...
   */
  readonly interval: number;
  /** ...and the longest, however large the transfer was. */
  readonly longestRetry: number;
  /** The shortest time from a broken download to the next one, whatever happens. */
  readonly spacing: number;
  /** The longest time for which the platform's request not to be called is respected. */
  readonly longestHold: number;
  /**
   * The share by which an interval varies randomly, so that doors that open together do not ask
   * together.
   */
  readonly jitter: number;
  /** Progress is reported at most this often. */
  readonly progress: number;
  /**
   * A snapshot older than this must not decide, and is removed. An offline kiosk can rely on it for
   * a day.
   */
  readonly usableFor: number;
}

export const SNAPSHOT_TIMINGS: SnapshotTimings = {
  interval: 60_000,
  longestRetry: 5 * 60_000,
  spacing: 15_000,
  longestHold: 60 * 60_000,
  jitter: 0.2,
  progress: 250,
  usableFor: 24 * 60 * 60_000,
};
