import type { Database } from 'better-sqlite3';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import {
  LATE_WORDS,
  UPLOAD_STATES,
  type LateWord,
  type UploadState,
} from '#shared/model/uploads.ts';
import { HOUR } from '#shared/time.ts';
import { z } from 'zod';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { RecordedBasis, UploadReason } from './entry.ts';
import { filterRowOf } from './filter.ts';
import { BASES, KINDS, uploadReasonSchema } from './schemas.ts';
import type { Sealer } from './sealer.ts';
import { isUnsettledAdmission } from './unsettled.ts';

/**
 * How long a guest who was turned away by mistake can still be admitted by the next scan, in milliseconds.
 */
export const MARK_HOLDS_FOR = 10 * 60_000;

/**
 * How long a barcode surely stays with its ticket, in milliseconds: as long as a scan may go up (spec 2.11).
 * Passes and cards have the same one for another ticket, on another day or in another season.
 */
export const BARCODE_STAYS_FOR = 48 * HOUR;

/** An admission with this code at this kiosk. */
export interface CodeAdmission {
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
  readonly basis: RecordedBasis;
  readonly upload: UploadState;
  /** The platform has not recorded it, nor said anything about its ticket: it may admit the next scan. */
  readonly isUnsettled: boolean;
  /** The ticket; a barcode may later be given to another. Null: no snapshot knew it then. */
  readonly ticketId: number | null;
  /** For which performance; null: no snapshot knew it then, and the door was open for several. */
  readonly performanceId: number | null;
  /** The admission is so old that the barcode alone does not prove that it was the same ticket. */
  readonly isLongAgo: boolean;
}

/** A way in or out with this code at this kiosk. */
export interface CodePassage extends Pick<
  CodeAdmission,
  'platformTime' | 'ticketId' | 'performanceId' | 'isLongAgo'
> {
  /** That of the entry. */
  readonly id: string;
  readonly way: 'in' | 'out';
  /** The id of the one that it comes after; null: none was known. */
  readonly follows: string | null;
  readonly isTakenBack: boolean;
  /** Its holder was let in although a scan had refused the ticket. */
  readonly isOverruled: boolean;
}

/**
 * What this kiosk knows of a code: its admissions, and corrections that are due under the filter in force.
 */
export interface CodeHistory {
  /** Admissions under any filter, newest first; without those that were taken back. */
  readonly admissions: readonly CodeAdmission[];
  /** Ways in and out, those that were taken back among them. */
  readonly passages: readonly CodePassage[];
  /** Since when the platform's answer to a scan that was turned away is awaited; null: none is awaited. */
  readonly inDoubtSince: number | null;
  /**
   * When the platform's late answer came that it has admitted a scan that was turned away here: the next
   * scan admits. Null: there was none within ten minutes, or the code was admitted since.
   */
  readonly lateAdmissionAt: number | null;
  /** The id of that scan's entry; null where there was none. */
  readonly lateAdmissionOf: string | null;
  /**
   * When it became clear that the platform's answer to a scan that was turned away will never come: if the
   * next scan brings error 12, it admits. Null as above.
   */
  readonly possiblySpentAt: number | null;
}

/** The history of a code without entries, as most codes have. */
const NEVER_SEEN: CodeHistory = {
  admissions: [],
  passages: [],
  inDoubtSince: null,
  lateAdmissionAt: null,
  lateAdmissionOf: null,
  possiblySpentAt: null,
};

const flag = z.int().transform((number) => number === 1);
const rowSchema = z.object({
  sequence: z.int(),
  id: z.string(),
  kind: z.enum(KINDS),
  basis: z.enum(BASES),
  platformTime: z.int(),
  upload: z.enum(UPLOAD_STATES),
  word: z.enum(LATE_WORDS).nullable(),
  wordAt: z.int().nullable(),
  ticketId: z.int().nullable(),
  performanceId: z.int().nullable(),
  follows: z.string().nullable(),
  isTakenBack: flag,
  /** Since the entry, or before, if it knew. */
  isInside: flag,
  /** With this ticket, whenever that was. */
  hasComeIn: flag,
});
const rowsSchema = z.array(rowSchema);
type Row = z.infer<typeof rowSchema>;

/**
 * Selects a code's entries that still matter: ways in and out, and scans turned away under this filter that may
 * have to be corrected. It is one query, without a join and without an order: SQLite (with STAT4) plans
 * both anew for each set of values, which takes several times as long as the answer.
 */
const ON_RECORD = `
SELECT sequence, id, kind, basis, platform_time AS platformTime, ticket_id AS ticketId,
  COALESCE(performance_id, filter_performance_id) AS performanceId,
  COALESCE(upload, 'none') AS upload,
  (SELECT word FROM doubt WHERE doubt.sequence = entry.sequence) AS word,
  (SELECT changed_at FROM doubt WHERE doubt.sequence = entry.sequence) AS wordAt,
  (SELECT follows.id FROM follows WHERE follows.sequence = entry.sequence) AS follows,
  EXISTS (SELECT 1 FROM taken_back WHERE taken_back.sequence = entry.sequence) AS isTakenBack,
  kind <> 'admit' AND EXISTS (
    SELECT 1 FROM admission
    WHERE admission.platform = entry.platform
      AND admission.client_id = entry.client_id AND admission.ticket_id = entry.ticket_id
      AND (entry.kind = 'duplicate' OR admission.platform_time >= entry.platform_time)
  ) AS isInside,
  kind <> 'admit' AND EXISTS (
    SELECT 1 FROM admission
    WHERE admission.platform = entry.platform
      AND admission.client_id = entry.client_id AND admission.ticket_id = entry.ticket_id
  ) AS hasComeIn
FROM entry
WHERE lookup = :lookup AND (kind IN ('admit', 'exit') OR (
  client_id = :clientId
  AND filter_production_id IS :productionId AND filter_performance_id IS :performanceId
  AND EXISTS (
    SELECT 1 FROM doubt
    WHERE doubt.sequence = entry.sequence AND word <> 'refused' AND changed_at > :since)))`;

/**
 * Prepares the look-up of a code. A scan that was turned away under another filter is not corrected under
 * this one: the platform has spent its ticket on something else. `now` is on the platform's clock.
 */
export function createCodeHistory(
  db: Database,
  sealer: Sealer,
): (clientRef: ClientRef, filter: ScanFilter, code: string, now: number) => CodeHistory {
  // A short query first: most codes are new, and to bind the five values of the whole one takes three times
  // as long.
  const isKnown = db.prepare<[Buffer], number>('SELECT 1 FROM entry WHERE lookup = ?').pluck();
  const onRecord = db.prepare(ON_RECORD);
  // In a query of its own, because few admissions are ever refused.
  const sealedReason = db
    .prepare<[number], Buffer | null>('SELECT upload_sealed_reason FROM entry WHERE sequence = ?')
    .pluck();
  const reasonOf = (sequence: number): UploadReason | null => {
    const sealed = sealedReason.get(sequence);
    return sealed ? sealer.open(sealed, uploadReasonSchema) : null;
  };

  const reasonIfRefused = ({ upload, sequence }: Row): UploadReason | null =>
    upload === 'refused' || upload === 'conflict' ? reasonOf(sequence) : null;

  return (clientRef, filter, code, now) => {
    const lookup = sealer.lookup(clientRef, code);
    if (isKnown.get(lookup) === undefined) return NEVER_SEEN;
    const since = now - MARK_HOLDS_FOR;
    const found = onRecord.all({ lookup, since, ...filterRowOf(filter) });
    if (found.length === 0) return NEVER_SEEN;
    const rows = rowsSchema.parse(found).sort((a, b) => b.sequence - a.sequence);
    const ways = rows.filter(({ kind }) => kind === 'admit' || kind === 'exit');
    const admissions = ways.filter(({ kind, isTakenBack }) => kind === 'admit' && !isTakenBack);
    const marks = rows.filter((row) => !ways.includes(row) && holds(row, admissions));
    const newest = (word: LateWord) => marks.find((mark) => mark.word === word)?.wordAt ?? null;
    return {
      admissions: admissions.map((row) => ({
        platformTime: row.platformTime,
        basis: row.basis,
        upload: row.upload,
        isUnsettled: isUnsettledAdmission(row, reasonIfRefused(row)),
        ticketId: row.ticketId,
        performanceId: row.performanceId,
        isLongAgo: row.platformTime < now - BARCODE_STAYS_FOR,
      })),
      passages: ways.map((row) => ({
        id: row.id,
        way: row.kind === 'exit' ? 'out' : 'in',
        follows: row.follows,
        isTakenBack: row.isTakenBack,
        isOverruled: row.basis === 'staff',
        platformTime: row.platformTime,
        ticketId: row.ticketId,
        performanceId: row.performanceId,
        isLongAgo: row.platformTime < now - BARCODE_STAYS_FOR,
      })),
      inDoubtSince: newest('awaited'),
      lateAdmissionAt: newest('admitted'),
      lateAdmissionOf: marks.find((mark) => mark.word === 'admitted')?.id ?? null,
      possiblySpentAt: newest('missing'),
    };
  };
}

/**
 * A mistake is corrected once. A duplicate was no mistake, unless the platform itself says so. Nor is
 * anything corrected where the platform’s answer is missing and the ticket was admitted before: then it is
 * that admission for which the platform calls it used.
 */
function holds(mark: Row, admissions: readonly Row[]): boolean {
  const { sequence, kind, word, isInside, hasComeIn } = mark;
  const lastAdmission = admissions[0]?.sequence ?? 0;
  if (isInside || sequence < lastAdmission) return false;
  const hadComeIn = hasComeIn || admissions.some((one) => mayBeSameTicket(one, mark));
  if (word === 'missing' && hadComeIn) return false;
  return kind !== 'duplicate' || (word === 'admitted' && lastAdmission === 0);
}

/**
 * Compares the tickets' numbers where both are known; else the performance, as long as a barcode surely
 * stays with its ticket.
 */
function mayBeSameTicket(admission: Row, mark: Row): boolean {
  if (admission.ticketId !== null && mark.ticketId !== null) {
    return admission.ticketId === mark.ticketId;
  }
  const [one, other] = [admission.performanceId, mark.performanceId];
  const isForAnother = one !== null && other !== null && one !== other;
  return !isForAnother && mark.platformTime - admission.platformTime < BARCODE_STAYS_FOR;
}
