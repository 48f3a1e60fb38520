import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  clientIdHeader,
  futureEventsEnvelopeSchema,
  PROGRAMME_VIEWS,
  type FutureEventsEnvelope,
} from '#shared/api/index.ts';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING, openBoxOffice, send } from '../support.ts';

const NOTHING = {
  calendar: { performancesByDateDisplay: {} },
  series: { seriesInformation: [] },
  events: { performances: [] },
};

async function ask(boxOffice: BoxOffice, path: string, headers: Record<string, string>) {
  const response = await send(boxOffice, 'GET', path, { headers });
  expect(response.status).toBe(200);
  const body: unknown = await response.json();
  return { body, envelope: futureEventsEnvelopeSchema.parse(body) };
}

/** The error is said twice, as the platform does. */
function expectError({ errors, warnings, serviceMessages }: FutureEventsEnvelope, error: string) {
  expect([errors, warnings]).toStrictEqual([[error], []]);
  expect(serviceMessages).toStrictEqual({
    errors: [error],
    warnings: [],
    infoMessages: [],
    allMessages: [error],
  });
}

const right = clientIdHeader(284);

/** One for all: what is wrong with a request changes nothing. */
let boxOffice: BoxOffice;
beforeAll(async () => {
  boxOffice = await startBoxOffice({ tickets: 200, now: () => EVENING, timeZone: 'Europe/Berlin' });
});
afterAll(() => boxOffice.close());

describe.each(PROGRAMME_VIEWS)('%s: what is wrong with the request is said in the body', (view) => {
  test.each([
    ['the header is missing', 'client(284)', {}, 284, 'The header clientId is missing.'],
    [
      'the header names another client',
      'client(284)',
      clientIdHeader(391),
      284,
      'The header clientId names another client than the path.',
    ],
    [
      'the header is no number',
      'client(284)',
      { clientId: 'all' },
      284,
      'The header clientId names another client than the path.',
    ],
    [
      'the client is unknown',
      'client(999)',
      clientIdHeader(999),
      999,
      'There is no client with this id.',
    ],
    ['the client id is no number', 'client(abc)', right, 0, 'The client id is no number.'],
    ['the client id is empty', 'client()', right, 0, 'The client id is no number.'],
    ['the client id is a fraction', 'client(284.5)', right, 0, 'The client id is no number.'],
  ])('%s', async (_, segment, headers: Record<string, string>, clientId, message) => {
    const { body, envelope } = await ask(boxOffice, `/public/${view}/${segment}`, headers);
    expectError(envelope, message);
    expect(body).toMatchObject({ clientId, clientName: '', clientActive: false, ...NOTHING[view] });
  });

  test.each([
    ['production(1)', 'This client has no production with this id.'],
    ['production(6201)', 'This client has no production with this id.'],
    ['production(x)', 'The production id is no number.'],
    ['department(1)', 'This client has no department with this id.'],
    ['department(1305)', 'This client has no department with this id.'],
    ['department(-1219)', 'The department id is no number.'],
  ])('%s', async (part, message) => {
    const { body, envelope } = await ask(boxOffice, `/public/${view}/client(284)/${part}`, right);
    expectError(envelope, message);
    expect(body).toMatchObject({ clientName: 'Riverside Theatre Company', ...NOTHING[view] });
  });

  test.each(['clients(284)', 'client(284', '284', 'client(284)/venue(71)', 'client(284)/x/y'])(
    '%s is no path at all',
    async (path) => {
      const options = { headers: right };
      expect((await send(boxOffice, 'GET', `/public/${view}/${path}`, options)).status).toBe(404);
    },
  );

  test('a client that has left is named, and said to be inactive', async () => {
    const path = `/public/${view}/client(402)`;
    const { body } = await ask(boxOffice, path, clientIdHeader(402));
    expect(body).toMatchObject({
      clientName: 'Old Mill Players',
      clientActive: false,
      errors: [],
      warnings: ['This client is not active.'],
      ...NOTHING[view],
    });
  });

  test('a bug of the box office is an error like the others, and reported', async () => {
    const data = join(temporaryFolder(), 'box-office.db');
    const reportBug = vi.fn();
    const { boxOffice: broken } = await openBoxOffice({ tickets: 200, data, reportBug });
    const db = new Database(data);
    db.pragma('foreign_keys = OFF');
    db.exec('DROP TABLE performance');
    db.close();
    const { body, envelope } = await ask(broken, `/public/${view}/client(284)`, right);
    expectError(envelope, 'Something unexpected happened. Please try again.');
    expect(body).toMatchObject(NOTHING[view]);
    expect(reportBug).toHaveBeenCalledOnce();
  });
});

describe('the calendar has no such month', () => {
  test.each([
    'month=13&year=2026',
    'month=0&year=2026',
    'month=1.5&year=2026',
    'month=May&year=2026',
    'month=5&year=26',
    'month=5&year=10000',
    'month=&year=2026',
  ])('%s', async (query) => {
    const path = `/public/calendar/client(284)?${query}`;
    const { body, envelope } = await ask(boxOffice, path, right);
    expectError(
      envelope,
      'There is no such month: month counts from 1 to 12, year from 1970 to 9999.',
    );
    expect(body).toMatchObject({ performancesByDateDisplay: {} });
  });

  test.each(['time=soon', 'time=-1', 'time=1e12', 'time=999999999999999', 'time='])(
    '%s',
    async (query) => {
      const path = `/public/calendar/client(284)?${query}`;
      const { envelope } = await ask(boxOffice, path, right);
      expectError(envelope, 'The time is no number of milliseconds since 1970.');
    },
  );
});
