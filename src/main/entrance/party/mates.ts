import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { LARGEST_PARTY } from '#shared/model/party.ts';
import { addressOfBuyer, hasSign, type OrderSign } from './order-sign.ts';

/** What is told of a ticket that may be of the same order; of whom it is, nothing. */
export type Mate = Pick<
  SnapshotTicket,
  | 'ticketId'
  | 'performanceId'
  | 'barcode'
  | 'alreadyScanned'
  | 'refundedOrVoided'
  | 'section'
  | 'seat'
  | 'ticketsScanned'
  | 'ticketsSold'
>;

/** The tickets that may be of one order. */
export type Mates =
  | {
      readonly type: 'found';
      /** With the ticket that they belong with. */
      readonly tickets: readonly Mate[];
      /** Nothing says that two buyers have the same name. */
      readonly isOneBuyer: boolean;
    }
  /** More than {@link LARGEST_PARTY}: whoever looks through so many ticks a stranger. */
  | { readonly type: 'too-many' };

/**
 * Finds the tickets that may be of the same order as `ticketId`, among all tickets of a snapshot, which are looked at
 * once. Tickets of another buyer with the same name are left out, where the platform tells them apart.
 */
export function matesOf(
  ticketId: number,
  sign: OrderSign,
  tickets: Iterable<SnapshotTicket>,
): Mates {
  const alike: SnapshotTicket[] = [];
  for (const ticket of tickets) {
    if (!hasSign(ticket, sign)) continue;
    alike.push(ticket);
    // The one itself is not counted.
    if (alike.length > LARGEST_PARTY + 1) return { type: 'too-many' };
  }
  const itself = alike.find((ticket) => ticket.ticketId === ticketId);
  const address = itself === undefined ? null : addressOfBuyer(itself);
  const addresses = new Set(alike.map(addressOfBuyer).filter((known) => known !== null));
  const kept = alike.filter((ticket) => {
    const its = addressOfBuyer(ticket);
    return ticket === itself || address === null || its === null || its === address;
  });
  const isOneBuyer =
    addresses.size < 2 ||
    kept.every((ticket) => addressOfBuyer(ticket) === address && address !== null);
  return { type: 'found', tickets: kept.map(mateOf), isOneBuyer };
}

function mateOf(ticket: SnapshotTicket): Mate {
  const { ticketId, performanceId, barcode, alreadyScanned, refundedOrVoided } = ticket;
  const { section, seat, ticketsScanned, ticketsSold } = ticket;
  return {
    ...{ ticketId, performanceId, barcode, alreadyScanned, refundedOrVoided },
    ...{ section, seat, ticketsScanned, ticketsSold },
  };
}
