import type { VerdictReason } from '#shared/model/verdict.ts';
import type { Database } from 'better-sqlite3';
import { createAdmissions } from './admissions.ts';
import type { NewEntry } from './entry.ts';
import { filterRowOf } from './filter.ts';
import type { SealedEntry } from './schemas.ts';
import type { Sealer } from './sealer.ts';
import type { WaitingCount } from './waiting-count.ts';

const INSERT_ENTRY = `
INSERT INTO entry (id, kiosk_id, platform, client_id, filter_production_id, filter_performance_id,
  lookup, source, device, kind, basis, platform_time, kiosk_time, ticket_id, performance_id, sealed, code)
VALUES (:id, :kioskId, :platform, :clientId, :productionId, :performanceId,
  :lookup, :source, :device, :kind, :basis, :platformTime, :kioskTime, :ticketId, :ticketPerformanceId, :sealed, :code)
ON CONFLICT (id) DO NOTHING`;

/** Prepares the one commit of a verdict; the function returns the entry's sequence number. */
export function createRecorder(
  db: Database,
  sealer: Sealer,
  kioskId: string,
  waiting: WaitingCount,
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
  const admissions = createAdmissions(db);

  const write = (entry: NewEntry, row: Record<string, unknown>): number => {
    const { id, platformTime: at, inDoubt } = entry;
    const { changes, lastInsertRowid } = insertEntry.run(row);
    if (changes === 0) return sequenceOf.get(id) ?? 0;
    const sequence = Number(lastInsertRowid);
    if (mustBeUploaded(entry)) {
      insertUpload.run({ sequence, at });
      waiting.add(1);
    }
    if (inDoubt) insertDoubt.run({ sequence, at });
    admissions.enter(sequence);
    return sequence;
  };

  return (entry) => {
    refuseNonsense(entry);
    const row = rowOf(entry, sealer, kioskId);
    return waiting.commit(() => write(entry, row));
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
    platform: entry.platform,
    ...filterRowOf(filter),
    lookup: sealer.lookup({ platform: entry.platform, clientId: filter.clientId }, scan.code),
    source: scan.source,
    device: scan.device,
    kind: entry.kind,
    basis: entry.basis,
    platformTime: entry.platformTime,
    kioskTime: scan.at,
    ticketId: ticketIds?.ticketId ?? null,
    ticketPerformanceId: ticketIds?.performanceId ?? null,
    sealed: sealer.seal(sealed),
    code: codeOf(entry.reason),
  };
}

/** The platform's word, or what it would have been. */
function codeOf(reason: VerdictReason): number | null {
  if (reason.type === 'platform-error') return reason.error.code;
  return reason.type === 'copy' ? reason.code : null;
}
