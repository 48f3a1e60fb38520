/** What doors may say to each other at most: the schemas of their messages and of what is stored are made of these. */
import { z } from 'zod';

/** The last date of four digits and some time to remember it, in milliseconds since the epoch. */
const LATEST = Date.UTC(10_000, 11, 31);
/** The most that one correction adds to the guests inside, or takes off. Sums of them stay exact. */
const MOST_CORRECTED = 1_000_000;

/**
 * An id that a door has made. Its characters take one byte each: doors pass ids of others on, and so many of wider
 * ones would make their own messages too large to be taken.
 */
export const idSchema = z.string().regex(/^[\x20-\x7e]{1,100}$/);
/** An Ed25519 signature, in base64url. */
export const signatureSchema = z.string().regex(/^[\w-]{86}$/);
/** What people call something. */
export const nameSchema = z.string().max(200);
/** The longest name of a production or a client that a door reports, in characters: the rest is cut off. */
export const LONGEST_TITLE = 500;
/** Counters and sequence numbers: they can be added and increased, and stay exact. */
export const countSchema = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);
/** Milliseconds, since the epoch or between two clocks: a `Date` can be made of the instant. */
export const timeSchema = z.int().min(-LATEST).max(LATEST);
/** How many more guests are inside than was counted, or fewer. */
export const correctionBySchema = z.int().min(-MOST_CORRECTED).max(MOST_CORRECTED);
