import type { HistoryFilter } from '#shared/model/history.ts';
import { tailOf } from '#shared/model/scan.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { LedgerRecord, RecordQuery } from '#main/ledger/record.ts';

/** Scans wait while a step runs, so a step opens at most so many entries, */
const OPENED = 50;
/** and passes at most so many that do not match. */
const PASSED_BY = 5_000;

/** The result of a step back through the ledger. */
export interface Step {
  /** Newest first. */
  readonly records: readonly LedgerRecord[];
  /** Where the next step begins; null: there is nothing left to look through. */
  readonly before: number | null;
}

/**
 * Takes one step back from the sequence number `before`. A step takes a few milliseconds however few
 * entries match; finding one may take many steps.
 *
 * @param seesCodes whether the viewer may see whole barcodes. Otherwise a search has to give a whole
 *   barcode, or the end that is shown anyway: a search for longer and longer parts would reveal the rest.
 */
export function stepBack(
  ledger: Pick<Ledger, 'page' | 'clientRefs'>,
  filter: HistoryFilter,
  before: number,
  seesCodes: boolean,
): Step {
  const query = queryOf(filter);
  const { code } = filter;
  // That a short text is a whole barcode would also reveal more than is shown.
  const mayBeWhole = code !== null && (seesCodes || tailOf(code) !== code);
  const clientRefs = mayBeWhole ? clientsOf(ledger, code) : [];
  if (code !== null && clientRefs.length > 0) {
    const records = clientRefs
      .flatMap((clientRef) => ledger.page({ ...query, barcode: { clientRef, code }, before }))
      .toSorted((a, b) => b.sequence - a.sequence)
      .slice(0, OPENED);
    return { records, before: nextBefore(records, null) };
  }
  if (mayBeWhole && !seesCodes) return { records: [], before: null };
  const downTo = Math.max(1, before - PASSED_BY);
  const records = ledger.page({ ...query, before, downTo });
  return {
    records:
      code === null ? records : records.filter((record) => endsWith(record, code, seesCodes)),
    before: nextBefore(records, downTo === 1 ? null : downTo),
  };
}

/** The scans of exactly this barcode. */
function clientsOf(ledger: Pick<Ledger, 'page' | 'clientRefs'>, code: string): ClientRef[] {
  return ledger
    .clientRefs()
    .filter((clientRef) => ledger.page({ barcode: { clientRef, code }, limit: 1 }).length > 0);
}

function nextBefore(records: readonly LedgerRecord[], otherwise: number | null): number | null {
  return records.length < OPENED ? otherwise : (records.at(-1)?.sequence ?? otherwise);
}

/** Normalises a search text: capital letters make no difference. */
function endsWith({ code }: LedgerRecord, end: string, seesCodes: boolean): boolean {
  if (code === null) return false;
  const seen = seesCodes ? code : tailOf(code);
  return seen.toLowerCase().endsWith(end.toLowerCase());
}

function queryOf({ kinds, basis, source, uploads, from, until }: HistoryFilter): RecordQuery {
  return {
    limit: OPENED,
    ...(kinds.length > 0 && { kinds }),
    ...(basis !== null && { basis }),
    ...(source !== null && { source }),
    ...(uploads.length > 0 && { uploads }),
    ...(from !== null && { from }),
    ...(until !== null && { until }),
  };
}
