import type { SyncScanFailure, SyncScansRequest, SyncTicket } from '#shared/api/index.ts';
import type { Services } from './app-env.ts';
import type { SyncKey } from './dialects/dialect.ts';
import { isOpen } from './scan-window.ts';
import type { TicketRow, Tickets } from './tickets.ts';

/** Offline scans older than this are refused (spec 8). */
const OLDEST_SCAN_MS = 48 * 60 * 60 * 1000;

/** The six reasons of spec 4.2, rule 4, and one of rule 3, as sentences for the operator. */
const REASON = {
  notFound: 'No ticket with this id and barcode was found.',
  otherClient: 'The ticket does not belong to this client.',
  otherPerformance: 'The ticket does not belong to this performance.',
  refundedOrVoided: 'The ticket was refunded or voided.',
  inTheFuture: 'The scan time lies in the future.',
  tooOld: 'The scan time lies more than 48 hours in the past.',
  notOpen: 'The performance is outside of its scan window.',
} as const;

/** The barcode of an entry under the key that this box office reads; undefined if it is missing. */
export function barcodeOf(entry: SyncTicket, key: SyncKey): string | undefined {
  return key === 'either' ? (entry.barcode ?? entry.barcodeString) : entry[key];
}

/**
 * Records scans that were made offline, all in one transaction, and says which cannot be recorded.
 * A ticket that was scanned elsewhere, too, is no failure: both scans are kept. The same scan sent
 * again changes nothing.
 */
export function recordOfflineScans(
  tickets: Tickets,
  request: SyncScansRequest,
  { syncKey: key, syncNeedsWindow }: Pick<Services, 'syncKey' | 'syncNeedsWindow'>,
  now: number,
): SyncScanFailure[] {
  const isFiltered = request.productionId !== undefined || request.performanceId !== undefined;
  const needsWindow = syncNeedsWindow && !isFiltered;
  return tickets.inTransaction(() => {
    const failures: SyncScanFailure[] = [];
    for (const entry of request.tickets) {
      const barcode = barcodeOf(entry, key) ?? '';
      const ticket = tickets.byId(entry.ticketId);
      if (ticket === undefined || ticket.barcode !== barcode) {
        failures.push({ barcode, reason: REASON.notFound });
        continue;
      }
      const isClosed = needsWindow && !isOpen(ticket, now);
      const reason =
        refusal(ticket, entry, request, now) ?? (isClosed ? REASON.notOpen : undefined);
      if (reason === undefined) {
        tickets.recordScan(ticket.id, { scanTime: entry.scanTime, offline: true }, now);
      } else {
        failures.push({ barcode, reason });
      }
    }
    return failures;
  });
}

function refusal(
  ticket: TicketRow,
  entry: SyncTicket,
  filter: SyncScansRequest,
  now: number,
): string | undefined {
  if (ticket.clientId !== filter.clientId) return REASON.otherClient;
  const { productionId = ticket.productionId, performanceId = ticket.performanceId } = filter;
  if (
    ticket.performanceId !== entry.performanceId ||
    ticket.performanceId !== performanceId ||
    ticket.productionId !== productionId
  ) {
    return REASON.otherPerformance;
  }
  if (ticket.state !== 'sold') return REASON.refundedOrVoided;
  if (entry.scanTime > now) return REASON.inTheFuture;
  if (entry.scanTime < now - OLDEST_SCAN_MS) return REASON.tooOld;
  return undefined;
}
