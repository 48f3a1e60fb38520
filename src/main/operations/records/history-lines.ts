import { assertNever } from '#shared/assert-never.ts';
import type { HistoryBasis, HistoryEntry } from '#shared/model/history.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import { zonedTime } from '#shared/zone-time.ts';
import { csvLine } from '#main/base/export/csv.ts';
import type { OfKiosk } from '#main/base/export/parts.ts';
import { TICKET_COLUMNS, ticketCells } from './ticket-cells.ts';
import { uploadReasonText } from './upload-reason-text.ts';

/** The column headings. */
export function historyHead({ timeZone }: Pick<OfKiosk, 'timeZone'>): string {
  return csvLine([
    'scanned at (UTC)',
    `scanned at (${timeZone})`,
    'barcode ends with',
    'verdict',
    'reason',
    'code',
    'basis',
    'scanner',
    'device',
    'upload',
    'upload reason',
    'late word',
    ...TICKET_COLUMNS,
    'kiosk',
    'other door',
    'there at (UTC)',
    'taken back at (UTC)',
  ]);
}

/** The line of a scan, on the platform's clock. Unknown values stay empty. */
export function historyLine(entry: HistoryEntry, { kioskName, timeZone }: OfKiosk): string {
  const { scannedAt, codeTail, kind, reason, basis, source, device, upload, word } = entry;
  const { ticket, ticketIds, takenBack } = entry;
  const usedAt = reason?.type === 'copy' ? reason.usedAtDoor : undefined;
  return csvLine([
    new Date(scannedAt).toISOString(),
    zonedTime(scannedAt, timeZone),
    { barcode: codeTail },
    kind,
    ...(reason === null ? ['', ''] : reasonCells(reason, basis)),
    basis,
    source,
    device ?? '',
    upload?.state ?? '',
    uploadReasonText(upload?.reason ?? null),
    word ?? '',
    ...ticketCells(ticket, ticketIds),
    kioskName,
    usedAt?.door ?? '',
    usedAt ? new Date(usedAt.at).toISOString() : '',
    takenBack ? new Date(takenBack.at).toISOString() : '',
  ]);
}

/** The reason, and the code that the platform gave or would have given. */
function reasonCells(reason: VerdictReason, basis: HistoryBasis): [string, string] {
  switch (reason.type) {
    case 'platform-error':
      return [reason.error.name || 'not known here', String(reason.error.code)];
    case 'copy':
      return [basis === 'venue' ? 'by another door' : 'by this kiosk’s copy', String(reason.code)];
    case 'no-answer':
      return [`no answer: ${reason.cause}`, ''];
    case 'not-signed-in':
      return ['nobody was signed in', ''];
    case 'not-known':
      return ['not known', ''];
    case 'not-listed':
      return [`not in this kiosk’s copy, which is no proof: ${reason.because.type}`, ''];
    case 'not-on':
      return ['good by this kiosk’s copy, for something that is not on', ''];
    case 'unclear':
      return [`neither proven good nor used: ${reason.because}`, ''];
    case 'word-awaited':
      return ['used; an earlier question about it was not answered yet', ''];
    case 'doubted-claim':
      return ['used at another door, which is suspicious', ''];
    case 'held':
      return ['the doors were held', ''];
    case 'came-back':
      return ['came in again', ''];
    case 'went-out':
      return [reason.isStray ? 'left; nobody was known to be inside' : 'left', ''];
    case 'house-full':
      return ['the house was full', ''];
    case 'overruled':
      return [`let in anyway: ${reason.cause}; was ${reason.kind}`, String(reason.code ?? '')];
    case 'elsewhere':
      return [`sent to another entrance: ${reason.entrance.name}`, ''];
    case 'admitted':
    case 'valid':
      return [reason.type, ''];
    default:
      return assertNever(reason);
  }
}
