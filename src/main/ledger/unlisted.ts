import type { Database } from 'better-sqlite3';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { DAY } from '#shared/time.ts';
import { z } from 'zod';
import { filterOf, filterRowSchema, FILTER_COLUMNS } from './filter.ts';
import { flagSchema, sealedEntrySchema } from './schemas.ts';
import type { Sealer } from './sealer.ts';

/**
 * How long a platform counts as matching more freely than its list says after it admitted a code that the list
 * lacks, in milliseconds.
 */
export const UNLISTED_COUNTS_FOR = 14 * DAY;

/** The most rows that are compared at a time, and the most of them that are kept: one is enough to doubt. */
const MOST_COMPARED = 200;
const MOST_KEPT = 20;

/** A complete download of a client's tickets. */
export interface CompleteDownload {
  /** When it matched the platform's data, on the platform's clock. */
  readonly builtAt: number;
  /** Whether it lists a code. */
  readonly has: (code: string) => boolean;
  /** Whether it would list a ticket that a door with this filter admitted at this platform time. */
  readonly covers: (filter: ScanFilter, admittedAt: number) => boolean;
}

/** A comparison of some admissions. */
interface Comparison {
  /** Writes what came of it, and belongs into a commit; null where there is nothing to write. */
  readonly write: (() => void) | null;
  /** Where the next comparison goes on; null: all were compared. */
  readonly next: number | null;
}

const rowsSchema = z.array(
  filterRowSchema.extend({
    sequence: z.int(),
    platformTime: z.int(),
    isMissing: flagSchema,
    sealed: z.instanceof(Buffer),
  }),
);

/** Prepares what compares the platform's own admissions with its list of tickets. */
export function createUnlisted(db: Database, sealer: Sealer) {
  const insert = db.prepare<[number]>('INSERT INTO unlisted (sequence) VALUES (?)');
  const before = db.prepare<[string, number, number, number]>(
    `SELECT unlisted.sequence, platform_time AS platformTime, is_missing AS isMissing, sealed, ${FILTER_COLUMNS}
     FROM unlisted JOIN entry USING (sequence)
     WHERE base_url = ? AND client_id = ? AND platform_time < ? AND unlisted.sequence < ?
     ORDER BY unlisted.sequence DESC LIMIT ${MOST_COMPARED}`,
  );
  const remove = db.prepare<[number]>('DELETE FROM unlisted WHERE sequence = ?');
  const mark = db.prepare<[number]>('UPDATE unlisted SET is_missing = 1 WHERE sequence = ?');
  const isMissing = db
    .prepare<[string, number, number], number>(
      `SELECT 1 FROM unlisted JOIN entry USING (sequence)
       WHERE is_missing = 1 AND base_url = ? AND client_id = ? AND platform_time > ? LIMIT 1`,
    )
    .pluck();

  return {
    /** Records that the platform has admitted an entry's code, which no snapshot listed. */
    record: (sequence: number): void => void insert.run(sequence),
    /**
     * Compares some of the client's admissions with a download made after them, the newest first. A code that it
     * has proves nothing any more; one that it should have and lacks proves that the platform matches more freely.
     */
    comparison(
      { baseUrl, clientId }: ClientRef,
      download: CompleteDownload,
      next: number,
    ): Comparison {
      const rows = rowsSchema.parse(before.all(baseUrl, clientId, download.builtAt, next));
      const last = rows.length < MOST_COMPARED ? undefined : rows.at(-1);
      const [gone, missing]: [number[], number[]] = [[], []];
      let kept = 0;
      for (const { sequence, platformTime, isMissing, sealed, ...filter } of rows) {
        const code = sealer.open(sealed, sealedEntrySchema)?.code;
        if (code === undefined || kept >= MOST_KEPT || download.has(code)) gone.push(sequence);
        else if (isMissing) kept += 1;
        else if (download.covers(filterOf(filter), platformTime)) {
          missing.push(sequence);
          kept += 1;
        } else if (download.builtAt - platformTime > DAY) {
          // No download was made in time to tell.
          gone.push(sequence);
        }
      }
      const write = () => {
        for (const sequence of gone) remove.run(sequence);
        for (const sequence of missing) mark.run(sequence);
      };
      const isNews = gone.length > 0 || missing.length > 0;
      return { write: isNews ? write : null, next: last?.sequence ?? null };
    },
    /** Whether the platform has admitted a code after `since` that a complete download made later lacks. */
    isMissing: ({ baseUrl, clientId }: ClientRef, since: number): boolean =>
      isMissing.get(baseUrl, clientId, since) !== undefined,
  };
}

export type Unlisted = ReturnType<typeof createUnlisted>;
