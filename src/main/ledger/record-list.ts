import { LATE_WORDS, UPLOAD_STATES } from '#shared/model/uploads.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { FILTER_COLUMNS, filterOf, filterRowSchema } from './filter.ts';
import { lineageOf } from './lineage.ts';
import type { LedgerRecord, RecordQuery } from './record.ts';
import {
  BASES,
  flagSchema,
  KINDS,
  sealedEntrySchema,
  SOURCES,
  uploadReasonSchema,
} from './schemas.ts';
import type { Sealer } from './sealer.ts';
import type { TakenBack } from '#shared/model/take-back.ts';
import { IS_NOT_ACCEPTED } from './not-accepted.ts';

const COLUMNS = `
SELECT entry.id, sequence, entry.kiosk_id AS kioskId, entry.base_url AS baseUrl, ${FILTER_COLUMNS},
  entry.source, entry.device, entry.kind, entry.basis, entry.sealed,
  entry.ticket_id AS ticketId, entry.ticket_performance_id AS ticketPerformanceId,
  entry.platform_time AS platformTime, entry.kiosk_time AS kioskTime, late_answer.answer AS word,
  entry.upload, entry.upload_sealed_reason AS uploadSealedReason,
  entry.upload_changed_at AS uploadChangedAt, entry.acknowledged_at AS acknowledgedAt,
  entry.sent_again_at AS sentAgainAt,
  door_conflict.sequence IS NOT NULL AS hasConflict, door_conflict.acknowledged_at AS conflictSeenAt,
  door_conflict.other_door AS otherDoor, door_conflict.other_at AS otherAt, door_conflict.is_possible AS isPossible,
  lineage.knew, lineage.of_id AS "of", lineage.shown,
  withdrawal.at AS takenBackAt, withdrawal.sealed_reason AS takenBackWhy`;

const BESIDE = `LEFT JOIN late_answer USING (sequence) LEFT JOIN door_conflict USING (sequence)
  LEFT JOIN lineage USING (sequence) LEFT JOIN withdrawal USING (sequence)`;

const WANTED = `
  sequence < :before AND sequence > :after
  AND (:baseUrl IS NULL OR entry.base_url = :baseUrl)
  AND (:clientId IS NULL OR entry.client_id = :clientId)
  AND (:kinds IS NULL OR entry.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:basis IS NULL OR entry.basis = :basis)
  AND (:source IS NULL OR entry.source = :source)
  AND (:uploads IS NULL OR entry.upload IN (SELECT value FROM json_each(:uploads)))
  AND (:from IS NULL OR entry.platform_time >= :from)
  AND (:until IS NULL OR entry.platform_time < :until)`;

/** Filters that match few rows, which are found by an index. */
const DISCREPANCIES = `
  SELECT sequence FROM entry INDEXED BY entry_not_accepted WHERE ${IS_NOT_ACCEPTED}
    AND (:unacknowledged = 0 OR acknowledged_at IS NULL)
  UNION SELECT sequence FROM door_conflict WHERE :unacknowledged = 0 OR acknowledged_at IS NULL`;

const rowSchema = filterRowSchema.extend({
  id: z.string(),
  sequence: z.int(),
  kioskId: z.string(),
  baseUrl: z.string(),
  source: z.enum(SOURCES),
  device: z.string().nullable(),
  kind: z.enum(KINDS),
  basis: z.enum(BASES),
  sealed: z.instanceof(Buffer),
  ticketId: z.int().nullable(),
  ticketPerformanceId: z.int().nullable(),
  platformTime: z.int(),
  kioskTime: z.int(),
  word: z.enum(LATE_WORDS).nullable(),
  upload: z.enum(UPLOAD_STATES).nullable(),
  uploadSealedReason: z.instanceof(Buffer).nullable(),
  uploadChangedAt: z.int().nullable(),
  acknowledgedAt: z.int().nullable(),
  sentAgainAt: z.int().nullable(),
  hasConflict: flagSchema,
  conflictSeenAt: z.int().nullable(),
  otherDoor: z.string().nullable(),
  otherAt: z.int().nullable(),
  isPossible: z.int().nullable(),
  knew: z.string().nullable(),
  of: z.string().nullable(),
  shown: z.string().nullable(),
  takenBackAt: z.int().nullable(),
  takenBackWhy: z.instanceof(Buffer).nullable(),
});
const rowsSchema = z.array(rowSchema);
type Row = z.infer<typeof rowSchema>;

/** Prepares the reading of pages; only the rows of a page are unsealed. */
export function createRecordList(
  db: Database,
  sealer: Sealer,
): (query: RecordQuery) => readonly LedgerRecord[] {
  const newestFirst = prepare(db, 'ORDER BY sequence DESC LIMIT :limit');
  const oldestFirst = prepare(db, 'ORDER BY sequence LIMIT :limit');

  return (query) => {
    const { limit, before, after, downTo, clientRef, barcode, kinds, uploads, from, until } = query;
    const { all, ofBarcode, ofDiscrepancies } = after === undefined ? newestFirst : oldestFirst;
    const wanted = {
      limit,
      before: before ?? Number.MAX_SAFE_INTEGER,
      after: after ?? (downTo ?? 1) - 1,
      baseUrl: clientRef?.baseUrl ?? null,
      clientId: clientRef?.clientId ?? null,
      kinds: kinds === undefined ? null : JSON.stringify(kinds),
      basis: query.basis ?? null,
      source: query.source ?? null,
      from: from ?? null,
      until: until ?? null,
      uploads: uploads === undefined ? null : JSON.stringify(uploads),
      unacknowledged: query.discrepancies === 'to acknowledge' ? 1 : 0,
      codeHash: barcode === undefined ? null : sealer.lookup(barcode.clientRef, barcode.code),
    };
    const ofSome = barcode === undefined ? all : ofBarcode;
    const way = query.discrepancies === undefined ? ofSome : ofDiscrepancies;
    const rows = way.all(wanted);
    return rowsSchema.parse(rows).map((row) => recordOf(row, sealer));
  };
}

function prepare(db: Database, page: string) {
  const all = db.prepare(`${COLUMNS} FROM entry ${BESIDE} WHERE ${WANTED} ${page}`);
  const ofBarcode = db.prepare(
    `${COLUMNS} FROM entry INDEXED BY entry_by_code ${BESIDE}
     WHERE entry.code_hash = :codeHash AND ${WANTED} ${page}`,
  );
  const ofDiscrepancies = db.prepare(
    `${COLUMNS} FROM (${DISCREPANCIES}) CROSS JOIN entry USING (sequence) ${BESIDE}
     WHERE ${WANTED} ${page}`,
  );
  return { all, ofBarcode, ofDiscrepancies };
}

function recordOf(row: Row, sealer: Sealer): LedgerRecord {
  const content = sealer.open(row.sealed, sealedEntrySchema);
  return {
    id: row.id,
    sequence: row.sequence,
    kioskId: row.kioskId,
    baseUrl: row.baseUrl,
    filter: filterOf(row),
    code: content?.code ?? null,
    source: row.source,
    device: row.device,
    kind: row.kind,
    basis: row.basis,
    reason: content?.reason ?? null,
    ticket: content?.ticket ?? null,
    words: content?.words ?? null,
    ticketIds: ticketIdsOf(row),
    platformTime: row.platformTime,
    kioskTime: row.kioskTime,
    word: row.word,
    upload: uploadOf(row, sealer),
    twoDoors: twoDoorsOf(row),
    lineage: lineageOf(row.knew, row.of, row.shown),
    takenBack: takenBackOf(row, sealer),
  };
}

function ticketIdsOf({ ticketId, ticketPerformanceId: performanceId }: Row) {
  return ticketId === null || performanceId === null ? null : { ticketId, performanceId };
}

function twoDoorsOf({ hasConflict, conflictSeenAt: acknowledgedAt, ...row }: Row) {
  if (!hasConflict) return null;
  const { otherDoor: door, otherAt: at, isPossible } = row;
  return { acknowledgedAt, other: at === null ? null : { door, at, isPossible: isPossible === 1 } };
}

function takenBackOf({ takenBackAt: at, takenBackWhy }: Row, sealer: Sealer): TakenBack | null {
  if (at === null) return null;
  return { at, why: takenBackWhy && sealer.open(takenBackWhy, z.string()) };
}

function uploadOf(row: Row, sealer: Sealer) {
  const { upload: state, uploadSealedReason: sealed, uploadChangedAt: changedAt } = row;
  const { acknowledgedAt, sentAgainAt } = row;
  if (state === null || changedAt === null) return null;
  const reason = sealed && sealer.open(sealed, uploadReasonSchema);
  return { state, reason, changedAt, acknowledgedAt, sentAgainAt };
}
