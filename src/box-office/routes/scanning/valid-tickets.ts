import { setImmediate as otherWork } from 'node:timers/promises';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import {
  ERROR,
  scanFilterSchema,
  type ScanFilter,
  type ScannableTicket,
  type ScanningEnvelope,
  type ValidTicketsResponse,
} from '#shared/api/index.ts';
import { sessionOf } from '../../access.ts';
import { createDownloadVersions, isKnownTo, tellVersion } from '../../download-version.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { failure, successEnvelope, type DataOf, type NothingOf } from '../../envelope.ts';
import { performanceText } from '../../performance-text.ts';
import { hasUnknownMembers, KNOWN_IN } from '../../request-members.ts';
import type { PerformanceRow } from '../../performances.ts';
import { isOpen } from '../../scan-window.ts';
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
 * asks for: exactly those that validateTicket would look at.
 * They are read and sent page by page, so that neither memory nor scanning depends on their number.
 */
export function validTickets(services: Services) {
  const { users, dialect, tickets, now } = services;
  const versionOf = createDownloadVersions(tickets, now);
  return (c: Context<AppEnv>) => {
    if (dialect.refusesUnknownMembers && hasUnknownMembers(c.req.query(), KNOWN_IN.validTickets)) {
      return c.body(null, 400);
    }
    const filter = querySchema.safeParse(c.req.query()).data;
    if (filter === undefined) return failure(c, ERROR.inputMissingRequiredField);
    const session = sessionOf(c);
    if (!users.mayAccess(session.userId, filter.clientId)) {
      return failure(c, ERROR.userWrongClient);
    }

    const { clientId, productionId = null, performanceId = null } = filter;
    const [scope, asked] = performancesOf(services, filter);
    const version = versionOf({ filter, scope, asked, seesPatrons: session.seesPatrons });
    tellVersion(c, version);
    if (isKnownTo(c, version)) return c.body(null, 304);
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
        const read = pages(services, scope, session.seesPatrons);
        for await (const text of textOf(dialect, head, read)) {
          await body.write(text);
          if (body.aborted) return;
        }
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

/**
 * The performances whose tickets validateTicket would let in under this filter: those within their
 * scan window or, where a filter reaches beyond it, all. And all that the filter asks for.
 */
function performancesOf(
  { performances, filterWindow, now }: Services,
  { clientId, productionId, performanceId }: ScanFilter,
): readonly [scope: readonly PerformanceRow[], asked: readonly PerformanceRow[]] {
  const asked = performances
    .allOf(clientId)
    .filter(
      (performance) =>
        (productionId === undefined || performance.productionId === productionId) &&
        (performanceId === undefined || performance.id === performanceId),
    );
  const isFiltered = productionId !== undefined || performanceId !== undefined;
  if (isFiltered && filterWindow === 'beyond') return [asked, asked];
  const at = now();
  return [asked.filter((performance) => isOpen(performance, at)), asked];
}

/** The answer piece by piece, in the words of the dialect. */
async function* textOf(
  { say }: Dialect,
  head: object,
  tickets: Iterable<readonly ScannableTicket[]>,
): AsyncGenerator<string> {
  let begun = false;
  for (const page of tickets) {
    const said = page.map((ticket) => JSON.stringify(say(ticket))).join(',');
    yield begun ? `,${said}` : `${JSON.stringify(say(head)).slice(0, -1)},"tickets":[${said}`;
    begun = true;
    await otherWork();
  }
  yield begun ? ']}' : JSON.stringify(say({ ...head, tickets: [] }));
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
