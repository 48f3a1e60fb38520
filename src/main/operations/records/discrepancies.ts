import { BYTE_ORDER_MARK } from '#main/base/export/csv.ts';
import { discrepancyHead, discrepancyLine } from '#main/operations/records/discrepancy-lines.ts';
import { writeNewFile } from '#main/base/export/new-file.ts';
import { exportName, type ExportParts, type OfKiosk } from '#main/base/export/parts.ts';
import { guarded } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import { notAccepted } from '#main/ledger/not-accepted.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Uploader } from '#main/sync/upload.ts';
import { redactReason } from '#main/base/redact-reason.ts';
import type { ExportedFile } from '#shared/ipc/calls.ts';
import type { ExportFailure, LedgerTrouble } from '#shared/model/failures.ts';
import type { Discrepancy, DiscrepancyPage, SentAgain } from '#shared/model/discrepancy.ts';
import type { UploadState } from '#shared/model/uploads.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { shownTicket } from './shown-ticket.ts';

/** How many the screen gets at once, and how many are read at once for a file: scans wait during a read. */
const PAGE = 100;
/** How long sending scans again waits for their outcome, in milliseconds. */
const SEND_AGAIN = 10_000;

/** The admissions that the platform does not accept, for the operator to acknowledge. */
export class Discrepancies {
  readonly #keeper: LedgerKeeper;
  readonly #platformClock: Pick<PlatformClock, 'now'>;
  readonly #exports: ExportParts;
  readonly #uploader: Pick<Uploader, 'uploadNow'>;

  constructor(
    keeper: LedgerKeeper,
    platformClock: Pick<PlatformClock, 'now'>,
    exports: ExportParts,
    uploader: Pick<Uploader, 'uploadNow'>,
  ) {
    this.#keeper = keeper;
    this.#platformClock = platformClock;
    this.#exports = exports;
    this.#uploader = uploader;
  }

  /** How many nobody has acknowledged. */
  count(): number {
    const { ledger } = this.#keeper;
    const counted = guarded(() => ledger?.unacknowledgedCount() ?? 0);
    return counted.ok ? counted.value : 0;
  }

  /** @param before the cursor of the page before; null for the first page */
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

  /** Sends refused ones again, and returns their outcome. */
  async sendAgain(ids: readonly string[]): Promise<Result<SentAgain, LedgerTrouble>> {
    const queued = this.#keeper.use((ledger) => ledger.sendAgain(ids, this.#platformClock.now()));
    if (!queued.ok) return err({ type: 'ledger', code: queued.error.code });
    if (queued.value.length > 0) await this.#uploader.uploadNow(SEND_AGAIN);
    const looked = this.#keeper.use((ledger) => guarded(() => ledger.uploadStates(queued.value)));
    if (!looked.ok) return err({ type: 'ledger', code: looked.error.code });
    const count = (...wanted: readonly UploadState[]) =>
      looked.value.filter((state) => wanted.includes(state)).length;
    return ok({
      recorded: count('recorded'),
      refused: count('refused'),
      expired: count('expired'),
      waiting: count('pending', 'sent'),
    });
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
  { id, code, platformTime, upload, twoDoors, ticket: recorded }: LedgerRecord,
  showsNames: boolean,
): Discrepancy | null {
  const state = notAccepted(upload) ?? (twoDoors && 'two-doors');
  if (state === null) return null;
  const ticket = shownTicket(recorded, showsNames);
  return {
    id,
    code,
    scannedAt: platformTime,
    state,
    otherDoor: twoDoors?.other ?? null,
    sentAgainAt: upload?.sentAgainAt ?? null,
    reason: upload?.reason ? redactReason(upload.reason) : null,
    name: ticket?.name ?? null,
    performance: ticket?.performance ?? null,
    seat: ticket?.seat ?? null,
  };
}
