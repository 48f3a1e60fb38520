/** How the lock counts, in tries and milliseconds. */
export interface LockTimings {
  /** So many wrong PINs, one after another, cost nothing. */
  readonly freeTries: number;
  /** How long to wait after the next; it doubles with each that follows. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Nobody has touched anything for so long: whoever unlocked it has gone. */
  readonly unlockedFor: number;
}

export const LOCK_TIMINGS: LockTimings = {
  freeTries: 5,
  firstPause: 30_000,
  longestPause: 15 * 60_000,
  unlockedFor: 5 * 60_000,
};
