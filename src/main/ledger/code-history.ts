import type { Database } from 'better-sqlite3';
import { subjectOf } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
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

/** How long a scan that was turned away by mistake can be made good, in milliseconds. */
export const MARK_HOLDS_FOR = 10 * 60_000;

/**
 * How long a barcode surely stays with its ticket, in milliseconds: as long as a scan may go up (spec 2.11).
 * Passes and cards have the same one for another ticket, on another day or in another season.
 */
export const BARCODE_STAYS_FOR = 48 * HOUR;

/** One admission of this code at this kiosk. */
export interface CodeAdmission {
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
  readonly basis: RecordedBasis;
  readonly upload: UploadState;
  /** Whether the platform refused its upload without judging the ticket, and so may admit the next scan. */
  readonly isUnsettled: boolean;
  /** The ticket, since a barcode may be used again on another one. Null: no snapshot had it then. */
  readonly ticketId: number | null;
  /**
   * The performance; null: no snapshot had the ticket then, and the door was open for several performances.
   */
  readonly performanceId: number | null;
  /** Whether it is so long ago that the barcode alone does not prove that it was the same ticket. */
  readonly isLongAgo: boolean;
}

/**
 * What this kiosk knows of a code: its admissions, and mistakes to be made good under the filter in force.
 */
export interface CodeHistory {
  /** All admissions, under any filter; newest first. */
  readonly admissions: readonly CodeAdmission[];
  /**
   * Since when the platform's late answer about a scan that was turned away is awaited; null: it is not.
   */
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

/** The history of a code that was never scanned here. */
const NEVER_SEEN: CodeHistory = {
  admissions: [],
  inDoubtSince: null,
  lateAdmissionAt: null,
  possiblySpentAt: null,
};

const flag = z.int().transform((number) => number === 1);
const rowSchema = z.object({
  sequence: z.int(),
  kind: z.enum(KINDS),
  basis: z.enum(BASES),
  platformTime: z.int(),
  upload: z.enum(UPLOAD_STATES),
  word: z.enum(LATE_WORDS).nullable(),
  wordAt: z.int().nullable(),
  ticketId: z.int().nullable(),
  performanceId: z.int().nullable(),
  /** Within the time that a barcode stays with its ticket. */
  isInside: flag,
  /** With this ticket, whenever that was. */
  hasComeIn: flag,
});
const rowsSchema = z.array(rowSchema);
type Row = z.infer<typeof rowSchema>;

/**
 * Selects what matters of a code: its admissions, and scans turned away by mistake under this filter. In
 * one statement, without a join and without an order: SQLite (with STAT4) prepares both anew whenever they
 * are asked with other values, which takes several times as long as the answer.
 */
const ON_RECORD = `
SELECT sequence, kind, basis, platform_time AS platformTime, ticket_id AS ticketId,
  COALESCE(performance_id, filter_performance_id) AS performanceId,
  COALESCE((SELECT state FROM upload WHERE upload.sequence = entry.sequence), 'none') AS upload,
  (SELECT word FROM doubt WHERE doubt.sequence = entry.sequence) AS word,
  (SELECT changed_at FROM doubt WHERE doubt.sequence = entry.sequence) AS wordAt,
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
WHERE lookup = :lookup AND (kind = 'admit' OR (
  client_id = :clientId
  AND filter_production_id IS :productionId AND filter_performance_id IS :performanceId
  AND EXISTS (
    SELECT 1 FROM doubt
    WHERE doubt.sequence = entry.sequence AND word <> 'refused' AND changed_at > :since)))`;

/**
 * Prepares the look-up of a code. Mistakes under another filter do not count under this one: the platform
 * has spent the ticket for something else. `now` is on the platform's clock.
 */
export function createCodeHistory(
  db: Database,
  sealer: Sealer,
): (clientRef: ClientRef, filter: ScanFilter, code: string, now: number) => CodeHistory {
  // Most codes are new, and binding the five values of the whole statement takes three times as long as
  // this one.
  const isKnown = db.prepare<[Buffer], number>('SELECT 1 FROM entry WHERE lookup = ?').pluck();
  const onRecord = db.prepare(ON_RECORD);
  // A statement of its own: few uploads are ever refused.
  const sealedReason = db
    .prepare<[number], Buffer | null>('SELECT sealed_reason FROM upload WHERE sequence = ?')
    .pluck();
  const reasonOf = (sequence: number): UploadReason | null => {
    const sealed = sealedReason.get(sequence);
    return sealed ? sealer.open(sealed, uploadReasonSchema) : null;
  };

  return (clientRef, filter, code, now) => {
    const lookup = sealer.lookup(clientRef, code);
    if (isKnown.get(lookup) === undefined) return NEVER_SEEN;
    const since = now - MARK_HOLDS_FOR;
    const found = onRecord.all({ lookup, since, ...filterRowOf(filter) });
    if (found.length === 0) return NEVER_SEEN;
    const rows = rowsSchema.parse(found).sort((a, b) => b.sequence - a.sequence);
    const admissions = rows.filter(({ kind }) => kind === 'admit');
    const marks = rows.filter((row) => row.kind !== 'admit' && holds(row, admissions));
    const newest = (word: LateWord) => marks.find((mark) => mark.word === word)?.wordAt ?? null;
    return {
      admissions: admissions.map((row) => ({
        platformTime: row.platformTime,
        basis: row.basis,
        upload: row.upload,
        isUnsettled: isUnsettled(row, reasonOf),
        ticketId: row.ticketId,
        performanceId: row.performanceId,
        isLongAgo: row.platformTime < now - BARCODE_STAYS_FOR,
      })),
      inDoubtSince: newest('awaited'),
      lateAdmissionAt: newest('admitted'),
      possiblySpentAt: newest('missing'),
    };
  };
}

/** A refusal for anything but the ticket, such as the form of the upload, says nothing about the ticket. */
function isUnsettled(
  { upload, sequence }: Row,
  reasonOf: (sequence: number) => UploadReason | null,
): boolean {
  switch (upload) {
    case 'none':
    case 'recorded':
      return false;
    case 'pending':
    case 'sent':
    case 'expired':
      return true;
    case 'refused':
    case 'conflict': {
      const reason = reasonOf(sequence);
      return reason?.type !== 'platform-error' || subjectOf(reason.error) !== 'ticket';
    }
    default:
      return assertNever(upload);
  }
}

/**
 * A mistake is made good once. A duplicate was no mistake, unless the platform itself says so. If the
 * platform’s answer is missing and the ticket was admitted before, the earlier admission explains why the
 * platform calls it used.
 */
function holds(mark: Row, admissions: readonly Row[]): boolean {
  const { sequence, kind, word, isInside, hasComeIn } = mark;
  const lastAdmission = admissions[0]?.sequence ?? 0;
  if (isInside || sequence < lastAdmission) return false;
  const hadComeIn = hasComeIn || admissions.some((one) => mayBeSameTicket(one, mark));
  if (word === 'missing' && hadComeIn) return false;
  return kind !== 'duplicate' || (word === 'admitted' && lastAdmission === 0);
}

/** By the tickets' numbers where both are known; else by the performance, as long as a barcode stays with a ticket. */
function mayBeSameTicket(admission: Row, mark: Row): boolean {
  if (admission.ticketId !== null && mark.ticketId !== null) {
    return admission.ticketId === mark.ticketId;
  }
  const [one, other] = [admission.performanceId, mark.performanceId];
  const isForAnother = one !== null && other !== null && one !== other;
  return !isForAnother && mark.platformTime - admission.platformTime < BARCODE_STAYS_FOR;
}
