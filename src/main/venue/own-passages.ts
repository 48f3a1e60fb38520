import { isAboutTicket } from '#shared/api/error-codes.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { MARK_HOLDS_FOR } from '#main/ledger/code-history.ts';
import { isUnsettledAdmission } from '#main/ledger/unsettled.ts';
import { HOUR } from '#shared/time.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { Overruled } from '#shared/model/verdict.ts';
import { settledId, withdrawalId, type HouseAdmission, type HouseEvent } from './house-event.ts';

/** How long after its performance an admission is remembered, in milliseconds. */
export const REMEMBERED = 72 * HOUR;

export interface EventPorts {
  /** What people call this door now. */
  readonly door: string;
  /** The mark of a client's barcode. */
  readonly markOf: (clientRef: ClientRef, code: string) => string;
  /** When a performance starts, ms since the epoch; null if that is unknown. */
  readonly startOf: (performanceId: number) => number | null;
}

/**
 * Returns what the other doors should know of an entry of the ledger: nothing, unless somebody went in
 * or out, or was turned away by mistake.
 */
export function eventsOf(
  {
    id,
    kioskId,
    kind,
    basis,
    baseUrl,
    filter,
    code,
    ticketIds,
    platformTime,
    upload,
    follows,
    takenBack,
    word,
    reason,
  }: LedgerRecord,
  { door, markOf, startOf }: EventPorts,
): readonly HouseEvent[] {
  // Without its sealed part nobody could recognise the ticket.
  if (code === null) return [];
  const { clientId } = filter;
  const performanceId = ticketIds?.performanceId ?? filter.performanceId ?? null;
  const start = performanceId === null ? null : startOf(performanceId);
  const until = Math.max(start ?? 0, platformTime) + REMEMBERED;
  const isSpent = basis !== 'cache' && basis !== 'staff';
  if (kind !== 'admit' && kind !== 'exit') {
    if (word !== 'admitted') return [];
    const { productionId = null, performanceId: filterPerformanceId = null } = filter;
    return [
      {
        ...{ type: 'late right', id: `${id}/right`, of: id, door, baseUrl, clientId },
        ...{ productionId, filterPerformanceId, performanceId },
        mark: markOf({ baseUrl, clientId }, code),
        ticketId: ticketIds?.ticketId ?? null,
        at: platformTime,
        until: platformTime + MARK_HOLDS_FOR,
      },
    ];
  }
  const passage = {
    ...{ id, kioskId, door, until, baseUrl, clientId, performanceId, follows },
    mark: markOf({ baseUrl, clientId }, code),
    ticketId: ticketIds?.ticketId ?? null,
    at: platformTime,
  };
  if (kind === 'exit') return [{ ...passage, type: 'exit' }];

  const admission = {
    ...passage,
    ...({ type: 'admission', isSettled: isSpent } as const),
    ...(reason?.type === 'overruled' && overruling(reason)),
  };
  if (takenBack !== null) {
    return [admission, { type: 'withdrawal', id: withdrawalId(id), door, until, of: id }];
  }
  const state = { basis, word, upload: upload?.state ?? 'none' };
  const isSettled = !isSpent && !isUnsettledAdmission(state, upload?.reason ?? null);
  return isSettled
    ? [admission, { type: 'settled', id: settledId(id), door, until, of: id }]
    : [admission];
}

/** What the other doors should know of somebody who was let in anyway. */
function overruling({ of, code }: Overruled): Pick<HouseAdmission, 'overrules' | 'refusedFor'> {
  return { overrules: of, ...(isAboutTicket(code) && { refusedFor: code }) };
}
