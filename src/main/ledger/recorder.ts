import type { Database } from 'better-sqlite3';
import type { NewEntry } from './entry.ts';
import type { SealedEntry } from './schemas.ts';
import type { Sealer } from './sealer.ts';

const INSERT_ENTRY = `
INSERT INTO entry (id, kiosk_id, client_id, filter_production_id, filter_performance_id, lookup,
  source, device, kind, basis, platform_time, kiosk_time, ticket_id, performance_id, sealed)
VALUES (:id, :kioskId, :clientId, :productionId, :performanceId, :lookup,
  :source, :device, :kind, :basis, :platformTime, :kioskTime, :ticketId, :ticketPerformanceId, :sealed)
ON CONFLICT (id) DO NOTHING`;

/** Prepares the one commit of a verdict; the function returns the entry's sequence number. */
export function createRecorder(
  db: Database,
  sealer: Sealer,
  kioskId: string,
): (entry: NewEntry) => number {
  const insertEntry = db.prepare(INSERT_ENTRY);
  const sequenceOf = db
    .prepare<[string], number>('SELECT sequence FROM entry WHERE id = ?')
    .pluck();
  const insertUpload = db.prepare(
    `INSERT INTO upload (sequence, scanned_at, state, changed_at) VALUES (:sequence, :at, 'pending', :at)`,
  );
  const insertDoubt = db.prepare(
    `INSERT INTO doubt (sequence, word, changed_at) VALUES (:sequence, 'awaited', :at)`,
  );
  const insertAdmission = db.prepare(
    `INSERT INTO admission (client_id, ticket_id, kiosk_id, platform_time)
     VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );

  const commit = db.transaction((entry: NewEntry, row: Record<string, unknown>) => {
    const { id, filter, kind, ticketIds, platformTime: at, inDoubt } = entry;
    const { changes, lastInsertRowid } = insertEntry.run(row);
    if (changes === 0) return sequenceOf.get(id) ?? 0;
    const sequence = Number(lastInsertRowid);
    if (mustBeUploaded(entry)) insertUpload.run({ sequence, at });
    if (inDoubt) insertDoubt.run({ sequence, at });
    if (kind === 'admit' && ticketIds !== null) {
      insertAdmission.run(filter.clientId, ticketIds.ticketId, kioskId, at);
    }
    return sequence;
  });

  return (entry) => {
    refuseNonsense(entry);
    return commit.immediate(entry, rowOf(entry, sealer, kioskId));
  };
}

/** The platform has not been told of an admission that the cache decided. */
function mustBeUploaded({ kind, basis }: NewEntry): boolean {
  return kind === 'admit' && basis === 'cache';
}

function refuseNonsense(entry: NewEntry): void {
  if (mustBeUploaded(entry) && entry.ticketIds === null) {
    throw new Error('an admission from the cache without its ticket cannot be uploaded');
  }
  if (entry.inDoubt && entry.kind === 'admit' && entry.basis !== 'cache') {
    throw new Error('only an admission from the cache waits for the platform’s word');
  }
}

function rowOf(entry: NewEntry, sealer: Sealer, kioskId: string): Record<string, unknown> {
  const { filter, scan, ticket, ticketIds } = entry;
  const sealed: SealedEntry = {
    code: scan.code,
    reason: entry.reason,
    ticket: ticket && {
      name: ticket.name,
      performance: ticket.performance,
      section: ticket.section,
      seat: ticket.seat,
    },
  };
  return {
    id: entry.id,
    kioskId,
    clientId: filter.clientId,
    productionId: filter.productionId ?? null,
    performanceId: filter.performanceId ?? null,
    lookup: sealer.lookup(filter.clientId, scan.code),
    source: scan.source,
    device: entry.device,
    kind: entry.kind,
    basis: entry.basis,
    platformTime: entry.platformTime,
    kioskTime: scan.at,
    ticketId: ticketIds?.ticketId ?? null,
    ticketPerformanceId: ticketIds?.performanceId ?? null,
    sealed: sealer.seal(sealed),
  };
}
