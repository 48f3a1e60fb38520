import type { SnapshotTicket } from '#main/snapshot/model.ts';

/**
 * What tickets of one order have in common, as far as the platform tells: it gives no number of the order. Two orders
 * may have all of it in common, too.
 */
export interface OrderSign {
  readonly performanceId: number;
  /** The order's buyer. */
  readonly buyer: string;
  /** How many tickets the order has for this performance, at least two. */
  readonly sold: number;
}

/** Null: it has no buyer, so that it has nothing in common with another one. */
export function orderSignOf({
  performanceId,
  orderConsumerName,
  ticketsSold,
}: SnapshotTicket): OrderSign | null {
  const buyer = inOneSpelling(orderConsumerName);
  if (buyer === '' || ticketsSold === null || ticketsSold < 2) return null;
  return { performanceId, buyer, sold: ticketsSold };
}

export function hasSign(
  ticket: SnapshotTicket,
  { performanceId, buyer, sold }: OrderSign,
): boolean {
  return (
    ticket.performanceId === performanceId &&
    ticket.ticketsSold === sold &&
    inOneSpelling(ticket.orderConsumerName) === buyer
  );
}

/**
 * The buyer's address, where a ticket has it: it comes with a plus-one's data where there is a plus-one (spec 2.9).
 * Null: it does not say.
 */
export function addressOfBuyer({ patron, orderConsumerName }: SnapshotTicket): string | null {
  if (patron === null) return null;
  const { firstName, lastName, email } = patron;
  const holder = inOneSpelling([firstName, lastName].filter((name) => name !== null).join(' '));
  const isBuyer = holder.toLowerCase() === inOneSpelling(orderConsumerName).toLowerCase();
  return isBuyer ? email?.trim().toLowerCase() || null : null;
}

/** Letters that were put together differently are the same name, as are gaps. Others are not: it might be a stranger. */
function inOneSpelling(name: string | null): string {
  return (name ?? '').normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}
