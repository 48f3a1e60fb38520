import { ERROR, type ErrorCode, type ScanFilter } from '#shared/api/index.ts';
import type { FilterWindow } from './dialects/dialect.ts';
import { isOpen } from './scan-window.ts';
import type { Performances } from './performances.ts';
import type { TicketRow, Tickets } from './tickets.ts';

/** What validateTicket finds: a ticket that has just been admitted, or why it was not. */
export type Admission =
  | { readonly admitted: true; readonly ticket: TicketRow }
  | { readonly admitted: false; readonly code: ErrorCode; readonly ticket: TicketRow | undefined };

interface Records {
  readonly performances: Performances;
  readonly tickets: Tickets;
  readonly filterWindow: FilterWindow;
}

/** Decides on a barcode and, if it is good, marks it scanned, both in one transaction. */
export function admit(
  { performances, tickets, filterWindow }: Records,
  filter: ScanFilter,
  barcode: string,
  now: number,
): Admission {
  return tickets.inTransaction((): Admission => {
    const production = filterProduction(performances, filter);
    // Without a filter the window always counts (spec 4.2, rule 3).
    const needsWindow = production === undefined || filterWindow === 'within';
    const candidates = tickets.byBarcode(barcode).map((ticket) => {
      const code = refusal(ticket, filter, production, needsWindow ? now : null);
      return { ticket, code };
    });
    const good = candidates.find(({ code }) => code === undefined)?.ticket;
    if (good !== undefined) {
      tickets.recordScan(good.id, { scanTime: now, offline: false }, now);
      // Read again: the order's counter includes this ticket now.
      return { admitted: true, ticket: tickets.byId(good.id) ?? good };
    }
    const [nearest] = candidates.toSorted((a, b) => stepOf(b.code) - stepOf(a.code));
    const { code = ERROR.ticketNotValid, ticket } = nearest ?? {};
    return { admitted: false, code, ticket };
  });
}

/** The checks in their order: of tickets that share a barcode, the one that passed most says why. */
const CHECKS: readonly (ErrorCode | undefined)[] = [
  ERROR.ticketWrongClient,
  ERROR.ticketWrongSeries,
  ERROR.ticketWrongPerformance,
  ERROR.ticketVoided,
  ERROR.ticketRefunded,
  ERROR.ticketAlreadyScanned,
];

function stepOf(code: ErrorCode | undefined): number {
  return CHECKS.indexOf(code);
}

/** The production that the filter asks for, by itself or by its performance; -1: none such exists. */
function filterProduction(performances: Performances, filter: ScanFilter): number | undefined {
  if (filter.productionId !== undefined) return filter.productionId;
  if (filter.performanceId === undefined) return undefined;
  return performances.productionOf(filter.performanceId) ?? -1;
}

/**
 * Validity before duplicate: a ticket that is not good here is never called "already scanned". Where
 * `now` is null, any time is good.
 */
function refusal(
  ticket: TicketRow,
  filter: ScanFilter,
  productionId: number | undefined,
  now: number | null,
): ErrorCode | undefined {
  if (ticket.clientId !== filter.clientId) return ERROR.ticketWrongClient;
  if (productionId !== undefined && ticket.productionId !== productionId) {
    return ERROR.ticketWrongSeries;
  }
  if (filter.performanceId !== undefined && ticket.performanceId !== filter.performanceId) {
    return ERROR.ticketWrongPerformance;
  }
  if (now !== null && !isOpen(ticket, now)) return ERROR.ticketWrongPerformance;
  if (ticket.state === 'voided') return ERROR.ticketVoided;
  if (ticket.state === 'refunded') return ERROR.ticketRefunded;
  if (ticket.scannedAt !== null) return ERROR.ticketAlreadyScanned;
  return undefined;
}
