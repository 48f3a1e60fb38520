import { BYTE_ORDER_MARK } from '#main/export/csv.ts';
import { discrepancyHead, discrepancyLine } from '#main/export/discrepancy-lines.ts';
import { writeNewFile } from '#main/export/new-file.ts';
import { exportName, type ExportParts, type OfKiosk } from '#main/export/parts.ts';
import { guarded } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { PlatformClock } from '#main/sync/platform-clock.ts';
import { withoutWords } from '#main/without-words.ts';
import type { ExportedFile, ExportFailure, LedgerTrouble } from '#shared/ipc/kiosk-api.ts';
import type { Discrepancy, DiscrepancyPage } from '#shared/model/discrepancy.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { shownTicket } from './shown-ticket.ts';

/** How many the screen gets at once, and are read at once for a file: scans wait meanwhile. */
const PAGE = 100;

/** The admissions that the platform will not have, for the operator to acknowledge. */
export class Discrepancies {
  readonly #keeper: LedgerKeeper;
  readonly #platformClock: Pick<PlatformClock, 'now'>;
  readonly #exports: ExportParts;

  constructor(
    keeper: LedgerKeeper,
    platformClock: Pick<PlatformClock, 'now'>,
    exports: ExportParts,
  ) {
    this.#keeper = keeper;
    this.#platformClock = platformClock;
    this.#exports = exports;
  }

  /** How many nobody has acknowledged. */
  count(): number {
    const { ledger } = this.#keeper;
    const counted = guarded(() => ledger?.unacknowledgedCount() ?? 0);
    return counted.ok ? counted.value : 0;
  }

  /** @param before of the page that came before; null for the first one */
  page(before: number | null): Result<DiscrepancyPage, LedgerTrouble> {
    const found = this.#keeper.use((ledger) =>
      guarded(() => ledger.toAcknowledge({ limit: PAGE + 1, ...(before !== null && { before }) })),
    );
    if (!found.ok) return err({ type: 'ledger', code: found.error.code });
    const shown = found.value.slice(0, PAGE);
    const hasMore = found.value.length > PAGE;
    const { showsNames } = this.#exports.ofKiosk();
    return ok({
      discrepancies: shown.flatMap((record) => discrepancyOf(record, showsNames) ?? []),
      before: hasMore ? (shown.at(-1)?.sequence ?? null) : null,
    });
  }

  acknowledge(ids: readonly string[]): Result<null, LedgerTrouble> {
    const done = this.#keeper.use((ledger) => ledger.acknowledge(ids, this.#platformClock.now()));
    return done.ok ? ok(null) : err({ type: 'ledger', code: done.error.code });
  }

  /** Writes all of them to a new file, acknowledged or not; oldest first. */
  async export(): Promise<Result<ExportedFile, ExportFailure>> {
    const { folder } = this.#exports;
    const ofKiosk = this.#exports.ofKiosk();
    const counted = { lines: 0 };
    const name = exportName(ofKiosk, 'scans-not-accepted', this.#platformClock.now());
    const written = await writeNewFile(
      { folder, name, extension: 'csv' },
      this.#parts(ofKiosk, counted),
    );
    return written.ok ? ok({ ...written.value, count: counted.lines }) : written;
  }

  /** A page at a time, whenever the one before is written. */
  *#parts(ofKiosk: OfKiosk, counted: { lines: number }): Generator<Result<string, LedgerTrouble>> {
    yield ok(BYTE_ORDER_MARK + discrepancyHead(ofKiosk));
    let after: number | undefined = 0;
    while (after !== undefined) {
      const limits: { limit: number; after: number } = { limit: PAGE, after };
      const found = this.#keeper.use((ledger) => guarded(() => ledger.notAccepted(limits)));
      if (!found.ok) {
        yield err({ type: 'ledger', code: found.error.code });
        return;
      }
      counted.lines += found.value.length;
      yield ok(found.value.map((record) => discrepancyLine(record, ofKiosk)).join(''));
      after = found.value.at(-1)?.sequence;
    }
  }
}

function discrepancyOf(
  { id, code, platformTime, upload, ticket: recorded }: LedgerRecord,
  showsNames: boolean,
): Discrepancy | null {
  if (upload?.state !== 'refused' && upload?.state !== 'conflict' && upload?.state !== 'expired') {
    return null;
  }
  const ticket = shownTicket(recorded, showsNames);
  return {
    id,
    code,
    scannedAt: platformTime,
    state: upload.state,
    reason: upload.reason && withoutWords(upload.reason),
    name: ticket?.name ?? null,
    performance: ticket?.performance ?? null,
    seat: ticket?.seat ?? null,
  };
}
