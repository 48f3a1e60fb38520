/** How the session keeps itself alive, in milliseconds. Tests hand in their own. */
export interface SessionTimings {
  /** The life that each call gives a token (spec 8), if the answer does not give it. */
  readonly tokenLife: number;
  /** The shortest time from an answer, or from a renewal that brought none, to the next renewal... */
  readonly renewalAtLeast: number;
  /** ...and the longest time after an answer, whatever expiry and clocks say. */
  readonly renewalAtMost: number;
  /**
   * The delay between a rejection without an error of the platform and the check whether the token is
   * alive.
   */
  readonly turnedAway: number;
  /** How long a start waits for the answer whether the stored token is still alive. */
  readonly resume: number;
  /** How long after its expiry a stored session is still used while the platform cannot be reached. */
  readonly resumeGrace: number;
  /** How long closing may take to end the session on the platform. */
  readonly stop: number;
  /** How far the stored expiry may lag behind the real one. */
  readonly saveAfter: number;
}

/** The timings in use. */
export const SESSION_TIMINGS: SessionTimings = {
  tokenLife: 60 * 60_000,
  renewalAtLeast: 60_000,
  renewalAtMost: 30 * 60_000,
  turnedAway: 5_000,
  resume: 2_000,
  resumeGrace: 12 * 60 * 60_000,
  stop: 3_000,
  saveAfter: 60_000,
};
