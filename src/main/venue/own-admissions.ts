import type { LedgerRecord } from '#main/ledger/record.ts';
import { isUnsettled } from '#main/ledger/unsettled.ts';
import { HOUR } from '#shared/time.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { HouseEvent } from './house-event.ts';
import { settledId } from './house-reader.ts';

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

/** Returns what the other doors should know of an entry of the ledger: nothing, unless somebody was let in. */
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
  }: LedgerRecord,
  { door, markOf, startOf }: EventPorts,
): readonly HouseEvent[] {
  // Without its sealed part nobody could recognise the ticket.
  if (kind !== 'admit' || code === null) return [];
  const { clientId } = filter;
  const performanceId = ticketIds?.performanceId ?? filter.performanceId ?? null;
  const start = performanceId === null ? null : startOf(performanceId);
  const until = Math.max(start ?? 0, platformTime) + REMEMBERED;
  const isSpent = basis !== 'cache';
  const admission: HouseEvent = {
    ...{ type: 'admission', id, kioskId, door, until, baseUrl, clientId },
    mark: markOf({ baseUrl, clientId }, code),
    ticketId: ticketIds?.ticketId ?? null,
    performanceId,
    at: platformTime,
    isSettled: isSpent,
  };
  const isSettled = !isSpent && upload !== null && !isUnsettled(upload.state, upload.reason);
  return isSettled
    ? [admission, { type: 'settled', id: settledId(id), door, until, of: id }]
    : [admission];
}
