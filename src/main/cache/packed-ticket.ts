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

/** Throws when the text is not what packTicket made: the seal says that it is. */
export function unpackTicket(text: string): CachedTicket {
  const values = valuesSchema.parse(JSON.parse(text));
  return scannableTicketSchema.parse({
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
}
