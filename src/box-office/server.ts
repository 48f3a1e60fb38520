import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type Database from 'better-sqlite3';
import type { DemoGuide, DemoTicketKind } from '#shared/model/demo-guide.ts';
import { machineZone } from '#shared/zone-time.ts';
import { createApp } from './app.ts';
import type { Services } from './app-env.ts';
import { createTables, isEmpty, openDatabase } from './database.ts';
import { hashAccounts, insertAccounts } from './demo/accounts.ts';
import { insertAllDayTickets } from './demo/all-day.ts';
import { createBarcodeFinder, demoGuide } from './demo/guide.ts';
import { FEWEST_TICKETS, insertOrders } from './demo/orders.ts';
import type { FilterWindow, SyncKey } from './dialects/dialect.ts';
import { DIALECTS, type DialectName } from './dialects/index.ts';
import { DEMO_IDS, insertProgramme, type DemoIds } from './demo/programme.ts';
import { createPatrons } from './patrons.ts';
import { createPerformances } from './performances.ts';
import { createProgramme } from './programme.ts';
import type { BoxOfficeHooks } from './request-log.ts';
import type { RequestRecord } from './request-record.ts';
import { BoxOfficeStartError } from './start-error.ts';
import { createTickets, type RecordedScan } from './tickets.ts';
import { createTokens } from './tokens.ts';
import { createUsers } from './users.ts';

export interface BoxOfficeOptions {
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** The file of the data; what it holds is kept. Default: memory. */
  readonly data?: string | undefined;
  /** The same seed at the same instant gives the same demo data. Default: 1. */
  readonly seed?: number | undefined;
  /** How many demo tickets to make, at least 200. Default: 2000. */
  readonly tickets?: number | undefined;
  /** How many future performances to make up beyond the demo's, for large answers. Default: 0. */
  readonly performances?: number | undefined;
  /** The zone that the venues are in. Default: this machine's. */
  readonly timeZone?: string | undefined;
  /** Milliseconds since the epoch. Default: the machine's clock. */
  readonly now?: (() => number) | undefined;
  /** How far its clock is ahead of `now`, in milliseconds; negative if it is behind. Default: 0. */
  readonly clockOffset?: number | undefined;
  /** Whether answers carry `Date`. Default: yes. */
  readonly sendsDate?: boolean | undefined;
  /** Answers look as if a cache had held them for this many seconds (`Age`). Default: no cache. */
  readonly age?: number | undefined;
  /** How it says what it says. Default: strict. */
  readonly dialect?: DialectName | undefined;
  /** Default: the dialect's. */
  readonly syncKey?: SyncKey | undefined;
  /** Whether a filter also needs the scan window (spec 4.2, rule 3). Default: the dialect's. */
  readonly filterWindow?: FilterWindow | undefined;
  /** Whether the programme lists what has begun, as long as it can be scanned. Default: no. */
  readonly listsBegun?: boolean | undefined;
  /** A month (`yyyy-MM`) whose calendar has errors, while the rest of the programme comes. Default: none. */
  readonly failingMonth?: string | undefined;
  /** Whether a sync without a filter takes only what is inside the scan window (spec 4.2, rule 3). Default: no. */
  readonly syncNeedsWindow?: boolean | undefined;
  /** Whether a client is offered only while one of its performances can be scanned. Default: no. */
  readonly offersOpenClientsOnly?: boolean | undefined;
  /** Whether codes are found without regard to blanks, hyphens, case, leading zeros and a prefix. Default: no. */
  readonly matchesLoosely?: boolean | undefined;
  /** Whether the last two tickets of some orders share a barcode. Default: no. */
  readonly sharesBarcodes?: boolean | undefined;
  /** Whether all-day events of today and tomorrow have tickets, and can be scanned. Default: no. */
  readonly allDay?: boolean | undefined;
  /** The origins whose pages may ask for the future events (spec 8). Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly hooks?: BoxOfficeHooks | undefined;
  /** Is told of exceptions behind an answer with code 16. Default: standard error. */
  readonly reportBug?: ((error: Error) => void) | undefined;
}

export interface BoxOffice {
  readonly baseUrl: string;
  readonly guide: DemoGuide;
  /** Whether anything can be scanned now: a data file that was kept for days has nothing open. */
  readonly open: boolean;
  readonly ids: DemoIds;
  /** The requests so far, oldest first; the list grows and its records are completed. */
  readonly requests: readonly Readonly<RequestRecord>[];
  /** Further demo barcodes of a kind, e.g. for bursts. Fewer, if there are not so many. */
  readonly barcodes: (kind: DemoTicketKind, count: number) => string[];
  /** What has been recorded for a barcode, by scan time. */
  readonly scansOf: (barcode: string) => RecordedScan[];
  /** Answers everything with 503 and an envelope, or does so no more. */
  readonly setMaintenance: (on: boolean) => void;
  /** Cuts all connections, also in the middle of an answer; new ones are welcome. */
  readonly dropConnections: () => void;
  /** Ends the service and drops open connections. */
  readonly close: () => Promise<void>;
}

const DEFAULT_TICKETS = 2000;
const DEFAULT_SEED = 1;
/**
 * How long an unused connection is kept, in milliseconds. With Node's 5 s a busy machine ends one just
 * when its client sends the next request on it, and the client cannot know whether it was read.
 */
const UNUSED_CONNECTION = 60_000;

/** Starts a box office. Rejects with BoxOfficeStartError when its port or its data is no good. */
export async function startBoxOffice(options: BoxOfficeOptions = {}): Promise<BoxOffice> {
  const { clockOffset = 0, hooks = {}, reportBug = printBug } = options;
  const now = () => (options.now ?? Date.now)() + clockOffset;
  const db = openDatabase(options.data);
  try {
    if (isEmpty(db)) await fillWithDemoData(db, options, now());
    const dialect = DIALECTS[options.dialect ?? 'strict'];
    const maintenance = { on: false };
    const services: Services = {
      now,
      dialect,
      syncKey: options.syncKey ?? dialect.syncKey,
      filterWindow: options.filterWindow ?? dialect.filterWindow,
      listsBegun: options.listsBegun ?? false,
      failingMonth: options.failingMonth ?? null,
      syncNeedsWindow: options.syncNeedsWindow ?? false,
      offersOpenClientsOnly: options.offersOpenClientsOnly ?? false,
      maintenance,
      users: createUsers(db),
      tokens: createTokens(db),
      performances: createPerformances(db),
      tickets: createTickets(db, options.matchesLoosely),
      patrons: createPatrons(db),
      programme: createProgramme(db),
      allowedOrigins: options.allowedOrigins ?? [],
      reportBug: (error) => {
        // Requests that are still at work when the box office closes find no database: no bug.
        if (db.open) reportBug(error);
      },
    };
    const finder = createBarcodeFinder(db, now(), options.sharesBarcodes);
    const requests: RequestRecord[] = [];
    const { sendsDate = true, age = null } = options;
    const app = createApp(services, requests, hooks, { sendsDate, age });
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const server = createServer({ keepAliveTimeout: UNUSED_CONNECTION }, (request, response) => {
      // Node would add the machine's time.
      response.sendDate = false;
      void answer(request, response);
    });
    const baseUrl = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
    return {
      baseUrl,
      open: finder.open,
      guide: demoGuide(finder),
      ids: DEMO_IDS,
      requests,
      barcodes: finder.barcodes,
      scansOf: services.tickets.scansOf,
      setMaintenance(on) {
        maintenance.on = on;
      },
      dropConnections: () => server.closeAllConnections(),
      async close() {
        if (!server.listening) return;
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function printBug(error: Error): void {
  process.stderr.write(`${error.stack ?? error.message}\n`);
}

async function fillWithDemoData(
  db: Database.Database,
  options: BoxOfficeOptions,
  now: number,
): Promise<void> {
  const { seed = DEFAULT_SEED, tickets = DEFAULT_TICKETS, performances = 0, timeZone } = options;
  if (tickets < FEWEST_TICKETS) {
    throw new BoxOfficeStartError(`The demo data needs at least ${FEWEST_TICKETS} tickets.`);
  }
  const accounts = await hashAccounts(now);
  createTables(db, () => {
    insertProgramme(db, {
      now,
      timeZone: timeZone ?? machineZone(),
      generated: performances,
    });
    insertAccounts(db, accounts);
    insertOrders(db, { seed, tickets, now, sharesBarcodes: options.sharesBarcodes === true });
    if (options.allDay === true) insertAllDayTickets(db, seed);
  });
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new BoxOfficeStartError(listenProblem(error, host, port));
  }
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
}

function listenProblem(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Name another with --port.`;
  if (code === 'EACCES') return `Port ${port} on ${host} needs more rights than this user has.`;
  return `It is not possible to listen on ${host}, port ${port} (${String(code)}).`;
}
