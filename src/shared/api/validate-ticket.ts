import { z } from 'zod';
import { scanningEnvelopeFields } from './envelope.ts';
import { integer, nullable, shownHtml, shownText } from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { patron } from './patron.ts';
import { record } from './record.ts';

/**
 * The filter of valid tickets (spec 4.2, rule 3): those of one performance, of any performance of one
 * production, or, with neither, of anything within its scan window.
 */
export const scanFilterSchema = z.object({
  clientId: integer.strict,
  productionId: integer.strict.optional(),
  performanceId: integer.strict.optional(),
});
export type ScanFilter = z.infer<typeof scanFilterSchema>;

/**
 * Returns a filter as requests carry it. The spec defines each of the two members alone, not both together,
 * so that of a performance and its production only the performance is sent.
 */
export function narrowest({ clientId, productionId, performanceId }: ScanFilter): ScanFilter {
  if (performanceId !== undefined) return { clientId, performanceId };
  return productionId === undefined ? { clientId } : { clientId, productionId };
}

/** Body of POST validateTicket (spec 4.2, 3). */
export const validateTicketRequestSchema = scanFilterSchema.extend({ barcodeString: z.string() });
export type ValidateTicketRequest = z.infer<typeof validateTicketRequestSchema>;

/** Answer of POST validateTicket (spec 2.8). All members are null on failure. */
export const validateTicket = record(MUST_HAVE.scanning, {
  ...scanningEnvelopeFields,
  name: nullable(shownText),
  performance: nullable(shownText),
  section: nullable(shownText),
  seat: nullable(shownText),
  ticketsScanned: nullable(integer),
  ticketsSold: nullable(integer),
  successMsg: nullable(shownHtml),
  patron: nullable(patron),
});
export const validateTicketResponseSchema = validateTicket.strict;
export type ValidateTicketResponse = z.infer<typeof validateTicketResponseSchema>;
