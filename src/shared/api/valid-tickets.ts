import { z } from 'zod';
import { scanningEnvelopeSchema } from './envelope.ts';
import { dateMs, integer, nullable, shownText } from './field.ts';
import { patronSchema } from './patron.ts';

/** One ticket of the download for offline use (spec 2.10). */
export const scannableTicketSchema = z.object({
  ticketId: integer,
  performanceId: integer,
  productionName: shownText,
  performanceStartDate: dateMs,
  barcode: z.string(),
  /** It was scanned before this download. */
  alreadyScanned: z.boolean(),
  /** The barcode is invalid; the operator may be told why. */
  refundedOrVoided: z.boolean(),
  orderConsumerName: nullable(shownText),
  performance: nullable(shownText),
  section: nullable(shownText),
  seat: nullable(shownText),
  ticketsScanned: nullable(integer),
  ticketsSold: nullable(integer),
  patron: nullable(patronSchema),
});
export type ScannableTicket = z.infer<typeof scannableTicketSchema>;

/** Answer of GET cache/validTickets (spec 2.10). `tickets` is null on failure (spec 7.2). */
export const validTicketsResponseSchema = scanningEnvelopeSchema.extend({
  clientId: nullable(integer),
  productionId: nullable(integer),
  performanceId: nullable(integer),
  tickets: nullable(z.array(scannableTicketSchema)),
});
export type ValidTicketsResponse = z.infer<typeof validTicketsResponseSchema>;
