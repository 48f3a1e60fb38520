/** How the lock counts, in tries and milliseconds. */
export interface LockTimings {
  /** How many tries there are before the first pause, which the last of them costs if it is wrong, too. */
  readonly freeTries: number;
  /** The pause after the next wrong PIN; it doubles with each that follows. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** The kiosk locks after so long without activity. */
  readonly unlockedFor: number;
}

export const LOCK_TIMINGS: LockTimings = {
  freeTries: 5,
  firstPause: 30_000,
  longestPause: 15 * 60_000,
  unlockedFor: 5 * 60_000,
};
