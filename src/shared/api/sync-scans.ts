import { z } from 'zod';
import { dateMs, integer, shownText } from './field.ts';
import { scanFilterSchema } from './validate-ticket.ts';

/**
 * One scan made offline (spec 2.11). The spec writes its barcode's key in two ways (4.2, rule 5),
 * so both are sent, and either is accepted.
 */
export const syncTicketSchema = z
  .object({
    ticketId: integer,
    performanceId: integer,
    barcode: z.string().optional(),
    barcodeString: z.string().optional(),
    scanTime: dateMs,
  })
  .refine((ticket) => ticket.barcode !== undefined || ticket.barcodeString !== undefined, {
    message: 'barcode or barcodeString is required',
  });
export type SyncTicket = z.infer<typeof syncTicketSchema>;

/** Body of POST cache/syncScans (spec 4.2, 5). */
export const syncScansRequestSchema = scanFilterSchema.extend({
  tickets: z.array(syncTicketSchema),
});
export type SyncScansRequest = z.infer<typeof syncScansRequestSchema>;

/** A scan that could not be recorded; its barcode must be shown to the user (spec 2.11). */
export const syncScanFailureSchema = z.object({ barcode: z.string(), reason: shownText });
export type SyncScanFailure = z.infer<typeof syncScanFailureSchema>;

/** Answer of POST cache/syncScans. */
export const syncScansResponseSchema = z.object({
  failedBarcodes: z.array(syncScanFailureSchema),
});
export type SyncScansResponse = z.infer<typeof syncScansResponseSchema>;
