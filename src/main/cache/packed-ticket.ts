import { scannableTicketSchema } from '#shared/api/index.ts';
import type { CachedTicket } from './cache-state.ts';

/** A ticket as it is sealed: its values without their names, which would be half of its size. */
export function packTicket(ticket: CachedTicket): string {
  return JSON.stringify([
    ticket.ticketId,
    ticket.performanceId,
    ticket.productionName,
    ticket.performanceStartDate,
    ticket.barcode,
    ticket.alreadyScanned,
    ticket.refundedOrVoided,
    ticket.orderConsumerName,
    ticket.performance,
    ticket.section,
    ticket.seat,
    ticket.ticketsScanned,
    ticket.ticketsSold,
    ticket.patron,
  ]);
}

/** The ticket that was packed; null if the text is none. */
export function unpackTicket(text: string): CachedTicket | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(json)) return null;
  const values: readonly unknown[] = json;
  const ticket = scannableTicketSchema.safeParse({
    ticketId: values[0],
    performanceId: values[1],
    productionName: values[2],
    performanceStartDate: values[3],
    barcode: values[4],
    alreadyScanned: values[5],
    refundedOrVoided: values[6],
    orderConsumerName: values[7],
    performance: values[8],
    section: values[9],
    seat: values[10],
    ticketsScanned: values[11],
    ticketsSold: values[12],
    patron: values[13],
  });
  return ticket.data ?? null;
}
