import type { VerdictReason } from '#shared/model/verdict.ts';
import type { Database } from 'better-sqlite3';
import type { NewEntry, RecordedTicket } from './entry.ts';
import type { Questions } from './questions.ts';
import type { SealedEntry } from './schemas.ts';
import type { Sealer } from './sealer.ts';
import type { TwoDoors } from './two-doors.ts';
import type { Unlisted } from './unlisted.ts';
import type { UploadTotals } from './upload-totals.ts';

const COLUMNS = [
  'id',
  'kiosk_id',
  'base_url',
  'client_id',
  'filter_production_id',
  'filter_performance_id',
  'code_hash',
  'source',
  'device',
  'kind',
  'basis',
  'platform_time',
  'kiosk_time',
  'ticket_id',
  'ticket_performance_id',
  'sealed',
  'error_code',
  'upload',
  'upload_changed_at',
  'is_time_guessed',
] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | Buffer | null>>;

const INSERT_ENTRY = `INSERT INTO entry (${COLUMNS.join()})
VALUES (${COLUMNS.map(() => '?').join()}) ON CONFLICT (id) DO NOTHING`;

export interface RecorderParts {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly kioskId: string;
  readonly questions: Questions;
  readonly twoDoors: TwoDoors;
  readonly unlisted: Unlisted;
  readonly totals: UploadTotals;
}

/** Prepares the single commit that records a verdict; the function returns the entry's sequence number. */
export function createRecorder(parts: RecorderParts): (entry: NewEntry) => number {
  const { db, sealer, kioskId, questions, twoDoors, unlisted, totals } = parts;
  const insertEntry = db.prepare(INSERT_ENTRY);
  const sequenceOf = db
    .prepare<[string], number>('SELECT sequence FROM entry WHERE id = ?')
    .pluck();
  const insertAwaited = db.prepare<[number]>(
    `INSERT INTO late_answer (sequence, answer) VALUES (?, 'awaited')`,
  );

  const insertLineage = db.prepare<[number, string, string | null, string | null]>(
    'INSERT INTO lineage (sequence, knew, of_id, shown) VALUES (?, ?, ?, ?)',
  );

  const write = (entry: NewEntry, row: Row): number => {
    const { id, platformTime, inDoubt, lineage } = entry;
    const { changes, lastInsertRowid } = insertEntry.run(COLUMNS.map((column) => row[column]));
    questions.forget(id);
    if (changes === 0) return sequenceOf.get(id) ?? 0;
    const sequence = Number(lastInsertRowid);
    if (row.upload !== null) totals.noteQueued(platformTime);
    if (inDoubt) insertAwaited.run(sequence);
    if (lineage !== undefined) {
      const { knew, of, shown } = lineage;
      insertLineage.run(
        sequence,
        JSON.stringify(knew),
        of,
        shown.length === 0 ? null : JSON.stringify(shown),
      );
    }
    if (entry.mayBeAnothers === true) twoDoors.note(sequence);
    if (entry.isUnlisted === true) unlisted.record(sequence);
    return sequence;
  };

  return (entry) => {
    refuseNonsense(entry);
    const row = rowOf(entry, sealer, kioskId);
    const work = () => write(entry, row);
    const isOneStatement = isAlone(entry) && !questions.isNoted(entry.id);
    return isOneStatement ? totals.commitOne(work) : totals.commit(work);
  };
}

/** Whether nothing else is written with its row. */
function isAlone({ inDoubt, lineage, mayBeAnothers, isUnlisted }: NewEntry): boolean {
  return !inDoubt && lineage === undefined && mayBeAnothers !== true && isUnlisted !== true;
}

/**
 * The platform has not been told of an admission that the snapshot decided; nor of one that somebody has ordered, which
 * concerns it only where the snapshot calls the ticket good.
 */
export function mustBeUploaded({
  kind,
  basis,
  reason,
}: Pick<NewEntry, 'kind' | 'basis' | 'reason'>): boolean {
  if (kind !== 'admit') return false;
  return basis === 'cache' || (reason.type === 'overruled' && reason.isListed);
}

/** What is kept of a ticket, of which more may be known. */
export function ofTicket({ name, performance, section, seat }: RecordedTicket): RecordedTicket {
  return { name, performance, section, seat };
}

function refuseNonsense(entry: NewEntry): void {
  if (mustBeUploaded(entry) && entry.ticketIds === null) {
    throw new Error('an admission from the snapshot without its ticket cannot be uploaded');
  }
  if (entry.inDoubt && entry.kind === 'admit' && entry.basis === 'platform') {
    throw new Error('an admission by the platform’s word does not wait for it');
  }
}

function rowOf(entry: NewEntry, sealer: Sealer, kioskId: string): Row {
  const { filter, scan, ticket, ticketIds, platformTime } = entry;
  const isQueued = mustBeUploaded(entry);
  const sealed: SealedEntry = {
    code: scan.code,
    reason: entry.reason,
    ticket: ticket && ofTicket(ticket),
    ...(entry.words !== undefined && { words: entry.words }),
  };
  return {
    id: entry.id,
    kiosk_id: kioskId,
    base_url: entry.baseUrl,
    client_id: filter.clientId,
    filter_production_id: filter.productionId ?? null,
    filter_performance_id: filter.performanceId ?? null,
    code_hash: sealer.lookup({ baseUrl: entry.baseUrl, clientId: filter.clientId }, scan.code),
    source: scan.source,
    device: scan.device,
    kind: entry.kind,
    basis: entry.basis,
    platform_time: platformTime,
    kiosk_time: scan.at,
    ticket_id: ticketIds?.ticketId ?? null,
    ticket_performance_id: ticketIds?.performanceId ?? null,
    sealed: sealer.seal(sealed),
    error_code: codeOf(entry.reason),
    upload: isQueued ? 'pending' : null,
    upload_changed_at: isQueued ? platformTime : null,
    is_time_guessed: Number(isQueued && entry.isTimeGuessed === true),
  };
}

/** The platform's error code, or the one it would have given; also where somebody was let in anyway. */
export function codeOf(reason: VerdictReason): number | null {
  if (reason.type === 'platform-error') return reason.error.code;
  return reason.type === 'copy' || reason.type === 'overruled' ? reason.code : null;
}
