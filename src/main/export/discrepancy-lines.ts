import type { LedgerRecord, RecordedUpload } from '#main/ledger/record.ts';
import { assertNever } from '#shared/assert-never.ts';
import { csvLine } from './csv.ts';
import { zonedTime } from './zoned-time.ts';

/** What a line says besides its record. */
export interface OfKiosk {
  readonly kioskName: string;
  readonly timeZone: string;
}

/** The names of the columns. */
export function discrepancyHead({ timeZone }: Pick<OfKiosk, 'timeZone'>): string {
  return csvLine([
    'scanned at (UTC)',
    `scanned at (${timeZone})`,
    'barcode',
    'state',
    'reason',
    'name',
    'performance',
    'section',
    'seat',
    'ticket id',
    'performance id',
    'kiosk',
    'acknowledged at (UTC)',
  ]);
}

/** An admission that the platform will not have, on the platform's clock. Unknown things stay empty. */
export function discrepancyLine(record: LedgerRecord, { kioskName, timeZone }: OfKiosk): string {
  const { platformTime, code, upload, ticket, ticketIds } = record;
  const acknowledgedAt = upload?.acknowledgedAt ?? null;
  return csvLine([
    new Date(platformTime).toISOString(),
    zonedTime(platformTime, timeZone),
    code ?? '',
    upload?.state ?? '',
    reasonText(upload?.reason ?? null),
    ticket?.name ?? '',
    ticket?.performance ?? '',
    ticket?.section ?? '',
    ticket?.seat ?? '',
    ticketIds === null ? '' : String(ticketIds.ticketId),
    ticketIds === null ? '' : String(ticketIds.performanceId),
    kioskName,
    acknowledgedAt === null ? '' : new Date(acknowledgedAt).toISOString(),
  ]);
}

function reasonText(reason: RecordedUpload['reason']): string {
  if (reason === null) return '';
  switch (reason.type) {
    case 'platform-error':
      return `${reason.error.code} ${reason.error.name}`;
    case 'platform-words':
      return reason.text;
    case 'unreadable':
      return 'unreadable';
    default:
      return assertNever(reason);
  }
}
