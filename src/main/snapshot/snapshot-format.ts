import { scanFilterSchema } from '#shared/api/index.ts';
import { validatorsSchema } from '#main/platform/ticketing/validators.ts';
import { SCRIPT_CODES } from '#shared/model/script.ts';
import { z } from 'zod';

/** Marks the file as a snapshot of Usher's ("UshS"). */
export const APPLICATION_ID = 0x55736853;
/**
 * Increased with every change of the file's content. Files of other versions are ignored, and
 * replaced by a refresh.
 */
export const FORMAT_VERSION = 11;

/**
 * How many characters of tickets are sealed together as a block, unless a single one has more; with
 * its seal a block fills a page of SQLite's. A seal costs the same for one ticket as for a handful,
 * and would be most of the work if each ticket had its own.
 */
export const LARGEST_BLOCK = 16_000;

/**
 * `ticket` contains the position of each ticket: `place` is the number of its block times PLACES,
 * plus the line within the block. The key is a keyed hash, truncated to 132 bits, so collisions
 * among a million are practically impossible; and each ticket contains its barcode, which is
 * compared. Several tickets may bear one barcode, and then share its key.
 *
 * `near` contains the first ticket of each barcode that differs from its plain form, under the key of
 * that form: barcodes of digits and capitals need no row.
 */
export const TABLES = `
  CREATE TABLE snapshot (salt BLOB NOT NULL, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE block (id INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE ticket (lookup_key TEXT, place INTEGER, PRIMARY KEY (lookup_key, place))
    STRICT, WITHOUT ROWID;
  CREATE TABLE near (plain_key TEXT, place INTEGER, PRIMARY KEY (plain_key, place))
    STRICT, WITHOUT ROWID;`;
/** The most barcodes that are compared for near matches: two suffice to know that none is meant. */
export const MOST_NEAR = 8;
/** The most tickets that a look-up decrypts, however many performances one card is for. */
export const MOST_OF_A_BARCODE = 1_000;
/** More than the number of lines that a block can have. */
export const PLACES = 1024;

/** The block number of the snapshot's own facts; blocks of tickets count from 1. */
export const ABOUT_BLOCK = 0;

/** The number of one performance's tickets in a snapshot. */
const performanceCountSchema = z.object({
  performanceId: z.number(),
  productionName: z.string(),
  /** Ms since the epoch; null if no ticket contains it. */
  performanceStart: z.number().nullable(),
  /** Tickets that are valid for entry, scanned or not. */
  sold: z.number(),
  /** Tickets that were scanned before, at any door. */
  scanned: z.number(),
});
export type PerformanceCount = z.infer<typeof performanceCountSchema>;

/** The download that a snapshot is made of. */
export const downloadSchema = z.object({
  /** Its id, a digest of its content: the same at every door of the house that has taken it over. */
  download: z.string(),
  /** The digest of its patrons, also where they were left out. */
  patronsDigest: z.string(),
  baseUrl: z.string(),
  filter: scanFilterSchema,
  /** Who downloaded it, or for whom it was taken over from another door. */
  username: z.string(),
  /** Whether another user downloaded it, so that what patrons it had were left out. */
  isOfAnother: z.boolean(),
  /** When its download began, on both clocks; ms since the epoch. */
  platformTime: z.number(),
  kioskTime: z.number(),
  /** The performances that the platform offered just before the download (spec 4.2, rule 2). */
  offered: z.array(z.number()),
  /**
   * The validators that the platform gave this kiosk with the download; null if it gave none, or the tickets came
   * from another door.
   */
  platformValidators: validatorsSchema.nullable(),
});

export type DownloadFacts = z.infer<typeof downloadSchema>;

/** The digests that a snapshot from another door must have. */
export const expectedDownloadSchema = downloadSchema.pick({ download: true, patronsDigest: true });
export type ExpectedDownload = z.infer<typeof expectedDownloadSchema>;

/** A snapshot's own facts; sealed like everything else in it. */
export const aboutSnapshotSchema = downloadSchema.extend({
  tickets: z.number(),
  skipped: z.number(),
  duplicates: z.number(),
  /** The number of tickets with a patron: none for a user who may not see them (spec 5). */
  patrons: z.number(),
  performances: z.array(performanceCountSchema),
  /** In which scripts the names of its guests are written, other than those that every kiosk can show. */
  scripts: z.array(z.enum(SCRIPT_CODES)),
});
export type AboutSnapshot = z.infer<typeof aboutSnapshotSchema>;
