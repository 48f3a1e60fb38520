/** When the snapshot does what. All in milliseconds, but for the jitter. */
export interface SnapshotTimings {
  /** From the end of a refresh that brought nothing to the beginning of the next, at least. */
  readonly interval: number;
  /** And at most, however much it had weighed. */
  readonly longestRetry: number;
  /** After a download that broke, the next one does not begin sooner, whatever happens. */
  readonly spacing: number;
  /** The longest that the platform is left alone when it asks for it. */
  readonly longestHold: number;
  /** How much an interval may vary, as a part of it: doors that open together do not ask together. */
  readonly jitter: number;
  /** Progress is told at most this often. */
  readonly progress: number;
  /** A snapshot older than this decides nothing, and is removed. A kiosk that is offline lives from it for a day. */
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
