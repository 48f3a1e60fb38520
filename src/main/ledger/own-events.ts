import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { LATE_WORDS, UPLOAD_STATES } from '#shared/model/uploads.ts';
import { eventsOfEntry } from './entry-events.ts';
import { lineageOf } from './lineage.ts';
import { BASES, flagSchema, KINDS, uploadReasonSchema } from './schemas.ts';
import type { Sealer } from './sealer.ts';
import type { TicketEvent } from './ticket-event.ts';

/** The tickets of which a code is read. */
export interface EventsWanted {
  readonly clientRef: ClientRef;
  readonly code: string;
  /** The platform's numbers of the tickets that bear it; more barcodes may be on each. */
  readonly ticketIds: readonly number[];
  /** How the doors of the venue recognise the code. */
  readonly ticketHash: string;
}

const rowSchema = z.object({
  id: z.string(),
  kioskId: z.string(),
  baseUrl: z.string(),
  clientId: z.int(),
  productionId: z.int().nullable(),
  filterPerformanceId: z.int().nullable(),
  ticketId: z.int().nullable(),
  ticketPerformanceId: z.int().nullable(),
  kind: z.enum(KINDS),
  basis: z.enum(BASES),
  code: z.int().nullable(),
  platformTime: z.int(),
  word: z.enum(LATE_WORDS).nullable(),
  upload: z.enum(UPLOAD_STATES).nullable(),
  uploadReason: z.instanceof(Buffer).nullable(),
  isTakenBack: flagSchema,
  codeHash: z.instanceof(Buffer),
  knew: z.string().nullable(),
  of: z.string().nullable(),
  shown: z.string().nullable(),
});
const rowsSchema = z.array(rowSchema);

/**
 * Without a join and without an order: SQLite (with STAT4) plans both anew for each set of values, which takes several
 * times as long as the answer.
 */
const COLUMNS = `
SELECT id, kiosk_id AS kioskId, base_url AS baseUrl, client_id AS clientId,
  filter_production_id AS productionId, filter_performance_id AS filterPerformanceId,
  ticket_id AS ticketId, ticket_performance_id AS ticketPerformanceId, kind, basis, error_code AS code,
  platform_time AS platformTime, upload, upload_sealed_reason AS uploadReason, code_hash AS codeHash,
  (SELECT answer FROM late_answer WHERE late_answer.sequence = entry.sequence) AS word,
  EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.sequence = entry.sequence) AS isTakenBack,
  (SELECT knew FROM lineage WHERE lineage.sequence = entry.sequence) AS knew,
  (SELECT of_id FROM lineage WHERE lineage.sequence = entry.sequence) AS "of",
  (SELECT shown FROM lineage WHERE lineage.sequence = entry.sequence) AS shown
FROM entry`;

/** Prepares the look-up of this kiosk's own events about a code, and about the tickets that bear it. */
export function createOwnEvents(
  db: Database,
  sealer: Sealer,
): (wanted: EventsWanted) => readonly TicketEvent[] {
  // A short query first: most tickets are new, and the whole ones take three times as long.
  const isKnown = db
    .prepare<[Buffer, number | null], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM entry WHERE code_hash = ?)
         OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_by_ticket WHERE ticket_id = ?)`,
    )
    .pluck();
  const byCode = db.prepare(`${COLUMNS} WHERE code_hash = ?`);
  const byTicket = db.prepare(
    `${COLUMNS} INDEXED BY entry_by_ticket WHERE ticket_id = ? AND base_url = ? AND client_id = ?`,
  );

  return ({ clientRef, code, ticketIds, ticketHash }) => {
    const { baseUrl, clientId } = clientRef;
    const wanted = sealer.lookup(clientRef, code);
    const numbers = ticketIds.length === 0 ? [null] : ticketIds;
    if (!numbers.some((ticketId) => isKnown.get(wanted, ticketId) === 1)) return [];
    const found = byCode.all(wanted);
    for (const ticketId of ticketIds) found.push(...byTicket.all(ticketId, baseUrl, clientId));
    const rows = new Map(rowsSchema.parse(found).map((row) => [row.id, row]));
    return [...rows.values()].flatMap(({ uploadReason, knew, of, shown, codeHash, ...row }) =>
      eventsOfEntry(
        {
          ...row,
          uploadReason: uploadReason && sealer.open(uploadReason, uploadReasonSchema),
          lineage: lineageOf(knew, of, shown),
        },
        // Of another barcode the number tells that it is the same ticket.
        {
          door: '',
          ticketHash: codeHash.equals(wanted) ? ticketHash : codeHash.toString('base64'),
        },
      ),
    );
  };
}
