import { scanFilterSchema } from '#shared/api/index.ts';
import { validatorsSchema } from '#main/platform/ticketing/validators.ts';
import { z } from 'zod';

/** Marks the file as a snapshot of Usher's ("UshS"). */
export const APPLICATION_ID = 0x55736853;
/** Grows with every change of what is in the file. Other versions are ignored: a refresh replaces them. */
export const FORMAT_VERSION = 7;

/**
 * Characters of tickets that are sealed together, unless one alone has more; with its seal a block fills
 * a page of SQLite's. A seal costs as much for one ticket as for a handful, and is most of the work if each ticket has its own.
 */
export const LARGEST_BLOCK = 16_000;

/**
 * `ticket` says where a ticket is: `place` is the number of its block times PLACES, plus which line of
 * the block it is. Its key is a keyed hash, cut to 132 bits: a million of them share none, and a ticket
 * says itself whether it is the one that was looked for. Tickets of several performances may bear one
 * barcode, and then share its key.
 */
export const TABLES = `
  CREATE TABLE snapshot (salt BLOB NOT NULL, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE block (id INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE ticket (lookup_key TEXT, place INTEGER, PRIMARY KEY (lookup_key, place))
    STRICT, WITHOUT ROWID;`;
/** A look-up opens no more tickets than these, however many performances one card is for. */
export const MOST_OF_A_BARCODE = 1_000;
/** More lines than a block can have. */
export const PLACES = 1024;

/** The number under which the snapshot's own facts are sealed; blocks count from 1. */
export const ABOUT_BLOCK = 0;

/** How many of one performance's tickets are in a snapshot. */
const performanceCountSchema = z.object({
  performanceId: z.number(),
  productionName: z.string(),
  /** Ms since the epoch; null if no ticket tells. */
  performanceStart: z.number().nullable(),
  /** Tickets that are valid, scanned or not. */
  sold: z.number(),
  /** Tickets that were scanned before, at any door. */
  scanned: z.number(),
});
export type PerformanceCount = z.infer<typeof performanceCountSchema>;

/** The download that a snapshot is made of. */
export const downloadSchema = z.object({
  baseUrl: z.string(),
  filter: scanFilterSchema,
  /** Who downloaded it. */
  username: z.string(),
  /** When its download began, on both clocks; ms since the epoch. */
  platformTime: z.number(),
  kioskTime: z.number(),
  /** The performances that the platform offered just before the download (spec 4.2, rule 2). */
  offered: z.array(z.number()),
  /** The validators of the answer, for conditional requests; null: it had none. */
  validators: validatorsSchema.nullable(),
});

/** What a snapshot says about itself; sealed like everything else in it. */
export const aboutSnapshotSchema = downloadSchema.extend({
  tickets: z.number(),
  skipped: z.number(),
  duplicates: z.number(),
  /** How many came with a patron: none do for a user who may not see them (spec 5). */
  patrons: z.number(),
  performances: z.array(performanceCountSchema),
});
export type AboutSnapshot = z.infer<typeof aboutSnapshotSchema>;
