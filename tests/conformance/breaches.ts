import {
  authenticationResponseSchema,
  calendarResponseSchema,
  scanningEnvelopeSchema,
  SCANNING_PATHS,
  seriesResponseSchema,
} from '#shared/api/index.ts';
import { DAY } from '#shared/time.ts';
import { MORE_BREACHES } from './more-breaches.ts';
import { edit, failureWith, type PlantedBreach } from './planting.ts';
import type { Passing, Spoiling } from './spoiling-proxy.ts';

const CALENDAR = '/public/calendar/';
const SERIES = '/public/series/';
const EVENTS = '/public/events/';
const { authenticate, validateTicket, validTickets, validateToken, syncScans } = SCANNING_PATHS;

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

/** Fails all scans of a sync whose filter has this member. */
function refusingSync(member: 'performanceId' | 'productionId'): Spoiling {
  return {
    answer({ path, sent }) {
      if (path !== syncScans || !sent.slice(0, sent.indexOf('"tickets"')).includes(member))
        return {};
      const barcodes = [...sent.matchAll(/"barcode":"([^"]*)"/g)].map(([, code = '']) => code);
      const failedBarcodes = barcodes.map((barcode) => ({ barcode, reason: 'No.' }));
      return { body: JSON.stringify({ failedBarcodes }) };
    },
  };
}

/** Answers a call always with the expiry of the first time. */
function frozenExpiry(call: string): Spoiling {
  let first: number | null = null;
  return {
    answer({ body, path }) {
      if (path.split('?')[0] !== call) return {};
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
    name: 'an ended session that need not be begun again',
    noticedBy: 'validTickets with an invented token',
    spoiling: failureWith((body) => body.replace('"forceLogout":true', '"forceLogout":false')),
  },
  {
    name: 'a used ticket that is called unknown',
    noticedBy: 'a second time it has code 12',
    spoiling: edit(validateTicket, (body) => body.replace('"errorCodeId":12', '"errorCodeId":11')),
  },
  ...[
    'filterOptions',
    'validateToken',
    'cache/validTickets',
    'validateTicket',
    'cache/syncScans',
  ].map((call) => ({
    name: `an expiry that ${call} does not move`,
    noticedBy: `${call} moves the token's expiry`,
    spoiling: frozenExpiry(`/public/scanning/${call}`),
  })),
  {
    name: 'a password that is said to expire on another day than it does',
    noticedBy: 'authenticate: a token that expires in an hour',
    spoiling: edit(authenticate, (body) => {
      const passwordExpiresOn = Date.now() + 30 * DAY;
      const wrong = { passwordExpiresOn, daysTillPasswordExpires: 3 };
      return JSON.stringify({ ...authenticationResponseSchema.parse(JSON.parse(body)), ...wrong });
    }),
  },
  {
    name: 'a user who may see patrons and sees none at the door',
    noticedBy: 'with the patronReporting permission: the patron of an admitted ticket',
    spoiling: edit(validateTicket, (body) => body.replace(/"patron":\{.*\}/, '"patron":null}')),
  },
  {
    name: 'offline scans that are not taken under the filter of their performance',
    noticedBy: 'recorded under a filter by its own performanceId',
    spoiling: refusingSync('performanceId'),
  },
  {
    name: 'offline scans that are not taken under the filter of their production',
    noticedBy: 'recorded under a filter by its own productionId',
    spoiling: refusingSync('productionId'),
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
