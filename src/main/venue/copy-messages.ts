import { z } from 'zod';
import { countSchema, idSchema, timeSchema } from '#main/base/limits.ts';

/** The most copies that a door tells of: the large one, and those of single performances. */
const MOST_COPIES = 50;
/** The longest piece of a copy, in characters. */
const LONGEST_PIECE = 2_000_000;

/** A copy of tickets that a door has. Which tickets, and for which user, is told by marks alone. */
const heldCopySchema = z.object({
  tickets: idSchema,
  /** Who downloaded it; null: somebody else than who uses it there, so that it has no patrons. */
  user: idSchema.nullable(),
  /**
   * The id of the download that it was made of, the same at all doors that have taken it over: a digest of its content
   * (SHA-256, in base64url).
   */
  download: z.string().regex(/^[\w-]{43}$/),
  /** When it matched the platform's data, ms since the epoch, on the platform's clock. */
  asOf: timeSchema,
});
export type HeldCopy = z.infer<typeof heldCopySchema>;

/** A download that a door is about to make, or is making. Of two for the same the smaller id counts. */
const claimSchema = z.object({ tickets: idSchema, user: idSchema, id: idSchema });
export type CopyClaim = z.infer<typeof claimSchema>;

/** What a door tells of its copies of the tickets. */
export const doorCopiesSchema = z.object({
  held: z.array(heldCopySchema).max(MOST_COPIES).readonly(),
  claims: z.array(claimSchema).max(MOST_COPIES).readonly(),
});
export type DoorCopies = z.infer<typeof doorCopiesSchema>;

/** Which piece of which copy, asked for by this user. */
export const askCopyFields = { download: idSchema, piece: countSchema, user: idSchema };
/** That piece, as the room of the snapshots made it; null: it is not there (any more). */
export const copyFields = {
  download: idSchema,
  piece: countSchema,
  body: z.string().max(LONGEST_PIECE).nullable(),
};

/** Reads what a door tells of its copies; null if that is none, or of another version. */
export function readCopies(value: unknown): DoorCopies | null {
  return doorCopiesSchema.safeParse(value).data ?? null;
}
