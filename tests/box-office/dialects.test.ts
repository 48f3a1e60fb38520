import { describe, expect, test } from 'vitest';
import { authorizationHeader, clientIdHeader, SCANNING_PATHS } from '#shared/api/index.ts';
import type { BoxOffice, BoxOfficeOptions } from '#box-office/server.ts';
import {
  barcodeOf,
  downloadPath,
  EVENING,
  HOUR,
  MINUTE,
  openBoxOffice,
  passwordOf,
  send,
  USER,
} from './support.ts';

type Json = Record<string, unknown>;

async function told(response: Promise<Response>) {
  const answer = await response;
  const text = await answer.text();
  return { status: answer.status, text, body: text === '' ? null : (JSON.parse(text) as Json) };
}

/** Signs in and asks as it is, without the contract's schemas: this is about what really comes. */
async function speakTo(options: BoxOfficeOptions, username: string = USER.foyer) {
  const { boxOffice, ids, clock } = await openBoxOffice(options);
  const body = JSON.stringify({ username, password: passwordOf(username) });
  const signedIn = await told(send(boxOffice, 'POST', SCANNING_PATHS.authenticate, { body }));
  const headers = authorizationHeader(username, String(signedIn.body?.['accessToken']));
  const post = (path: string, content: object) =>
    told(send(boxOffice, 'POST', path, { headers, body: JSON.stringify(content) }));
  const get = (path: string) => told(send(boxOffice, 'GET', path, { headers }));
  const { clientId } = ids;
  return {
    ...{ boxOffice, ids, clock, signedIn, post, get, clientId },
    validate: (barcodeString: string, more: object = {}) =>
      post(SCANNING_PATHS.validateTicket, { clientId, barcodeString, ...more }),
    download: (filter: object = {}) => get(downloadPath({ clientId, ...filter })),
    sync: (...tickets: object[]) => post(SCANNING_PATHS.syncScans, { clientId, tickets }),
    programme: (view: string) =>
      told(
        send(boxOffice, 'GET', `/public/${view}/client(${clientId})`, {
          headers: clientIdHeader(clientId),
        }),
      ),
  };
}

const listOf = (body: Json | null, member: string) => (body?.[member] ?? []) as Json[];
const first = (boxOffice: BoxOffice) => barcodeOf(boxOffice, 'valid');

describe('the loose dialect', () => {
  const loose = { dialect: 'loose' } as const;

  test('leaves out what is null, adds what nobody knows, and writes the expiry as ISO text', async () => {
    const { signedIn } = await speakTo(loose);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body).toMatchObject({
      error: false,
      accessTokenExpiration: new Date(EVENING + HOUR).toISOString(),
      errorDetails: { errorCodeId: 0, errorCodeKey: '', errorCodeName: '', forceLogout: false },
      revision: 3,
    });
    expect(signedIn.body).not.toHaveProperty('errorMessageHTML');
    expect(signedIn.body).not.toHaveProperty('passwordExpiresOn');
  });

  test('admits with a number for a seat and text for the counters', async () => {
    const { validate, boxOffice } = await speakTo(loose);
    const { status, body } = await validate(first(boxOffice));
    expect(status).toBe(200);
    expect(body).toMatchObject({ error: false, ticketsScanned: '2' });
    expect(body?.['seat']).toBeTypeOf('number');
  });

  test.each([
    ['scanned', 12, 409],
    ['voided', 13, 422],
    ['unknown', 11, 404],
    ['other-client', 8, 403],
  ] as const)(
    'refuses what is %s in the envelope, with a status of its own',
    async (kind, code, status) => {
      const { validate, boxOffice } = await speakTo(loose);
      const refused = await validate(barcodeOf(boxOffice, kind));
      expect(refused.status).toBe(status);
      expect(refused.body).toMatchObject({ error: true, errorDetails: { errorCodeId: code } });
      expect(refused.body).not.toHaveProperty('section');
    },
  );

  test('has null for lists without anything in them', async () => {
    const { sync, download, ids, programme, get } = await speakTo(loose);
    expect((await sync()).body).toMatchObject({ error: false, failedBarcodes: null });
    const { laterPerformanceId: performanceId } = ids;
    expect((await download({ performanceId })).body).toMatchObject({
      tickets: null,
      performanceId,
    });
    const { body } = await programme('events');
    expect(body).toMatchObject({ errors: null, warnings: null });
    expect(listOf(body, 'performances')[0]).toHaveProperty('performanceEntryTimes', null);
    const options = await get(SCANNING_PATHS.filterOptions);
    expect(listOf(options.body, 'clients').length).toBeGreaterThan(0);
  });

  test('downloads the same tickets, in its own words', async () => {
    const { download } = await speakTo(loose);
    const tickets = listOf((await download()).body, 'tickets');
    const strict = await speakTo({});
    const asPromised = listOf((await strict.download()).body, 'tickets');
    expect(tickets.map(({ barcode }) => barcode)).toEqual(asPromised.map(({ barcode }) => barcode));
    expect(tickets[0]).toMatchObject({ ticketsSold: expect.any(String) as string, revision: 3 });
    expect(tickets.some(({ seat }) => typeof seat === 'number')).toBe(true);
    expect(JSON.stringify(tickets)).toMatch(/"zipCode":\d+/);
    expect(JSON.stringify(tickets)).toMatch(/"phoneNumber":\d+/);
  });

  test('knows no doors but those of all-day events', async () => {
    const { programme } = await speakTo(loose);
    const performances = listOf((await programme('events')).body, 'performances');
    const doors = (allDay: boolean) =>
      performances
        .filter((one) => one['allDayEvent'] === allDay)
        .map((one) => one['doorEntryStartTime']);
    expect(new Set(doors(false))).toEqual(new Set([null]));
    expect(doors(true).every((text) => typeof text === 'string')).toBe(true);
    expect(doors(true).length).toBeGreaterThan(0);
  });

  test('adds nothing to the days of the calendar', async () => {
    const { programme } = await speakTo(loose);
    const { body } = await programme('calendar');
    const days = Object.keys(body?.['performancesByDateDisplay'] ?? {});
    expect(days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))).toBe(true);
    expect(days.length).toBeGreaterThan(0);
  });
});

describe('the stern dialect', () => {
  const stern = { dialect: 'stern' } as const;
  const BARE = { status: 400, text: '', body: null };

  test('refuses a member that the document does not know, without an envelope', async () => {
    const { validate, boxOffice, post, download } = await speakTo(stern);
    const barcode = first(boxOffice);
    expect(await validate(barcode, { doorNumber: 1 })).toEqual(BARE);
    expect(boxOffice.scansOf(barcode)).toEqual([]);
    expect((await validate(barcode)).body).toMatchObject({ error: false });
    const who = { username: 'a', password: 'b', remember: true };
    expect(await post(SCANNING_PATHS.authenticate, who)).toEqual(BARE);
    expect(await download({ since: 1 })).toEqual(BARE);
  });

  test.each([
    [undefined, 'barcode', 'barcodeString'],
    ['barcodeString', 'barcodeString', 'barcode'],
  ] as const)('told %s, a sync entry may have only the key %s', async (syncKey, taken, refused) => {
    const { boxOffice, sync, download } = await speakTo({ ...stern, syncKey });
    const barcode = first(boxOffice);
    const ticket = listOf((await download()).body, 'tickets').find(
      (one) => one['barcode'] === barcode,
    );
    const { ticketId, performanceId } = ticket ?? {};
    const entry = { ticketId, performanceId, scanTime: EVENING - MINUTE };
    expect(await sync({ ...entry, barcode, barcodeString: barcode })).toEqual(BARE);
    expect(await sync({ ...entry, [refused]: barcode })).toEqual(BARE);
    expect(boxOffice.scansOf(barcode)).toEqual([]);
    expect((await sync({ ...entry, [taken]: barcode })).body).toMatchObject({ failedBarcodes: [] });
    expect(boxOffice.scansOf(barcode)).toHaveLength(1);
  });

  test('takes a filter at its word: beyond the scan window, if it is not told otherwise', async () => {
    const beyond = await speakTo(stern);
    const { laterPerformanceId: performanceId, productionId } = beyond.ids;
    const ticketsOf = async (platform: typeof beyond, filter: object) =>
      listOf((await platform.download(filter)).body, 'tickets');
    const later = await ticketsOf(beyond, { performanceId });
    expect(later.length).toBeGreaterThan(0);
    const open = await ticketsOf(beyond, {});
    expect(open.some((ticket) => ticket['performanceId'] === performanceId)).toBe(false);
    const good = later.find((one) => one['refundedOrVoided'] === false && !one['alreadyScanned']);
    const barcode = String(good?.['barcode']);
    expect((await beyond.validate(barcode)).body).toMatchObject({
      errorDetails: { errorCodeId: 10 },
    });
    expect((await beyond.validate(barcode, { performanceId })).body).toMatchObject({
      error: false,
    });

    const within = await speakTo({ ...stern, filterWindow: 'within' });
    expect(await ticketsOf(within, { performanceId })).toEqual([]);
    expect((await ticketsOf(within, { productionId })).length).toBeLessThan(
      (await ticketsOf(beyond, { productionId })).length,
    );
  });

  test('unless it is told otherwise, strict too takes the words of rule 3 as they stand', async () => {
    const plain = await speakTo({});
    const { body } = await plain.download({ performanceId: plain.ids.laterPerformanceId });
    expect(listOf(body, 'tickets').length).toBeGreaterThan(0);
  });
});

test.each(['strict', 'loose', 'stern'] as const)(
  'in maintenance the dialect %s has an error without details for everything, and 503',
  async (dialect) => {
    const { boxOffice, validate, programme } = await speakTo({ dialect });
    const barcode = first(boxOffice);
    const control = (body: string) => send(boxOffice, 'PUT', '/demo/maintenance', { body });
    expect((await control('true')).status).toBe(204);
    const closed = await validate(barcode);
    expect(closed.status).toBe(503);
    expect(closed.body).toMatchObject({ error: true });
    expect(closed.body?.['errorDetails'] ?? null).toBeNull();
    expect((await programme('events')).status).toBe(503);
    expect(boxOffice.scansOf(barcode)).toEqual([]);
    expect((await control('"soon"')).status).toBe(400);

    expect((await control('false')).status).toBe(204);
    expect((await validate(barcode)).body).toMatchObject({ error: false });
    boxOffice.setMaintenance(true);
    expect((await validate(barcode)).status).toBe(503);
  },
);

test('the programme lists what has begun only if it is told to, until nobody can be let in', async () => {
  const begunAt = 20 * MINUTE;
  const listed = async (options: BoxOfficeOptions) => {
    const { programme, clock, ids } = await speakTo(options);
    const isListed = async () =>
      listOf((await programme('events')).body, 'performances').some(
        ({ performanceId }) => performanceId === ids.performanceId,
      );
    const seen = [await isListed()];
    clock.at += begunAt;
    seen.push(await isListed());
    clock.at += 5 * HOUR;
    return [...seen, await isListed()];
  };
  expect(await listed({})).toEqual([true, false, false]);
  expect(await listed({ listsBegun: true })).toEqual([true, true, false]);
});
