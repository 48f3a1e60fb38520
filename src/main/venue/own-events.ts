import { eventsOfEntry, factsOf } from '#main/ledger/entry-events.ts';
import type { QuestionUnderWay } from '#main/ledger/entry.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { HOUR } from '#shared/time.ts';
import type { HouseTicketEvent } from './house-event.ts';

/** How long after its performance a ticket's event is remembered, in milliseconds. */
export const REMEMBERED = 72 * HOUR;

/** How long a question under way is remembered, in milliseconds: its guest may go to another door. */
const QUESTION_REMEMBERED = HOUR;

export interface EventPorts {
  /** This door's key: only it can sign what happened here. */
  readonly kioskId: string;
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
  { kioskId, door, hashOf, startOf }: EventPorts,
): readonly HouseTicketEvent[] {
  const { code, baseUrl, filter, ticketIds, platformTime } = record;
  // Without its sealed part nobody could recognise the ticket. An earlier key of this kiosk is lost.
  if (code === null || record.kioskId !== kioskId) return [];
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

/** A question under way, as it is published. */
export type AskedEvent = Extract<HouseTicketEvent, { kind: 'asked' }>;

/**
 * Returns the event of a question under way.
 *
 * @param count how many questions were asked for this scan before: each is about another form of its code
 */
export function questionEvent(
  { id, baseUrl, filter, scan, ticketIds, platformTime: at, knew }: QuestionUnderWay,
  count: number,
  { kioskId, door, hashOf }: Omit<EventPorts, 'startOf'>,
): AskedEvent {
  const { clientId, productionId = null, performanceId: filterPerformanceId = null } = filter;
  return {
    type: 'ticket',
    kind: 'asked',
    id: `${id}/asked/${count}`,
    scan: id,
    ...{ kioskId, door, baseUrl, clientId, at, knew: [...knew] },
    ticketHash: hashOf({ baseUrl, clientId }, scan.code),
    ticketId: ticketIds?.ticketId ?? null,
    performanceId: ticketIds?.performanceId ?? filterPerformanceId,
    ...{ productionId, filterPerformanceId },
    until: at + QUESTION_REMEMBERED,
  };
}

/** Returns the event that ends a question of whose scan there is no event. */
export function questionEnd(question: AskedEvent): HouseTicketEvent {
  const { kioskId, door, baseUrl, clientId, ticketHash, ticketId, performanceId, at } = question;
  return {
    ...{ type: 'ticket', kind: 'answered', id: `${question.id}/ended`, of: question.id },
    ...{ kioskId, door, baseUrl, clientId, ticketHash, ticketId, performanceId, at },
    ...{ knew: [], word: 'refused', until: question.until },
  };
}
