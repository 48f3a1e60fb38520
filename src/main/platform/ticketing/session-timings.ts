/** How the session keeps itself alive, in milliseconds. Tests hand in their own. */
export interface SessionTimings {
  /** What the platform gives a token from each call (spec 8), where an answer does not say. */
  readonly tokenLife: number;
  /** An idle renewal comes no sooner than this after the last... */
  readonly renewalAtLeast: number;
  /** ...and no later, however long the token lives. */
  readonly renewalAtMost: number;
  /** After a renewal that brought no answer the next comes within this time. */
  readonly retryAtMost: number;
  /** After the token was turned away without a word, the platform is asked whether it lives. */
  readonly turnedAway: number;
  /** How long a start waits to hear whether the stored token still lives. */
  readonly resume: number;
  /** How long after its expiry a stored session still opens the door while nothing answers. */
  readonly resumeGrace: number;
  /** What a close may take to end the session on the platform. */
  readonly stop: number;
  /** The stored expiry may lag behind by so much. */
  readonly saveAfter: number;
}

/** The timings in use. */
export const SESSION_TIMINGS: SessionTimings = {
  tokenLife: 60 * 60_000,
  renewalAtLeast: 5_000,
  renewalAtMost: 6 * 60 * 60_000,
  retryAtMost: 30_000,
  turnedAway: 5_000,
  resume: 2_000,
  resumeGrace: 12 * 60 * 60_000,
  stop: 3_000,
  saveAfter: 60_000,
};
