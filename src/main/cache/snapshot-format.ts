import { scanFilterSchema } from '#shared/api/index.ts';
import { z } from 'zod';

/** Marks the file as a snapshot of Usher's ("UshS"). */
export const APPLICATION_ID = 0x55736853;
/** Grows with every change of what is in the file. Other versions are ignored: the next refresh replaces them. */
export const FORMAT_VERSION = 1;

/**
 * Rows are only ever added at the end, and the index is made when all are there: sorting once costs
 * far less than keeping random keys in order. `standing` tells which of two tickets with the same
 * barcode stays.
 */
export const TABLES = `
  CREATE TABLE snapshot (salt BLOB NOT NULL, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE ticket (
    id INTEGER PRIMARY KEY, lookup_key TEXT NOT NULL, standing INTEGER NOT NULL, sealed BLOB NOT NULL
  ) STRICT;`;
export const INDEX = 'CREATE INDEX ticket_lookup ON ticket (lookup_key)';

/** The number under which the snapshot's own facts are sealed; tickets count from 1. */
export const ABOUT_ROW = 0;

/** What a snapshot says about itself; sealed like everything else in it. */
export const aboutSnapshotSchema = z.object({
  platform: z.string(),
  filter: scanFilterSchema,
  /** When its download began, on both clocks; ms since the epoch. */
  platformTime: z.number(),
  kioskTime: z.number(),
  tickets: z.number(),
  skipped: z.number(),
  duplicates: z.number(),
});
export type AboutSnapshot = z.infer<typeof aboutSnapshotSchema>;
