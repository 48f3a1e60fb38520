import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { createAdmissions } from './admissions.ts';
import type { UploadTotals } from './upload-totals.ts';

/** The right time of an entry that was recorded under a wrong clock. */
export interface TimeCorrection {
  readonly sequence: number;
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
}

/**
 * Prepares the look-up of the newest time. Entries are recorded in the order of their verdicts, and
 * these differ from the order of the scans by no more than the few that are in doubt at once: the
 * newest time is among the last entries. Should it ever lie further back, a clock that was far ahead
 * has been set right since, and its time is not worth keeping.
 */
export function createNewestTime(db: Database): () => number | null {
  const newest = db
    .prepare<[], number | null>(
      `SELECT MAX(platform_time) FROM
         (SELECT platform_time FROM entry ORDER BY sequence DESC LIMIT 100)`,
    )
    .pluck();
  return () => newest.get() ?? null;
}

/** The platform may have a scan that was sent, under the time it was sent with. */
const IS_STILL_OURS = `
SELECT upload.state IS NULL OR upload.state = 'none'
  OR (upload.state = 'pending' AND upload.was_sent = 0)
FROM entry LEFT JOIN upload USING (sequence) WHERE sequence = ?`;

/**
 * Prepares the correction of times. It belongs into a commit of the totals. An entry whose time
 * the platform may have been told keeps it; one that is not there is a bug, and thrown.
 */
export function createTimeCorrection(
  db: Database,
  admissions: ReturnType<typeof createAdmissions>,
  totals: UploadTotals,
): (corrections: readonly TimeCorrection[]) => void {
  const isStillOurs = db.prepare(IS_STILL_OURS).pluck();
  const setTimes = [
    // First, while the entry still tells by how much the clock was wrong: the outcome was recorded with the
    // same clock.
    `UPDATE doubt SET changed_at = changed_at + :platformTime
       - (SELECT platform_time FROM entry WHERE entry.sequence = doubt.sequence)
     WHERE sequence = :sequence`,
    'UPDATE entry SET platform_time = :platformTime WHERE sequence = :sequence',
    'UPDATE upload SET scanned_at = :platformTime, is_guessed = 0 WHERE sequence = :sequence',
  ].map((sql) => db.prepare<[TimeCorrection]>(sql));

  return (corrections) => {
    const ours = corrections.filter(({ sequence }) => {
      const found = isStillOurs.get(sequence);
      if (found === undefined) throw new Error('a time belongs to an entry that is not there');
      return z.int().parse(found) === 1;
    });
    // All are removed before any is entered: the new time of one may be the old time of another.
    totals.noteTimes();
    for (const { sequence } of ours) admissions.strike(sequence);
    for (const { sequence, platformTime } of ours) {
      for (const set of setTimes) set.run({ sequence, platformTime });
      admissions.enterAgain(sequence);
    }
  };
}
