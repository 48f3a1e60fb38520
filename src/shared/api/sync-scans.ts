import { z } from 'zod';
import { dateMs, exactText, integer, shownText } from './field.ts';
import { readInteger } from './lenient.ts';
import { MUST_HAVE } from './must-have.ts';
import { listOf, record } from './record.ts';
import { scanFilterSchema } from './validate-ticket.ts';

/**
 * One scan made offline (spec 2.11). The spec writes its barcode's key in two ways (4.2, rule 5),
 * so both are sent, and either is accepted.
 */
export const syncTicketSchema = z
  .object({
    ticketId: integer.strict,
    performanceId: integer.strict,
    barcode: z.string().optional(),
    barcodeString: z.string().optional(),
    scanTime: dateMs.strict,
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

/**
 * The barcode of a failure. It is compared with those that were sent, so a number is accepted as well; an
 * unreadable one matches none.
 */
const failedBarcode = {
  ...exactText,
  read: (value: unknown) => exactText.read(value) ?? readInteger(value)?.toString() ?? '',
};

/** A scan that could not be recorded; its barcode must be shown to the user (spec 2.11). */
const syncScanFailureRecord = record(MUST_HAVE.syncScanFailure, {
  barcode: failedBarcode,
  reason: shownText,
});
export const syncScanFailureSchema = syncScanFailureRecord.strict;
export type SyncScanFailure = z.infer<typeof syncScanFailureSchema>;

/** Every element of the list is a failure, even without text: it means one of the scans. */
export const syncScanFailure = {
  ...syncScanFailureRecord,
  read: (value: unknown): SyncScanFailure =>
    syncScanFailureRecord.read(value) ?? {
      barcode: failedBarcode.read(value),
      reason: '',
    },
};

/** Answer of POST cache/syncScans. */
export const syncScans = record(MUST_HAVE.syncScans, { failedBarcodes: listOf(syncScanFailure) });
export const syncScansResponseSchema = syncScans.strict;
export type SyncScansResponse = z.infer<typeof syncScansResponseSchema>;
