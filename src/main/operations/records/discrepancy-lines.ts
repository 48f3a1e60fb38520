import { zonedTime } from '#shared/zone-time.ts';
import { notAccepted } from '#main/ledger/not-accepted.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { shownTicket } from '#main/operations/records/shown-ticket.ts';
import { csvLine } from '#main/base/export/csv.ts';
import type { OfKiosk } from '#main/base/export/parts.ts';
import { TICKET_COLUMNS, ticketCells } from './ticket-cells.ts';
import { redactReason } from '#main/base/redact-reason.ts';
import { uploadReasonText } from './upload-reason-text.ts';

/** The column headings. */
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
    'sent again at (UTC)',
    'other door',
    'there at (UTC)',
  ]);
}

/**
 * The line of an admission that the platform does not accept, on the platform's clock. Unknown values stay
 * empty.
 */
export function discrepancyLine(
  record: LedgerRecord,
  { kioskName, timeZone, showsNames }: OfKiosk,
): string {
  const { platformTime, code, upload, twoDoors, ticket, ticketIds } = record;
  const utc = (at: number | null | undefined) => (at ? new Date(at).toISOString() : '');
  return csvLine([
    utc(platformTime),
    zonedTime(platformTime, timeZone),
    { barcode: code },
    [
      notAccepted(upload),
      twoDoors && (twoDoors.other?.isPossible ? 'possibly two-doors' : 'two-doors'),
    ]
      .filter(Boolean)
      .join(', '),
    uploadReasonText(upload?.reason ? redactReason(upload.reason) : null),
    ...ticketCells(shownTicket(ticket, showsNames), ticketIds),
    kioskName,
    utc(upload?.acknowledgedAt ?? twoDoors?.acknowledgedAt),
    utc(upload?.sentAgainAt),
    twoDoors?.other?.door ?? '',
    utc(twoDoors?.other?.at),
  ]);
}
