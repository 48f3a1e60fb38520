import { BYTE_ORDER_MARK } from '#main/base/export/csv.ts';
import { historyHead, historyLine } from '#main/operations/records/history-lines.ts';
import { writeNewFile } from '#main/base/export/new-file.ts';
import { exportName, type ExportParts } from '#main/base/export/parts.ts';
import { guarded } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { stepBack } from '#main/operations/records/look-back.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { redactReason } from '#main/base/redact-reason.ts';
import type { ExportedFile } from '#shared/ipc/calls.ts';
import type { ExportFailure, LedgerTrouble } from '#shared/model/failures.ts';
import type {
  HistoryEntry,
  HistoryFilter,
  HistoryPage,
  HistoryUpload,
} from '#shared/model/history.ts';
import { tailOf } from '#shared/model/scan.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { setImmediate as otherWork } from 'node:timers/promises';
import { shownTicket } from './shown-ticket.ts';

/** The least number of entries on a page, if there are as many, */
const PAGE = 100;
/** and the most steps for one page, so that a search with few hits shows progress. */
const STEPS_A_PAGE = 200;

/** The history of all scans of this kiosk. Searches run in steps, so that scans are not delayed. */
export class History {
  readonly #keeper: Pick<LedgerKeeper, 'use'>;
  readonly #platformClock: Pick<PlatformClock, 'now'>;
  readonly #exports: ExportParts;
  readonly #isOpen: () => boolean;

  /**
   * @param isOpen returns whether the viewer may see whole barcodes, search for any part of them, and see
   *   names
   */
  constructor(
    keeper: Pick<LedgerKeeper, 'use'>,
    platformClock: Pick<PlatformClock, 'now'>,
    exports: ExportParts,
    isOpen: () => boolean,
  ) {
    this.#isOpen = isOpen;
    this.#keeper = keeper;
    this.#platformClock = platformClock;
    this.#exports = exports;
  }

  /** @param before the cursor of the page before; null for the first page */
  async page(
    filter: HistoryFilter,
    before: number | null,
  ): Promise<Result<HistoryPage, LedgerTrouble>> {
    const counted = this.#read((ledger) => ledger.newestSequence());
    if (!counted.ok) return counted;
    const total = counted.value;
    const isOpen = this.#isOpen();
    // Names need the PIN here: the history shows those of all guests, unlike a verdict, which shows its own
    // guest's.
    const showsNames = isOpen && this.#exports.ofKiosk().showsNames;
    const entries: HistoryEntry[] = [];
    let next = before ?? total + 1;
    for (let steps = 1; ; steps += 1) {
      const from = next;
      const step = this.#read((ledger) => stepBack(ledger, filter, from, isOpen));
      if (!step.ok) return step;
      entries.push(...step.value.records.map((record) => entryOf(record, isOpen, showsNames)));
      if (step.value.before === null) return ok({ entries, before: null, total, seen: total });
      next = step.value.before;
      if (entries.length >= PAGE || steps >= STEPS_A_PAGE) break;
      await otherWork();
    }
    return ok({ entries, before: next, total, seen: Math.max(0, total + 1 - next) });
  }

  /** Writes all scans up to now that match the filter to a new file, newest first. */
  async export(filter: HistoryFilter): Promise<Result<ExportedFile, ExportFailure>> {
    const { folder } = this.#exports;
    const newest = this.#read((ledger) => ledger.newestSequence());
    if (!newest.ok) return newest;
    const ofKiosk = this.#exports.ofKiosk();
    const counted = { lines: 0 };
    const name = exportName(ofKiosk, 'history', this.#platformClock.now());
    const written = await writeNewFile(
      { folder, name, extension: 'csv' },
      this.#lines(filter, newest.value + 1, counted),
    );
    return written.ok ? ok({ ...written.value, count: counted.lines }) : written;
  }

  /** Yields one step at a time, so that neither memory nor scanning is affected by the length. */
  async *#lines(
    filter: HistoryFilter,
    before: number,
    counted: { lines: number },
  ): AsyncGenerator<Result<string, LedgerTrouble>> {
    const ofKiosk = this.#exports.ofKiosk();
    // The number of lines is returned, so even a file without barcodes would show whether a search has
    // hits: without a PIN, anybody can export one.
    const isOpen = this.#isOpen();
    const lineOf = (record: LedgerRecord) =>
      historyLine(entryOf(record, false, ofKiosk.showsNames), ofKiosk);
    yield ok(BYTE_ORDER_MARK + historyHead(ofKiosk));
    let next: number | null = before;
    while (next !== null) {
      const from: number = next;
      const step = this.#read((ledger) => stepBack(ledger, filter, from, isOpen));
      if (!step.ok) {
        yield step;
        return;
      }
      const { records } = step.value;
      counted.lines += records.length;
      yield ok(records.map(lineOf).join(''));
      next = step.value.before;
      await otherWork();
    }
  }

  #read<T>(work: (ledger: Ledger) => T): Result<T, LedgerTrouble> {
    const read = this.#keeper.use((ledger) => guarded(() => work(ledger)));
    return read.ok ? read : err({ type: 'ledger', code: read.error.code });
  }
}

/** @param isOpen whether the whole barcode is shown */
function entryOf(record: LedgerRecord, isOpen: boolean, showsNames: boolean): HistoryEntry {
  const { id, kind, basis, reason, code, source, device, ticket, ticketIds, word } = record;
  const { upload, twoDoors, takenBack } = record;
  return {
    id,
    scannedAt: record.platformTime,
    kind,
    basis,
    reason: reason && redactReason(reason),
    codeTail: code === null ? null : tailOf(code),
    code: isOpen ? code : null,
    source,
    device,
    ticket: shownTicket(ticket, showsNames),
    ticketIds,
    word,
    upload: upload && { ...upload, reason: uploadReason(upload, isOpen) },
    twoDoors,
    words: isOpen ? record.words : null,
    // Somebody's words may be about a guest: they are not for the public.
    takenBack: takenBack && { at: takenBack.at, why: isOpen ? takenBack.why : null },
  };
}

/**
 * The platform's messages about a guest's scan are shown only where whole barcodes are, not to the public.
 */
function uploadReason({ reason }: HistoryUpload, isOpen: boolean): HistoryUpload['reason'] {
  if (reason === null || (reason.type === 'platform-words' && !isOpen)) return null;
  return redactReason(reason);
}
