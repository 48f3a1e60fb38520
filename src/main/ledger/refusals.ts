import type { Database } from 'better-sqlite3';
import type { LedgerRecord, RecordQuery } from './record.ts';

/** A scan that may be overruled. */
export interface RecordedScan {
  readonly record: LedgerRecord;
  /** Somebody was let in here with the same code or ticket after it; who was taken back does not count. */
  readonly isLetInSince: boolean;
}

/** By code; and by ticket, which may have another code as well. */
const LET_IN_SINCE = `
SELECT EXISTS (
  SELECT 1 FROM entry AS later
  WHERE later.lookup = entry.lookup AND later.sequence > entry.sequence AND later.kind = 'admit'
    AND NOT EXISTS (SELECT 1 FROM taken_back WHERE taken_back.sequence = later.sequence)
) OR EXISTS (
  SELECT 1 FROM admission
  WHERE admission.platform = entry.platform AND admission.client_id = entry.client_id
    AND admission.ticket_id = entry.ticket_id AND admission.platform_time > entry.platform_time
) FROM entry WHERE sequence = ?`;

/** Prepares the look-up of a scan by its id; null where there is none. */
export function createRefusals(
  db: Database,
  page: (query: RecordQuery) => readonly LedgerRecord[],
): (id: string) => RecordedScan | null {
  const sequenceOf = db
    .prepare<[string], number>('SELECT sequence FROM entry WHERE id = ?')
    .pluck();
  const letInSince = db.prepare<[number], number>(LET_IN_SINCE).pluck();
  return (id) => {
    const sequence = sequenceOf.get(id);
    if (sequence === undefined) return null;
    const [record] = page({ limit: 1, after: sequence - 1 });
    return record === undefined ? null : { record, isLetInSince: letInSince.get(sequence) === 1 };
  };
}
