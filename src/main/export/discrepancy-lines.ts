import type { LedgerRecord } from '#main/ledger/record.ts';
import { shownTicket } from '#main/records/shown-ticket.ts';
import { csvLine } from './csv.ts';
import type { OfKiosk } from './parts.ts';
import { TICKET_COLUMNS, ticketCells } from './ticket-cells.ts';
import { uploadReasonText } from './upload-reason-text.ts';
import { zonedTime } from './zoned-time.ts';

/** The names of the columns. */
export function discrepancyHead({ timeZone }: Pick<OfKiosk, 'timeZone'>): string {
  return csvLine([
    'scanned at (UTC)',
    `scanned at (${timeZone})`,
    'barcode',
    'state',
    'reason',
    ...TICKET_COLUMNS,
    'kiosk',
    'acknowledged at (UTC)',
  ]);
}

/** An admission that the platform will not have, on the platform's clock. Unknown things stay empty. */
export function discrepancyLine(
  record: LedgerRecord,
  { kioskName, timeZone, showsNames }: OfKiosk,
): string {
  const { platformTime, code, upload, ticket, ticketIds } = record;
  const acknowledgedAt = upload?.acknowledgedAt ?? null;
  return csvLine([
    new Date(platformTime).toISOString(),
    zonedTime(platformTime, timeZone),
    code ?? '',
    upload?.state ?? '',
    uploadReasonText(upload?.reason ?? null),
    ...ticketCells(shownTicket(ticket, showsNames), ticketIds),
    kioskName,
    acknowledgedAt === null ? '' : new Date(acknowledgedAt).toISOString(),
  ]);
}
