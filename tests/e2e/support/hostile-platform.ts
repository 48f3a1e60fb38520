import {
  authenticationResponseSchema,
  calendarResponseSchema,
  eventsResponseSchema,
  filterOptionsResponseSchema,
  SCANNING_PATHS,
  seriesResponseSchema,
  validateTicketResponseSchema,
  validTicketsResponseSchema,
} from '#shared/api/index.ts';
import { hostileHtml, hostileValue } from '#tests/support/hostile.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

/** What a hostile page would run. */
export const HARM = 'window.harmed=true';

/** The codes that it answers in a way of their own; every other is refused. */
export const CODES = {
  admitted: 'HOSTILE-ADMITTED',
  twice: 'HOSTILE-TWICE',
  refused: 'HOSTILE-NO',
};

/** A platform that keeps to the contract and means harm with every text that it sends. */
export interface HostilePlatform {
  readonly baseUrl: string;
  /** What was asked for that is no call of the kiosk: something hostile has loaded it. */
  readonly strangers: readonly string[];
  close(): Promise<void>;
}

const askedSchema = z.object({
  barcodeString: z.string().optional(),
  password: z.string().optional(),
});

/** Each text has this many characters at least. */
const LENGTH = 5_000;

export async function openHostilePlatform(): Promise<HostilePlatform> {
  const strangers: string[] = [];
  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const html = hostileHtml(`${baseUrl}/harm`, HARM);
  const text = html.repeat(Math.ceil(LENGTH / html.length));

  /** An answer in which all that could be hostile is. */
  const hostile = (schema: z.ZodType) =>
    z.record(z.string(), z.unknown()).parse(hostileValue(schema, () => text));
  const envelope = () => ({
    accessTokenExpiration: Date.now() + 60 * 60_000,
    error: false,
    errorMessageHTML: text,
    errorDetails: null,
  });
  const refusal = (errorCodeId: number, errorCodeKey: string) => ({
    ...envelope(),
    error: true,
    errorDetails: { errorCodeId, errorCodeKey, errorCodeName: text, forceLogout: false },
  });
  const start = Date.now() + 30 * 60_000;
  const date = new Date(start).toISOString().slice(0, 10);
  const performance = {
    performanceStart: start,
    performanceDate: date,
    availabilityCode: 'A',
    displayCode: 'M',
    productionLogoLink: `${baseUrl}/harm/logo`,
  };
  const ofProgramme = { serviceMessages: {}, errors: [], warnings: [], clientId: 1 };

  async function answer(request: IncomingMessage): Promise<unknown> {
    const { pathname } = new URL(request.url ?? '/', baseUrl);
    const asked = request.method === 'POST' ? askedSchema.parse(await json(request)) : {};
    switch (pathname) {
      case SCANNING_PATHS.authenticate:
        return asked.password === 'wrong'
          ? refusal(99, text)
          : { ...hostile(authenticationResponseSchema), ...envelope(), accessToken: 'token' };
      case SCANNING_PATHS.filterOptions: {
        const productions = [
          {
            productionId: 1,
            productionName: text,
            performances: [{ performanceId: 1, performanceStart: start }],
          },
        ];
        return {
          ...hostile(filterOptionsResponseSchema),
          ...envelope(),
          clients: [{ id: 1, value: text, productions }],
        };
      }
      case SCANNING_PATHS.validateTicket:
        return verdict(asked.barcodeString ?? '');
      case SCANNING_PATHS.validTickets: {
        const answer = hostile(validTicketsResponseSchema);
        const [ticket = {}] = z.array(z.record(z.string(), z.unknown())).parse(answer['tickets']);
        const tickets = Array.from({ length: 5 }, (_, index) => ({
          ...ticket,
          ticketId: index + 1,
          barcode: `${CODES.admitted}-${index}`,
          performanceStartDate: start,
        }));
        const about = { clientId: 1, productionId: null, performanceId: null };
        return { ...envelope(), ...about, tickets };
      }
      case SCANNING_PATHS.syncScans:
        return { failedBarcodes: [] };
      case SCANNING_PATHS.validateToken:
      case SCANNING_PATHS.invalidateToken:
        return envelope();
      default:
        return programme(pathname);
    }
  }

  function verdict(code: string): unknown {
    if (code === CODES.admitted) return { ...hostile(validateTicketResponseSchema), ...envelope() };
    return code === CODES.twice ? refusal(12, 'error.ticket.alreadyScanned') : refusal(99, text);
  }

  function programme(path: string): unknown {
    const [view] = /(?<=^\/public\/)(calendar|series|events)(?=\/client)/.exec(path) ?? [];
    const list = z.array(z.record(z.string(), z.unknown()));
    switch (view ?? '') {
      case 'calendar': {
        const { performancesByDateDisplay: days } = hostile(calendarResponseSchema);
        const [shown = []] = Object.values(z.record(z.string(), list).parse(days));
        const performances = shown.map((each) => ({ ...each, ...performance }));
        return {
          ...hostile(calendarResponseSchema),
          ...ofProgramme,
          performancesByDateDisplay: { [date]: performances },
        };
      }
      case 'events': {
        const answer = hostile(eventsResponseSchema);
        const performances = list
          .parse(answer['performances'])
          .map((each) => ({ ...each, ...performance }));
        return { ...answer, ...ofProgramme, performances };
      }
      case 'series': {
        const answer = hostile(seriesResponseSchema);
        const run = {
          firstPerformanceDate: start,
          lastPerformanceDate: start,
          productionStatus: 'T',
        };
        const seriesInformation = list.parse(answer['seriesInformation']).map((each) => ({
          ...each,
          ...run,
          productionLogoLink: `${baseUrl}/harm/logo`,
        }));
        return { ...answer, ...ofProgramme, seriesInformation };
      }
      default:
        strangers.push(path);
        return null;
    }
  }

  return {
    baseUrl,
    strangers,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
