import {
  calendarResponseSchema,
  scanningEnvelopeSchema,
  SCANNING_PATHS,
  seriesResponseSchema,
} from '#shared/api/index.ts';
import { MORE_BREACHES } from './more-breaches.ts';
import { edit, failureWith, type PlantedBreach } from './planting.ts';
import type { Passing, Spoiling } from './spoiling-proxy.ts';

const CALENDAR = '/public/calendar/';
const SERIES = '/public/series/';
const EVENTS = '/public/events/';
const { validateTicket, validTickets, validateToken, syncScans } = SCANNING_PATHS;

/** Keeps the days of the month alone, without the rest of its first and last week. */
function monthOnly(body: string, { path }: Passing): string {
  const month = /month=(\d+)/.exec(path)?.[1]?.padStart(2, '0');
  if (month === undefined) return body;
  const calendar = calendarResponseSchema.parse(JSON.parse(body));
  const days = Object.entries(calendar.performancesByDateDisplay).filter(
    ([day]) => day.slice(5, 7) === month,
  );
  return JSON.stringify({ ...calendar, performancesByDateDisplay: Object.fromEntries(days) });
}

function withGhostSeries(body: string): string {
  const series = seriesResponseSchema.parse(JSON.parse(body));
  const ghosts = series.seriesInformation.slice(0, 1).map((one) => ({ ...one, productionId: 1 }));
  const seriesInformation = [...series.seriesInformation, ...ghosts];
  return JSON.stringify({ ...series, seriesInformation });
}

/** Answers every call with the expiry of the first one. */
function frozenExpiry(): Spoiling {
  let first: number | null = null;
  return {
    answer({ body }) {
      const expiry = /"accessTokenExpiration":(\d+)/.exec(body)?.[1];
      if (expiry === undefined) return {};
      first ??= Number(expiry);
      return { body: body.replace(expiry, String(first)) };
    },
  };
}

export const PLANTED_BREACHES: readonly PlantedBreach[] = [
  {
    name: 'a field of the events is missing',
    noticedBy: 'events of a client',
    spoiling: edit(EVENTS, (body) => body.replaceAll(/"tixRemaining":\d+,/g, '')),
  },
  {
    name: 'a nullable field of the calendar is left out instead of null',
    noticedBy: 'calendar of a client',
    spoiling: edit(CALENDAR, (body) => body.replaceAll('"customMessage":null,', '')),
  },
  {
    name: 'a field of the series has another type',
    noticedBy: 'series of a client',
    spoiling: edit(SERIES, (body) =>
      body.replaceAll(/"productionId":(\d+)/g, '"productionId":"$1"'),
    ),
  },
  {
    name: 'a page of HTML instead of the events',
    noticedBy: 'events of a client',
    spoiling: edit(EVENTS, () => '<html></html>'),
  },
  {
    name: 'a display code that the spec does not know',
    noticedBy: 'displayCode is',
    spoiling: edit('/public/', (body) => body.replaceAll('"displayCode":"T"', '"displayCode":"X"')),
  },
  {
    name: 'a production status that the spec does not know',
    noticedBy: 'productionStatus is',
    spoiling: edit(SERIES, (body) => body.replaceAll('Status":"U"', 'Status":"?"')),
  },
  {
    name: 'a colour beyond the ten',
    noticedBy: 'productionStyle is',
    spoiling: edit(SERIES, (body) =>
      body.replaceAll('"productionStyle":9', '"productionStyle":10'),
    ),
  },
  {
    name: 'a message that has to be shown is missing',
    noticedBy: 'displayCode M has a customMessage',
    spoiling: edit('/public/', (body) =>
      body.replaceAll(/"customMessage":"[^"]*"/g, '"customMessage":null'),
    ),
  },
  {
    name: 'times with 24 hours where 12 are promised',
    noticedBy: 'performanceTime is h:mm a',
    spoiling: edit('/public/', (body) => body.replaceAll('"7:30 PM"', '"19:30"')),
  },
  {
    name: 'dates as in Europe',
    noticedBy: 'performanceDate is MM/dd/yyyy',
    spoiling: edit('/public/', (body) =>
      body.replaceAll(/"performanceDate":"(\d+)\/(\d+)\//g, '"performanceDate":"$2.$1.'),
    ),
  },
  {
    name: 'a calendar without whole weeks',
    noticedBy: 'covers whole weeks',
    spoiling: edit(CALENDAR, monthOnly),
  },
  {
    name: 'a calendar that shows this month whatever it is asked for',
    noticedBy: 'month and year select',
    spoiling: { request: (_, path) => path.replace(/\?month=\d+&year=2.*|\?year=2.*/, '') },
  },
  {
    name: 'a calendar that ignores the time',
    noticedBy: 'selects the same as month and year',
    spoiling: { request: (_, path) => path.replace(/\?time=.*/, '') },
  },
  {
    name: 'a series that does not play',
    noticedBy: 'productions that have future performances',
    spoiling: edit(SERIES, withGhostSeries),
  },
  {
    name: 'a link to tickets that nobody can buy',
    noticedBy: 'showLinkToBuyTickets',
    spoiling: edit(SERIES, (body) => body.replaceAll('BuyTickets":false', 'BuyTickets":true')),
  },
  {
    name: 'a series that began before its first future performance',
    noticedBy: 'firstPerformanceDate',
    spoiling: edit(SERIES, (body) =>
      body.replaceAll('"firstPerformanceDate":1', '"firstPerformanceDate":10'),
    ),
  },
  {
    name: 'a status of 404 for an unknown client',
    noticedBy: 'events with an unknown client',
    spoiling: {
      answer: ({ path }) => (path === '/public/events/client(2147483647)' ? { status: 404 } : {}),
    },
  },
  {
    name: 'a problem that is kept back',
    noticedBy: 'calendar with the header clientId missing',
    spoiling: edit('/public/', (body) =>
      body.replaceAll(/"(errors|allMessages)":\["[^"]*"\]/g, '"$1":[]'),
    ),
  },
  {
    name: 'browsers of all domains are welcome',
    noticedBy: 'events: a page of a domain',
    spoiling: {
      answer: ({ headers }) => ({ headers: { ...headers, 'Access-Control-Allow-Origin': '*' } }),
    },
  },
  {
    name: 'data in a failure',
    noticedBy: 'a barcode that no ticket has',
    spoiling: edit(validateTicket, (body) => body.replace('"section":null', '"section":"Stalls"')),
  },
  {
    name: 'a failure without its message',
    noticedBy: 'validateToken without Authorization',
    spoiling: failureWith((body) =>
      body.replace(/"errorMessageHTML":"[^"]*"/, '"errorMessageHTML":null'),
    ),
  },
  {
    name: 'a failure whose key is written otherwise',
    noticedBy: 'filterOptions without Authorization',
    spoiling: failureWith((body) => body.replace('"error.', '"E.')),
  },
  {
    name: 'an ended session that need not be begun again',
    noticedBy: 'validTickets with an invented token',
    spoiling: failureWith((body) => body.replace('"forceLogout":true', '"forceLogout":false')),
  },
  {
    name: 'a used ticket that is called unknown',
    noticedBy: 'a second time it has code 12',
    spoiling: edit(validateTicket, (body) => body.replace('"errorCodeId":12', '"errorCodeId":11')),
  },
  {
    name: 'an expiry that does not move',
    noticedBy: "moves the token's expiry",
    spoiling: frozenExpiry(),
  },
  {
    name: 'a token that survives its end',
    noticedBy: 'invalidateToken',
    spoiling: { request: (method, path) => (method === 'DELETE' ? undefined : path) },
  },
  {
    name: 'a body where none is promised',
    noticedBy: 'invalidateToken',
    spoiling: { answer: ({ method }) => (method === 'DELETE' ? { body: '{}' } : {}) },
  },
  {
    name: 'a download that ignores its filter',
    noticedBy: 'cache/validTickets with performanceId',
    spoiling: { request: (_, path) => path.replace(/&performanceId=\d+/, '') },
  },
  {
    name: 'a download that does not know of scans',
    noticedBy: 'a good ticket is admitted, with its data',
    spoiling: edit(validTickets, (body) =>
      body.replaceAll('"alreadyScanned":true', '"alreadyScanned":false'),
    ),
  },
  {
    name: 'offline scans that fail in silence',
    noticedBy: 'syncScans: ticket id not found',
    spoiling: edit(syncScans, (body) =>
      body.replace(/"failedBarcodes":\[.*\]/, '"failedBarcodes":[]'),
    ),
  },
  {
    name: 'offline scans that are not recorded',
    noticedBy: 'a scan that was made offline is recorded',
    spoiling: {
      request: (_, path) => (path === syncScans ? undefined : path),
      answer: ({ path }) => (path === syncScans ? { body: '{"failedBarcodes":[]}' } : {}),
    },
  },
  {
    name: 'a token that is refused at once',
    noticedBy: 'validateToken: error false',
    spoiling: edit(validateToken, (body) => {
      const envelope = scanningEnvelopeSchema.parse(JSON.parse(body));
      return JSON.stringify({ ...envelope, error: true });
    }),
  },
  ...MORE_BREACHES,
];
