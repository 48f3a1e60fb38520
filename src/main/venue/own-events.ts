import { eventsOfEntry, factsOf } from '#main/ledger/entry-events.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { HOUR } from '#shared/time.ts';
import type { HouseTicketEvent } from './house-event.ts';

/** How long after its performance a ticket's event is remembered, in milliseconds. */
export const REMEMBERED = 72 * HOUR;

export interface EventPorts {
  /** What people call this door now. */
  readonly door: string;
  /** The hash by which the doors of the venue recognise a client's barcode. */
  readonly hashOf: (clientRef: ClientRef, code: string) => string;
  /** When a performance starts, ms since the epoch; null if that is unknown. */
  readonly startOf: (performanceId: number) => number | null;
}

/** Returns what the other doors should know of an entry of the ledger. */
export function publishedEventsOf(
  record: LedgerRecord,
  { door, hashOf, startOf }: EventPorts,
): readonly HouseTicketEvent[] {
  const { code, baseUrl, filter, ticketIds, platformTime } = record;
  // Without its sealed part nobody could recognise the ticket.
  if (code === null) return [];
  const ticketHash = hashOf({ baseUrl, clientId: filter.clientId }, code);
  const performanceId = ticketIds?.performanceId ?? filter.performanceId ?? null;
  const start = performanceId === null ? null : startOf(performanceId);
  const until = Math.max(start ?? 0, platformTime) + REMEMBERED;
  return eventsOfEntry(factsOf(record), { ticketHash, door }).map((event) => ({
    ...event,
    type: 'ticket',
    until,
  }));
}
