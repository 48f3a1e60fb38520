import type { LedgerTrouble } from '#shared/ipc/kiosk-api.ts';
import type { Discrepancy, DiscrepancyPage } from '#shared/model/discrepancy.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { guarded } from './ledger/fault.ts';
import type { LedgerKeeper } from './ledger/keeper.ts';
import type { LedgerRecord } from './ledger/record.ts';
import type { PlatformClock } from './sync/platform-clock.ts';

/** How many the screen gets at once. */
const PAGE = 100;

/** The admissions that the platform will not have, for the operator to acknowledge. */
export class Discrepancies {
  readonly #keeper: LedgerKeeper;
  readonly #platformClock: Pick<PlatformClock, 'now'>;

  constructor(keeper: LedgerKeeper, platformClock: Pick<PlatformClock, 'now'>) {
    this.#keeper = keeper;
    this.#platformClock = platformClock;
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
    return ok({
      discrepancies: shown.flatMap((record) => discrepancyOf(record) ?? []),
      before: hasMore ? (shown.at(-1)?.sequence ?? null) : null,
    });
  }

  acknowledge(ids: readonly string[]): Result<null, LedgerTrouble> {
    const done = this.#keeper.use((ledger) => ledger.acknowledge(ids, this.#platformClock.now()));
    return done.ok ? ok(null) : err({ type: 'ledger', code: done.error.code });
  }
}

function discrepancyOf({
  id,
  code,
  platformTime,
  upload,
  ticket,
}: LedgerRecord): Discrepancy | null {
  if (upload?.state !== 'refused' && upload?.state !== 'conflict' && upload?.state !== 'expired') {
    return null;
  }
  return {
    id,
    code,
    scannedAt: platformTime,
    state: upload.state,
    reason: upload.reason,
    name: ticket?.name ?? null,
    performance: ticket?.performance ?? null,
    seat: ticket?.seat ?? null,
  };
}
