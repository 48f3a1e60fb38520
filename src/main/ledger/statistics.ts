import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { versionOf } from './open-database.ts';

/** A group of entries that have all of this in common, and their number. */
export interface EntryCount {
  readonly kind: string;
  readonly basis: string;
  readonly source: string;
  /** The platform's code, or the one that it would have given; null: none. */
  readonly code: number | null;
  /** The state of an admission's upload; null: there is no upload. */
  readonly upload: string | null;
  readonly count: number;
}

/** Statistics of a ledger, without any of its contents. */
export interface LedgerStatistics {
  readonly schema: number;
  readonly sqlite: string;
  /** Platform times of the first and the last entry, by their order; null: there are none. */
  readonly first: number | null;
  readonly last: number | null;
  /** Counts the entries after one sequence number, up to another: in steps, so that no scan waits long. */
  readonly count: (after: number, upTo: number) => readonly EntryCount[];
  /**
   * The result of SQLite's integrity check: `ok`, or what is wrong. Takes longer the larger the file is.
   */
  readonly quickCheck: () => string;
}

const countsSchema: z.ZodType<readonly EntryCount[]> = z.array(
  z.object({
    kind: z.string(),
    basis: z.string(),
    source: z.string(),
    code: z.int().nullable(),
    upload: z.string().nullable(),
    count: z.int(),
  }),
);

/** Returns the statistics of this ledger now. */
export function readStatistics(db: Database): LedgerStatistics {
  const at = (order: 'ASC' | 'DESC') =>
    db
      .prepare<[], number>(`SELECT platform_time FROM entry ORDER BY sequence ${order} LIMIT 1`)
      .pluck()
      .get() ?? null;
  const count = db.prepare(
    `SELECT kind, basis, source, error_code AS code, upload, COUNT(*) AS count
     FROM entry
     WHERE sequence > ? AND sequence <= ? GROUP BY 1, 2, 3, 4, 5`,
  );
  return {
    schema: versionOf(db),
    sqlite: z.string().parse(db.prepare('SELECT sqlite_version()').pluck().get()),
    first: at('ASC'),
    last: at('DESC'),
    count: (after, upTo) => countsSchema.parse(count.all(after, upTo)),
    quickCheck: () => z.string().parse(db.pragma('quick_check(1)', { simple: true })),
  };
}
