import { scannableTicketSchema } from '#shared/api/index.ts';
import { z } from 'zod';
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

const valuesSchema = z.array(z.unknown()).length(14);

/** The ticket that was packed; null if the text is none. */
export function unpackTicket(text: string): CachedTicket | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const values = valuesSchema.safeParse(json);
  if (!values.success) return null;
  const ticket = scannableTicketSchema.safeParse({
    ticketId: values.data[0],
    performanceId: values.data[1],
    productionName: values.data[2],
    performanceStartDate: values.data[3],
    barcode: values.data[4],
    alreadyScanned: values.data[5],
    refundedOrVoided: values.data[6],
    orderConsumerName: values.data[7],
    performance: values.data[8],
    section: values.data[9],
    seat: values.data[10],
    ticketsScanned: values.data[11],
    ticketsSold: values.data[12],
    patron: values.data[13],
  });
  return ticket.data ?? null;
}
