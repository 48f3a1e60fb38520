import type { Database } from 'better-sqlite3';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { UPLOAD_STATES, type UploadState } from '#shared/model/uploads.ts';
import { z } from 'zod';
import type { House, RecordedBasis } from './entry.ts';
import { filterRowOf } from './filter.ts';
import { BASES } from './schemas.ts';
import type { Sealer } from './sealer.ts';

/** How long a scan that was turned away by mistake can be made good, in milliseconds. */
export const MARK_HOLDS_FOR = 10 * 60_000;

/** One time this code was let in at this kiosk. */
export interface CodeAdmission {
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
  readonly basis: RecordedBasis;
  readonly upload: UploadState;
}

/** What this kiosk knows of a code: who came in with it, and what it is owed by the filter in force. */
export interface CodeHistory {
  /** Whatever the door was open for; newest first. */
  readonly admissions: readonly CodeAdmission[];
  /** Since when the platform's word on a scan that was turned away is awaited; null: it is not. */
  readonly inDoubtSince: number | null;
  /**
   * When the platform's late word came that it has admitted somebody who was turned away here: the
   * next scan admits. Null: there was none within ten minutes, or somebody was let in since.
   */
  readonly lateAdmissionAt: number | null;
  /**
   * When it became clear that the platform's word on a scan that was turned away will never come: if
   * the next scan brings error 12, it admits. Null as above.
   */
  readonly possiblySpentAt: number | null;
}

const admissionsSchema = z.array(
  z.object({
    sequence: z.int(),
    platformTime: z.int(),
    basis: z.enum(BASES),
    upload: z.enum(UPLOAD_STATES),
  }),
);

const markSchema = z.object({
  sequence: z.int(),
  kind: z.string(),
  word: z.enum(['awaited', 'admitted', 'missing']),
  at: z.int(),
  isInside: z.int().transform((flag) => flag === 1),
});
const marksSchema = z.array(markSchema);
type Mark = z.infer<typeof markSchema>;

/**
 * Prepares the look-up of a code. Who was turned away under another filter is owed nothing under this
 * one: the platform has spent their ticket on something else. `now` is on the platform's clock.
 */
export function createCodeHistory(
  db: Database,
  sealer: Sealer,
): (house: House, filter: ScanFilter, code: string, now: number) => CodeHistory {
  const admissionsOf = db.prepare(`
SELECT sequence, platform_time AS platformTime, basis, COALESCE(upload.state, 'none') AS upload
FROM entry LEFT JOIN upload USING (sequence)
WHERE lookup = ? AND kind = 'admit' ORDER BY sequence DESC`);
  const marksOf = db.prepare(`
SELECT sequence, kind, word, doubt.changed_at AS at, EXISTS (
  SELECT 1 FROM admission
  WHERE admission.platform = entry.platform
    AND admission.client_id = entry.client_id AND admission.ticket_id = entry.ticket_id
    AND (entry.kind = 'duplicate' OR admission.platform_time >= entry.platform_time)
) AS isInside
FROM entry CROSS JOIN doubt USING (sequence)
WHERE lookup = :lookup AND kind <> 'admit' AND word <> 'refused' AND doubt.changed_at > :since
  AND client_id = :clientId
  AND filter_production_id IS :productionId AND filter_performance_id IS :performanceId
ORDER BY sequence DESC`);

  return (house, filter, code, now) => {
    const lookup = sealer.lookup(house, code);
    const admissions = admissionsSchema.parse(admissionsOf.all(lookup));
    const since = now - MARK_HOLDS_FOR;
    const marks = marksSchema.parse(marksOf.all({ lookup, since, ...filterRowOf(filter) }));
    const holding = marks.filter((mark) => holds(mark, admissions[0]?.sequence ?? 0));
    const newest = (word: Mark['word']) => holding.find((mark) => mark.word === word)?.at ?? null;
    return {
      admissions: admissions.map(({ platformTime, basis, upload }) => ({
        platformTime,
        basis,
        upload,
      })),
      inDoubtSince: newest('awaited'),
      lateAdmissionAt: newest('admitted'),
      possiblySpentAt: newest('missing'),
    };
  };
}

/** A mistake is made good once; and a duplicate was none, unless the platform itself says so. */
function holds({ sequence, kind, word, isInside }: Mark, lastAdmission: number): boolean {
  if (isInside || sequence < lastAdmission) return false;
  return kind !== 'duplicate' || (word === 'admitted' && lastAdmission === 0);
}
