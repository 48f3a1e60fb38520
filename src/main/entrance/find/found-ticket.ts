import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { FoundStanding, FoundTicket } from '#shared/model/find.ts';
import { nameOrNumber } from '#shared/name-or-number.ts';

/**
 * A found ticket as it is sent to the screen: what a person recognises it by, without its barcode.
 */
export function foundTicket(
  id: string,
  ticket: SnapshotTicket,
  standing: FoundStanding,
): FoundTicket {
  const { ticketId, section, seat, performanceStartDate, ticketsSold } = ticket;
  const name = ticket.orderConsumerName;
  const guest = guestOf(ticket);
  return {
    id,
    ticketId,
    name: name ?? guest,
    guest: guest === name || name === null ? null : guest,
    section,
    seat,
    productionName: nameOrNumber(ticket.productionName, ticket.performanceId),
    performanceStart: performanceStartDate,
    ticketsSold,
    standing,
  };
}

function guestOf({ patron }: SnapshotTicket): string | null {
  const names = [patron?.firstName, patron?.lastName].map((name) => name?.trim() ?? '');
  return names.filter((name) => name !== '').join(' ') || null;
}
