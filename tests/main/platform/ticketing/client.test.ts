import { describe, expect, onTestFinished, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#box-office/demo/accounts.ts';
import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import { startBoxOffice } from '#box-office/server.ts';
import { ERROR } from '#shared/api/index.ts';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import type { Result } from '#shared/result.ts';
import { CREDENTIALS, openClient, openSignedInClient } from './support/client.ts';
import { serve } from './support/serve.ts';

const EVENING = Date.UTC(2026, 10, 21, 18, 20);
const HOUR = 60 * 60_000;
const ANY_TEXT: unknown = expect.stringMatching(/./);
const ANY_NUMBER: unknown = expect.any(Number);

async function openSignedIn(username?: string) {
  const boxOffice = await startBoxOffice({
    tickets: 400,
    timeZone: 'Europe/Berlin',
    now: () => EVENING,
  });
  onTestFinished(() => boxOffice.close());
  return { ...(await openSignedInClient(boxOffice.baseUrl, username)), boxOffice };
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`no value: ${JSON.stringify(result.error)}`);
  return result.value;
}

describe('signing in', () => {
  test('brings a token and what is known of the password', async () => {
    const boxOffice = await startBoxOffice({ tickets: 200, now: () => EVENING });
    onTestFinished(() => boxOffice.close());
    const { client } = openClient(boxOffice.baseUrl);

    const answer = value(await client.authenticate('matinee@usher.example', 'change-me-soon'));
    expect(answer.accessToken).toMatch(/.{8,}/);
    expect(answer).toMatchObject({
      accessTokenExpiration: EVENING + HOUR,
      daysTillPasswordExpires: 3,
    });
  });

  test.each([
    ['door@usher.example', 'wrong', ERROR.authenticationFailed],
    ['nobody@usher.example', 'wrong', ERROR.authenticationFailed],
    ['bar@usher.example', 'two-more-please', ERROR.notAuthorized],
    ['archive@usher.example', 'last-season-2019', ERROR.passwordExpired],
  ])('of %s is refused in the words of the platform', async (username, password, code) => {
    const boxOffice = await startBoxOffice({ tickets: 200, now: () => EVENING });
    onTestFinished(() => boxOffice.close());
    const { client } = openClient(boxOffice.baseUrl);

    const result = await client.authenticate(username, password);
    expect(result).toMatchObject({
      ok: false,
      error: { type: 'refused', error: { code, messageHtml: ANY_TEXT } },
    });
  });

  test.each(DEMO_ACCOUNTS.filter(({ username }) => !/^(bar|archive)/.test(username)))(
    'as $username, every later call is understood',
    async ({ username }) => {
      const { client, credentials } = await openSignedIn(username);
      expect(await client.validateToken(credentials)).toEqual({
        ok: true,
        value: { accessTokenExpiration: EVENING + HOUR },
      });
    },
  );
});

describe('a ticket', () => {
  test('that is valid brings who it is for and where they sit', async () => {
    const { client, credentials, boxOffice } = await openSignedIn();
    const [barcodeString = ''] = boxOffice.barcodes('valid', 1);
    const { clientId, performanceId } = boxOffice.ids;

    const request = { barcodeString, clientId, performanceId };
    expect(value(await client.validateTicket(credentials, request))).toMatchObject({
      error: false,
      name: ANY_TEXT,
      ticketsSold: ANY_NUMBER,
      patron: null,
    });
    expect(await client.validateTicket(credentials, request)).toMatchObject({
      error: { type: 'refused', error: { code: ERROR.ticketAlreadyScanned } },
    });
  });

  test('shows its patron to a user who may see them', async () => {
    const { client, credentials, boxOffice } = await openSignedIn('foyer@usher.example');
    const [barcodeString = ''] = boxOffice.barcodes('valid', 1);
    const { clientId } = boxOffice.ids;
    const { patron } = value(await client.validateTicket(credentials, { barcodeString, clientId }));
    expect(patron).not.toBeNull();
  });

  test.each<[DemoTicketKind, number]>([
    ['scanned', ERROR.ticketAlreadyScanned],
    ['voided', ERROR.ticketVoided],
    ['refunded', ERROR.ticketRefunded],
    ['unknown', ERROR.ticketNotValid],
    ['other-client', ERROR.ticketWrongClient],
    ['other-series', ERROR.ticketWrongSeries],
    ['other-performance', ERROR.ticketWrongPerformance],
  ])('that is %s is refused with its own code', async (kind, code) => {
    const { client, credentials, boxOffice } = await openSignedIn();
    const [barcodeString = 'no-such-ticket'] = boxOffice.barcodes(kind, 1);
    const { clientId, performanceId } = boxOffice.ids;
    const request = { barcodeString, clientId, performanceId };
    expect(await client.validateTicket(credentials, request)).toMatchObject({
      ok: false,
      error: { type: 'refused', error: { code, forceLogout: false } },
    });
  });

  test('is refused with a code that the spec does not know, and keeps its number', async () => {
    const { client, credentials, boxOffice } = await openSignedIn();
    const request = {
      barcodeString: RESERVED_BARCODES.unlisted,
      clientId: boxOffice.ids.clientId,
    };
    expect(await client.validateTicket(credentials, request)).toMatchObject({
      error: { type: 'refused', error: { code: 99 } },
    });
  });
});

test('what can be scanned now is listed', async () => {
  const { client, credentials, boxOffice } = await openSignedIn();
  const clients = value(await client.filterOptions(credentials));
  const own = clients.find(({ id }) => id === boxOffice.ids.clientId);
  expect(own?.productions?.flatMap(({ performances }) => performances ?? [])).toContainEqual(
    expect.objectContaining({ performanceId: boxOffice.ids.performanceId }),
  );
});

test('scans made offline are uploaded, and those that cannot be recorded come back', async () => {
  const { client, credentials, boxOffice } = await openSignedIn();
  const { clientId } = boxOffice.ids;
  const ticket = { ticketId: -1, performanceId: -1, barcode: 'x', barcodeString: 'x' };
  const tickets = [{ ...ticket, scanTime: EVENING - 1000 }];
  expect(await client.syncScans(credentials, { clientId, tickets })).toEqual({
    ok: true,
    value: [{ barcode: 'x', reason: ANY_TEXT }],
  });
});

describe('a request sends the narrower filter alone', () => {
  async function openRecorder() {
    const requests: { url: string; body: string; tag: string | undefined }[] = [];
    const baseUrl = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { url = '', headers } = request;
        requests.push({ url, body, tag: headers['if-none-match'] });
        response.end('{}');
      });
    });
    return { requests, client: openClient(baseUrl).client };
  }

  test.each([
    [{}, {}],
    [{ productionId: 21 }, { productionId: 21 }],
    [{ performanceId: 31 }, { performanceId: 31 }],
    [{ productionId: 21, performanceId: 31 }, { performanceId: 31 }],
  ])('of %j', async (filter, sent) => {
    const { requests, client } = await openRecorder();
    const wanted = { clientId: 7, ...filter };
    await client.validateTicket(CREDENTIALS, { ...wanted, barcodeString: 'A1' });
    await client.syncScans(CREDENTIALS, { ...wanted, tickets: [] });
    await client.validTickets(CREDENTIALS, wanted);
    const [validated, synced, downloaded] = requests;
    expect(JSON.parse(validated?.body ?? '')).toEqual({
      clientId: 7,
      ...sent,
      barcodeString: 'A1',
    });
    expect(JSON.parse(synced?.body ?? '')).toEqual({ clientId: 7, ...sent, tickets: [] });
    const query = Object.entries({ clientId: 7, ...sent }).map(([key, id]) => `${key}=${id}`);
    expect(downloaded?.url.split('?')[1]).toBe(query.join('&'));
  });

  test('and no validators of an answer to another request', async () => {
    const { requests, client } = await openRecorder();
    const path = '/public/scanning/cache/validTickets?clientId=7';
    const known = { etag: '"a"', lastModified: null };
    for (const asked of [`${path}&performanceId=31`, `${path}&productionId=21&performanceId=31`]) {
      const filter = { clientId: 7, productionId: 21, performanceId: 31 };
      await client.validTickets(CREDENTIALS, filter, { known: { ...known, path: asked } });
    }
    expect(requests.map(({ tag }) => tag)).toEqual(['"a"', undefined]);
  });
});

test('a token that was invalidated is dead', async () => {
  const { client, credentials } = await openSignedIn();
  expect(await client.invalidateToken(credentials)).toEqual({ ok: true, value: null });
  expect(await client.validateToken(credentials)).toMatchObject({
    error: { type: 'refused', error: { code: ERROR.tokenNotValid } },
  });
});

describe('what an answer teaches', () => {
  test('is the expiry, the clock and that the platform is there', async () => {
    const { client, clock, credentials, outcomes } = await openSignedIn();
    await client.validateToken(credentials);
    expect(outcomes.at(-1)).toEqual({
      type: 'answered',
      credentials,
      refusal: null,
      status: 200,
      accessTokenExpiration: EVENING + HOUR,
      serverDate: EVENING,
      atLeast: EVENING,
      roundTrip: 0,
      receivedAt: clock.steady(),
    });
  });

  test('a refusal is an answer, too', async () => {
    const { client, outcomes } = await openSignedIn();
    await client.validateToken(CREDENTIALS);
    expect(outcomes.at(-1)).toMatchObject({
      type: 'answered',
      credentials: CREDENTIALS,
      refusal: { code: ERROR.tokenNotValid },
    });
  });
});
