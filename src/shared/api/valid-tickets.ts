import type { z } from 'zod';
import { scanningEnvelopeFields } from './envelope.ts';
import { dateMs, exactText, flag, integer, nullable, shownText } from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { patron } from './patron.ts';
import { listOf, record } from './record.ts';

/** One ticket of the download for offline use (spec 2.10). */
export const scannableTicket = record(MUST_HAVE.scannableTicket, {
  ticketId: integer,
  performanceId: integer,
  productionName: shownText,
  performanceStartDate: dateMs,
  barcode: exactText,
  /** It was scanned before this download. */
  alreadyScanned: flag,
  /** The barcode is invalid; the operator may be told why. */
  refundedOrVoided: flag,
  orderConsumerName: nullable(shownText),
  performance: nullable(shownText),
  section: nullable(shownText),
  seat: nullable(shownText),
  ticketsScanned: nullable(integer),
  ticketsSold: nullable(integer),
  patron: nullable(patron),
});
export const scannableTicketSchema = scannableTicket.strict;
export type ScannableTicket = z.infer<typeof scannableTicketSchema>;

/** Answer of GET cache/validTickets (spec 2.10). `tickets` is null on failure (spec 7.2). */
export const validTickets = record(MUST_HAVE.validTickets, {
  ...scanningEnvelopeFields,
  clientId: nullable(integer),
  productionId: nullable(integer),
  performanceId: nullable(integer),
  tickets: nullable(listOf(scannableTicket)),
});
export const validTicketsResponseSchema = validTickets.strict;
export type ValidTicketsResponse = z.infer<typeof validTicketsResponseSchema>;
