import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TicketReader } from '#main/snapshot/ticket-reader.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { performanceFactsSchema, seriesFactsSchema } from '#main/platform/programme/facts.ts';
import { readBody } from '#main/platform/programme/refresh/read-body.ts';
import type { ProgrammePart } from '#shared/model/programme.ts';
import {
  isPerformanceShown,
  isSeriesShown,
  showPerformance,
  showSeries,
} from '#main/platform/programme/rules.ts';
import { sortByFailures } from '#main/sync/upload-request.ts';
import { createTicketingClient, type TicketingClient } from '#main/platform/ticketing/client.ts';
import type { BodyStream } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import * as api from '#shared/api/index.ts';
import type { Result } from '#shared/result.ts';
import {
  membersOf,
  ODDITIES,
  sampleOf,
  spoiled,
  type AnyRecord,
  type Member,
} from '#tests/shared/api/answers.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { CREDENTIALS } from './support/client.ts';
import { listening } from './support/serve.ts';

/*
 * What is only shown never decides: every member of every answer is spoiled in every way, and read by
 * the client that the kiosk has, over real HTTP. The members come from the contract's own declaration.
 */

const bodies = new Map<string, string>();
const server = createServer((request, response) => {
  const [, name = ''] = (request.url ?? '').split('/');
  response.writeHead(200, { 'content-type': 'application/json' }).end(bodies.get(name) ?? '');
});
// A machine that stands still must not lose a connection that is about to be used again.
server.keepAliveTimeout = 60_000;
const logger = new RecordingLogger();
const http = createHttp({ logger });
let origin = '';

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(async () => {
  await http.close();
  server.close();
  server.closeAllConnections();
});

/** A client of a platform that answers everything with this. */
function clientOf(answer: unknown): TicketingClient {
  const name = `platform-${bodies.size}`;
  bodies.set(name, JSON.stringify(answer));
  return createTicketingClient({
    baseUrl: `${origin}/${name}`,
    fetch: http.fetch,
    clock: new FakeClock(),
    logger,
  });
}

const FILTER = { clientId: 1 };
const WALL = { wall: Date.UTC(2026, 10, 20), timeZone: 'UTC' };
const NO_ANSWER = 'no answer';

/** What a call came to. */
async function told<T>(answer: Promise<Result<T, TicketingFailure>>, of: (value: T) => unknown) {
  const result = await answer;
  if (result.ok) return of(result.value);
  return result.error.type === 'refused' ? { code: result.error.error.code } : NO_ANSWER;
}

async function bytesOf(stream: BodyStream): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) if (piece.ok) pieces.push(piece.value);
  return Buffer.concat(pieces);
}

async function copyOf(stream: BodyStream) {
  const tickets: SnapshotTicket[] = [];
  const reader = new TicketReader(FILTER, (ticket) => tickets.push(ticket));
  reader.write(await bytesOf(stream));
  return reader.end().type === 'value'
    ? {
        tickets: tickets.map((ticket) => only(ticket, api.MUST_HAVE.scannableTicket)),
        skipped: reader.skipped,
      }
    : NO_ANSWER;
}

/** What of a view can be shown; nothing that is shown may throw. */
async function programmeOf(stream: BodyStream, view: ProgrammePart) {
  const reading = readBody(await bytesOf(stream), view, FILTER.clientId);
  switch (reading.type) {
    case 'performances':
      return reading.list.map((one) => {
        const nothing = {
          ...{ superTitle: null, subTitle: null, venueName: null },
          ...{ style: null, logo: null },
        };
        const facts = performanceFactsSchema.parse(JSON.parse(JSON.stringify(one)));
        const { standing, date, start } = showPerformance(facts, nothing, WALL);
        return [
          one.performanceId,
          one.productionId,
          standing,
          date,
          start,
          isPerformanceShown(one),
        ];
      });
    case 'series':
      return reading.list.map((one) => {
        const facts = seriesFactsSchema.parse(JSON.parse(JSON.stringify(one)));
        showSeries(facts, { logo: null, lastStart: null }, WALL);
        return [one.productionId, isSeriesShown(one)];
      });
    case 'refused':
    case 'unreadable':
      return NO_ANSWER;
  }
}

const SOLD = {
  ticketId: 1,
  performanceId: 1,
  platformTime: 0,
  wasSent: false,
  isTimeGuessed: false,
  sequence: 1,
};
const SENT = ['1', '2', '3'].map((id) => ({ ...SOLD, id, code: `barcode ${id}` }));

function only<T, K extends keyof T>(value: T, names: readonly K[]) {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

interface Answer {
  readonly record: AnyRecord;
  /** What the kiosk goes by in it. */
  readonly read: (client: TicketingClient) => Promise<unknown>;
  /** Members that are held against the question, where they are told: another value is another answer. */
  readonly besides?: readonly string[];
  /** What the contract lets a platform leave out, to say that there is none. */
  readonly mayLack?: string;
  /** Members whose value is not just any of its kind. */
  readonly sample?: Readonly<Record<string, unknown>>;
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  authenticate: {
    record: api.authentication,
    read: (client) => told(client.authenticate('a', 'b'), ({ accessToken }) => accessToken),
  },
  filterOptions: {
    record: api.filterOptions,
    mayLack: 'clients',
    read: (client) =>
      told(client.filterOptions(CREDENTIALS), (clients) =>
        clients.map(({ id, productions }) => [
          id,
          productions?.map(({ productionId, performances }) => [
            productionId,
            performances?.map(({ performanceId }) => performanceId),
          ]),
        ]),
      ),
  },
  'validateTicket that admits': {
    record: api.validateTicket,
    read: (client) =>
      told(client.validateTicket(CREDENTIALS, { ...FILTER, barcodeString: '1' }), () => 'admitted'),
  },
  'validateTicket that refuses': {
    record: api.validateTicket,
    sample: {
      '.error': true,
      '.errorDetails': {
        ...{ errorCodeId: 11, errorCodeKey: api.ERROR_KEYS[11] },
        ...{ errorCodeName: api.ERROR_NAMES[11], forceLogout: false },
      },
    },
    read: (client) =>
      told(client.validateTicket(CREDENTIALS, { ...FILTER, barcodeString: '1' }), () => 'admitted'),
  },
  validTickets: {
    record: api.validTickets,
    besides: ['clientId', 'productionId', 'performanceId'],
    // All tickets of the client were asked for.
    sample: { '.productionId': null, '.performanceId': null },
    read: async (client) => {
      const download = await client.validTickets(CREDENTIALS, FILTER);
      const isThere = download.ok && download.value.type === 'body';
      return isThere ? copyOf(download.value.stream) : NO_ANSWER;
    },
  },
  syncScans: {
    record: api.syncScans,
    read: (client) =>
      told(client.syncScans(CREDENTIALS, { ...FILTER, tickets: [] }), (failures) => {
        const { refused, others, oneIsMeant } = sortByFailures(SENT, failures);
        return { refused: refused.map(({ id }) => id), others, oneIsMeant };
      }),
  },
  validateToken: {
    record: api.scanningEnvelope,
    read: (client) => told(client.validateToken(CREDENTIALS), () => 'good'),
  },
  calendar: {
    record: api.calendar,
    read: (client) => view(client.calendar(FILTER), { type: 'calendar', year: 2026, month: 11 }),
  },
  series: { record: api.series, read: (client) => view(client.series(FILTER), { type: 'series' }) },
  events: { record: api.events, read: (client) => view(client.events(FILTER), { type: 'events' }) },
};

async function view(stream: Promise<Result<BodyStream, TicketingFailure>>, of: ProgrammePart) {
  const answer = await stream;
  return answer.ok ? programmeOf(answer.value, of) : NO_ANSWER;
}

/** The answer as the spec has it. */
function wellFormed({ record, sample = {} }: Answer): unknown {
  return sampleOf(record.strict, (schema, path, place) => {
    if (path in sample) return sample[path];
    if (path === '.errorDetails') return null;
    if (path === '.clientId') return 1;
    if (path.endsWith('.performanceDate')) return '11/21/2026';
    if (path.endsWith('.performanceTime24')) return '19:30:00';
    if (path.endsWith('.performanceStart')) return Date.UTC(2026, 10, 21, 19, 30);
    if (path.endsWith('.displayCode') || path.endsWith('.productionStatus')) return 'T';
    if (path.endsWith('.barcode')) return `barcode ${place}`;
    // Messages of the service refuse, or are none.
    return schema instanceof z.ZodArray && schema.element instanceof z.ZodUnion ? [] : undefined;
  });
}

function read(answer: Answer, body: unknown): Promise<unknown> {
  return answer.read(clientOf(body));
}

describe.each(Object.entries(ANSWERS))('%s', (name, answer) => {
  const body = wellFormed(answer);
  const isRefusal = name.endsWith('refuses');
  const members = membersOf(answer.record).filter(({ path }) => isThere(body, path));
  const shown = members.filter(
    ({ path, decides, holdsRecords }) =>
      !decides &&
      !holdsRecords &&
      !answer.besides?.includes(path.join('.')) &&
      !(isRefusal && isWhatRefuses(path)),
  );
  const needed = members.filter(({ decides }) => decides);

  test('is understood as the spec has it', async () => {
    const asIs = await read(answer, body);
    expect(asIs).not.toBe(NO_ANSWER);
    expect(shown.length).toBeGreaterThan(0);
  });

  test('changes nothing by what is only shown, whatever stands there', async () => {
    const asIs = await read(answer, body);
    const cases = shown.flatMap((member) =>
      // A list of errors that is not empty has something to say.
      ODDITIES.filter(([, value]) => !(member.isList && Array.isArray(value))).map(
        ([what, value]) => ({ at: `${member.path.join('.')}: ${what}`, member, value }),
      ),
    );
    const wrong: string[] = [];
    await inTurns(cases, async ({ at, member, value }) => {
      const said = await read(answer, spoiled(body, member.path, value));
      if (JSON.stringify(said) !== JSON.stringify(asIs))
        wrong.push(`${at} → ${JSON.stringify(said)}`);
    });
    expect(wrong).toEqual([]);
  });

  test('is the same where what decides is told in another form', async () => {
    const asIs = await read(answer, body);
    for (const { path } of isRefusal ? [] : needed) {
      const value = valueAt(body, path);
      const form = path.at(-1) === 'barcode' ? undefined : otherForm(value);
      if (form !== undefined) {
        expect(await read(answer, spoiled(body, path, form)), path.join('.')).toEqual(asIs);
      }
    }
  });

  test.each(needed.map(({ path }) => [path.join('.'), path] as const))(
    'is not guessed at without %s, which costs its own record',
    async (_at, path) => {
      const asIs = await read(answer, body);
      const expected = await read(answer, withoutRecordOf(body, path));
      const odd = Array.isArray(valueAt(body, path)) ? {} : [];
      for (const [what, value] of [
        ['left out', answer.mayLack === path.join('.') ? odd : undefined],
        ['of another kind', odd],
      ] as const) {
        const said = await read(answer, spoiled(body, path, value));
        expect(said, what).not.toEqual(asIs);
        expect(withoutCounts(said), what).toEqual(withoutCounts(expected));
      }
    },
  );

  test('is not more by members that nobody knows', async () => {
    const strange = Object.fromEntries(ODDITIES.map(([what, value]) => [what, value]));
    const more = { ...z.record(z.string(), z.unknown()).parse(body), ...strange };
    expect(await read(answer, more)).toEqual(await read(answer, body));
  });
});

/** What stands at a place of an answer; undefined: nothing does. */
function valueAt(body: unknown, path: Member['path']): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    body,
  );
}

/** Whether an answer has the member; null has no members. */
function isThere(body: unknown, path: Member['path']): boolean {
  return valueAt(body, path) !== undefined;
}

/** The same, as a platform with other habits writes it. */
function otherForm(value: unknown): unknown {
  if (typeof value === 'number') return ` ${value}`;
  if (typeof value === 'boolean') return String(value);
  return value === 'T' ? ' t ' : undefined;
}

/** The answer as if the record of a member had never been in its list; none, if it is in no list. */
function withoutRecordOf(body: unknown, path: Member['path']): unknown {
  const place = path.lastIndexOf(0);
  if (place < 0) return null;
  const listAt = path.slice(0, place);
  const list = z.array(z.unknown()).parse(valueAt(body, listAt));
  return spoiled(body, listAt, list.slice(1));
}

/** That something was there, and could not be read, is the one thing that is told of it. */
function withoutCounts(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return said;
  return { ...said, skipped: 0, oneIsMeant: false };
}

/** How a refusal is told apart is held by the tests of its reader. */
function isWhatRefuses(path: Member['path']): boolean {
  return path.join('.') === 'errorDetails' || path.join('.') === 'errorDetails.errorCodeId';
}

/** Some at a time: one after the other would take as long as each waits. */
async function inTurns<T>(cases: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...cases];
  const worker = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await run(next);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

describe('what was seen at a door', () => {
  const envelope = { accessTokenExpiration: null, error: false, errorMessageHTML: null };

  test('an admission with zeros for its error, and its token’s end as a text, is an admission', async () => {
    const zeros = { errorCodeId: 0, errorCodeKey: '', errorCodeName: '', forceLogout: false };
    for (const errorDetails of [zeros, 0, '', [], {}]) {
      const body = { ...envelope, errorDetails, seat: 12 };
      const ticket = { ...body, accessTokenExpiration: '2026-11-22T20:30:00+01:00' };
      const answer = clientOf(ticket).validateTicket(CREDENTIALS, {
        ...FILTER,
        barcodeString: '1',
      });
      expect(await answer).toMatchObject({
        ok: true,
        value: { seat: '12', accessTokenExpiration: Date.UTC(2026, 10, 22, 19, 30) },
      });
    }
  });

  test('a door can be opened for a performance that tells no start, and for what has no name', async () => {
    const performances = [{ performanceId: 3, performanceStart: null }];
    const clients = [{ id: '1', productions: [{ productionId: 2, performances }, null] }, 'odd'];
    expect(await clientOf({ ...envelope, clients }).filterOptions(CREDENTIALS)).toEqual({
      ok: true,
      value: [
        { id: 1, value: '', productions: [{ productionId: 2, productionName: '', performances }] },
      ],
    });
  });

  test('a failure of an upload that names no scan is the failure of one of them', async () => {
    for (const odd of [null, 12, {}, { barcode: null, reason: 7 }, []]) {
      const failedBarcodes = [{ barcode: 'barcode 2', reason: 'refunded' }, odd];
      const told = await clientOf({ failedBarcodes }).syncScans(CREDENTIALS, {
        ...FILTER,
        tickets: [],
      });
      if (!told.ok) throw new Error('it cannot be read');
      const { refused, oneIsMeant } = sortByFailures(SENT, told.value);
      expect({ refused, oneIsMeant }).toEqual({
        refused: [{ id: '2', text: 'refunded' }],
        oneIsMeant: true,
      });
    }
  });

  test.each<[unknown, readonly string[], readonly string[]]>([
    [123, ['123', '124'], ['123']],
    [123, ['0123', '124'], ['0123']],
    [123, ['123', '0123'], []],
    // JSON reads it as its neighbour.
    [9_007_199_254_740_992, ['9007199254740992', '9007199254740993'], []],
    [12.5, ['12.5', '12'], []],
    ['0123', ['123', '0123'], ['0123']],
  ])('a failure of %j, of %j, is that of %j', async (barcode, sent, meant) => {
    const told = await clientOf({ failedBarcodes: [{ barcode, reason: '' }] }).syncScans(
      CREDENTIALS,
      { ...FILTER, tickets: [] },
    );
    if (!told.ok) throw new Error('it cannot be read');
    const uploads = sent.map((code) => ({ ...SOLD, id: code, code }));
    const { refused, oneIsMeant } = sortByFailures(uploads, told.value);
    expect(refused.map(({ id }) => id)).toEqual(meant);
    expect(oneIsMeant, 'nobody else is called recorded').toBe(meant.length === 0);
  });

  test('a production under construction, or deleted, is known as such whatever else its record says', async () => {
    const odd = {
      productionVenue: { venueAddress: { line2: null } },
      firstPerformanceDate: 'soon',
    };
    const seriesInformation = ['U', 'D', 'u', 'T', 'X', 7].map((productionStatus, place) => ({
      ...{ productionId: String(place), productionStatus, ...odd },
    }));
    const body = { clientId: '1', seriesInformation };
    expect(await ANSWERS['series']?.read(clientOf(body))).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, true],
      [4, true],
      [5, true],
    ]);
  });

  test('a day of the calendar that holds no list costs no other', async () => {
    const performance = {
      ...{ performanceId: 1, productionId: 2, performanceStart: 3 },
      ...{ performanceDate: '11/21/2026', displayCode: 'T' },
    };
    const days = { '2026-11-20': null, '2026-11-21': [performance], '2026-11-22': 'closed' };
    const body = { clientId: 1, performancesByDateDisplay: days };
    expect(await ANSWERS['calendar']?.read(clientOf(body))).toHaveLength(1);
  });

  test.each([
    ['a list', []],
    ['a text', 'OK'],
    ['nothing', {}],
    ['a page that says that nothing is wrong', { error: false, message: 'Please sign in' }],
    ['a page that says so in other words', { error: 'false', status: 'ok' }],
    ['an envelope without an answer', { ...envelope, errorDetails: null, error: 'no' }],
  ])('%s is no word of the platform, whatever was asked', async (_what, body) => {
    for (const { read: ask } of Object.values(ANSWERS)) {
      expect(await ask(clientOf(body))).toBe(NO_ANSWER);
    }
  });
});
