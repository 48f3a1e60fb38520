/** When the cache does what. All in milliseconds, but for the jitter. */
export interface CacheTimings {
  /** From the end of one refresh to the beginning of the next. */
  readonly interval: number;
  /** The longest that the platform is left alone when it asks for it. */
  readonly longestHold: number;
  /** How much an interval may vary, as a part of it: doors that open together do not ask together. */
  readonly jitter: number;
  /** Progress is told at most this often. */
  readonly progress: number;
  /** A snapshot older than this decides nothing, and is removed. A kiosk that is offline lives from it for a day. */
  readonly usableFor: number;
}

export const CACHE_TIMINGS: CacheTimings = {
  interval: 60_000,
  longestHold: 60 * 60_000,
  jitter: 0.2,
  progress: 250,
  usableFor: 24 * 60 * 60_000,
};
