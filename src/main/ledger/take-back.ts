import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { TakeBackRefusal } from '#shared/model/take-back.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { UPLOAD_STATES } from '#shared/model/uploads.ts';
import type { RecordedBasis } from './entry.ts';
import { BASES, flagSchema, KINDS } from './schemas.ts';
import type { Sealer } from './sealer.ts';
import type { UploadTotals } from './upload-totals.ts';

export interface TakeBackParts {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly totals: UploadTotals;
}

/** What is to be taken back, and why. */
export interface Withdrawal {
  /** That of the entry. */
  readonly id: string;
  /** In somebody's words. */
  readonly why: string;
  /** In milliseconds since the epoch, on the platform's clock. */
  readonly at: number;
}

/** Admissions on these bases may be uploaded later. */
const UPLOADED: readonly RecordedBasis[] = ['cache', 'staff', 'venue'];
/** Of these some are never uploaded. */
const MAY_STAY_HERE: readonly RecordedBasis[] = ['staff', 'venue'];

const rowSchema = z.object({
  sequence: z.int(),
  kind: z.enum(KINDS),
  basis: z.enum(BASES),
  upload: z.enum(UPLOAD_STATES).nullable(),
  wasSent: flagSchema,
  wasInDoubt: flagSchema,
  isTakenBack: flagSchema,
});
type Row = z.infer<typeof rowSchema>;

/**
 * Prepares taking back an admission of this door: possible as long as the platform cannot know of it. The entry
 * stays. Returns its sequence number, or why it is not possible.
 */
export function createTakeBack({ db, sealer, totals }: TakeBackParts) {
  const find = db.prepare(
    `SELECT sequence, kind, basis, upload, was_sent AS wasSent,
       late_answer.sequence IS NOT NULL AS wasInDoubt, withdrawal.sequence IS NOT NULL AS isTakenBack
     FROM entry LEFT JOIN late_answer USING (sequence) LEFT JOIN withdrawal USING (sequence)
     WHERE entry.id = ?`,
  );
  const insert = db.prepare<[number, number, Buffer]>('INSERT INTO withdrawal VALUES (?, ?, ?)');
  const leaveQueue = db.prepare<[number, number]>(
    `UPDATE entry SET upload = 'none', upload_changed_at = ? WHERE sequence = ?`,
  );

  return ({ id, why, at }: Withdrawal): Result<number, TakeBackRefusal> =>
    totals.commit(() => {
      const found = find.get(id);
      if (found === undefined) return err('no-admission');
      const row = rowSchema.parse(found);
      const refusal = refusalOf(row);
      if (refusal !== null) return err(refusal);
      insert.run(row.sequence, at, sealer.seal(why));
      if (row.upload !== null) {
        leaveQueue.run(at, row.sequence);
        totals.noteMoved(row.upload, 'none');
      }
      return ok(row.sequence);
    });
}

function refusalOf(row: Row): TakeBackRefusal | null {
  if (row.kind !== 'admit') return 'no-admission';
  if (row.isTakenBack) return 'taken-back';
  const isOnlyHere =
    !row.wasInDoubt &&
    // A return is not uploaded while the admission before it stands. Nor is an override of a refusal
    // where the snapshot does not list the ticket as valid.
    ((MAY_STAY_HERE.includes(row.basis) && row.upload === null) ||
      (UPLOADED.includes(row.basis) && row.upload === 'pending' && !row.wasSent));
  return isOnlyHere ? null : 'spent';
}
