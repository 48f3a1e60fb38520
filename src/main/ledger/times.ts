import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { UploadTotals } from './upload-totals.ts';

/** The right time of an entry that was recorded under a wrong clock. */
export interface TimeCorrection {
  readonly sequence: number;
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
}

/**
 * Prepares the look-up of the newest time. Entries are recorded in the order of their verdicts, which
 * differs from the order of the scans only by the few that are in doubt at once, so the newest time is
 * among the last entries. If it ever lies further back, a clock that was far ahead has been corrected
 * since, and that time is worthless.
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

/** An upload that was sent may have reached the platform with its time, whatever the answer was. */
const IS_STILL_OURS = `
SELECT upload IS NULL OR upload = 'none' OR (upload = 'pending' AND was_sent = 0)
FROM entry WHERE sequence = ?`;

/**
 * Prepares the correction of times. Use it within a commit of the totals. An entry whose time the platform
 * may have received keeps it. Throws if an entry does not exist, which is a bug.
 */
export function createTimeCorrection(
  db: Database,
  totals: UploadTotals,
): (corrections: readonly TimeCorrection[]) => void {
  const isStillOurs = db.prepare(IS_STILL_OURS).pluck();
  const setTime = db.prepare<[TimeCorrection]>(
    `UPDATE entry SET platform_time = :platformTime, is_time_guessed = 0
     WHERE sequence = :sequence`,
  );

  return (corrections) => {
    const ours = corrections.filter(({ sequence }) => {
      const found = isStillOurs.get(sequence);
      if (found === undefined) throw new Error('a time belongs to an entry that is not there');
      return z.int().parse(found) === 1;
    });
    totals.noteTimes();
    for (const { sequence, platformTime } of ours) {
      setTime.run({ sequence, platformTime });
    }
  };
}
