import { setImmediate as otherWork } from 'node:timers/promises';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import {
  ERROR,
  scanFilterSchema,
  type ScannableTicket,
  type ScanningEnvelope,
  type ValidTicketsResponse,
} from '#shared/api/index.ts';
import { sessionOf } from '../../access.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { failure, successEnvelope, type DataOf, type NothingOf } from '../../envelope.ts';
import { performanceText } from '../../performance-text.ts';
import type { PerformanceRow } from '../../performances.ts';
import type { TicketRow } from '../../tickets.ts';

export const NO_VALID_TICKETS: NothingOf<ValidTicketsResponse> = {
  clientId: null,
  productionId: null,
  performanceId: null,
  tickets: null,
};

/** Tickets read at once: a few milliseconds, in which no scan is answered. */
const PAGE = 200;

const idInQuery = z.string().regex(/^\d+$/).transform(Number).optional();

const querySchema = z
  .object({ clientId: idInQuery, productionId: idInQuery, performanceId: idInQuery })
  .pipe(scanFilterSchema);

/**
 * GET cache/validTickets (spec 4.2, 4 and 2.10). The tickets of all performances that the filter
 * asks for and that are within their scan window: exactly those that validateTicket would look at.
 * They are read and sent page by page, so that neither memory nor scanning depends on their number.
 */
export function validTickets(services: Services) {
  const { users, performances, now } = services;
  return (c: Context<AppEnv>) => {
    const filter = querySchema.safeParse(c.req.query()).data;
    if (filter === undefined) return failure(c, ERROR.inputMissingRequiredField);
    const session = sessionOf(c);
    if (!users.mayAccess(session.userId, filter.clientId)) {
      return failure(c, ERROR.userWrongClient);
    }

    const { clientId, productionId = null, performanceId = null } = filter;
    const open = performances
      .openOf(clientId, now())
      .filter(
        (performance) =>
          (productionId === null || performance.productionId === productionId) &&
          (performanceId === null || performance.id === performanceId),
      );
    const head: ScanningEnvelope & Omit<DataOf<ValidTicketsResponse>, 'tickets'> = {
      ...successEnvelope(c),
      clientId,
      productionId,
      performanceId,
    };

    c.header('Content-Type', 'application/json');
    return stream(
      c,
      async (body) => {
        await body.write(`${JSON.stringify(head).slice(0, -1)},"tickets":[`);
        let separator = '';
        for (const page of pages(services, open, session.seesPatrons)) {
          await body.write(separator + page.map((ticket) => JSON.stringify(ticket)).join(','));
          separator = ',';
          await otherWork();
          if (body.aborted) return;
        }
        await body.write(']}');
      },
      (error) => {
        services.reportBug(error);
        // The beginning is already on its way: a broken connection is the only way to say "failed".
        c.env.outgoing.destroy();
        return Promise.resolve();
      },
    );
  };
}

function* pages(
  { tickets, patrons }: Services,
  open: readonly PerformanceRow[],
  withPatrons: boolean,
): Generator<ScannableTicket[]> {
  for (const performance of open) {
    const text = performanceText(
      performance.productionName,
      performance.start,
      performance.timeZone,
    );
    let page = tickets.page(performance.id, 0, PAGE);
    while (page.length > 0) {
      yield page.map((ticket) =>
        scannable(ticket, text, withPatrons ? patrons.byId(ticket.patronId) : null),
      );
      page = tickets.page(performance.id, page.at(-1)?.id ?? 0, PAGE);
    }
  }
}

function scannable(
  ticket: TicketRow,
  performance: string,
  patron: ScannableTicket['patron'],
): ScannableTicket {
  return {
    ticketId: ticket.id,
    performanceId: ticket.performanceId,
    productionName: ticket.productionName,
    performanceStartDate: ticket.start,
    barcode: ticket.barcode,
    alreadyScanned: ticket.scannedAt !== null,
    refundedOrVoided: ticket.state !== 'sold',
    orderConsumerName: ticket.purchaserName,
    performance,
    section: ticket.section,
    seat: ticket.seat,
    ticketsScanned: ticket.ticketsScanned,
    ticketsSold: ticket.ticketsSold,
    patron,
  };
}
