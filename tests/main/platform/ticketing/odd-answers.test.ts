import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { TicketReader } from '#main/snapshot/ticket-reader.ts';
import type { Fetch } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import { passwordOf, USER } from '#tests/box-office/support.ts';
import { ODD_BODIES, ODD_DATES } from '#tests/support/odd-answers.ts';
import { ODD_TEXTS } from '#tests/support/odd-texts.ts';
import { CREDENTIALS, openClient, openHttp } from './support/client.ts';
import { listening } from './support/serve.ts';

const SCOPE = { clientId: 1 };
const NOT_THE_PLATFORM = { ok: false, error: { type: 'offline', reason: 'not-the-platform' } };

/** Every call that waits for JSON. */
const CALLS: Readonly<Record<string, (client: TicketingClient) => Promise<unknown>>> = {
  authenticate: (client) => client.authenticate('somebody', 'password'),
  filterOptions: (client) => client.filterOptions(CREDENTIALS),
  validateTicket: (client) => client.validateTicket(CREDENTIALS, { ...SCOPE, barcodeString: '1' }),
  validTickets: (client) => client.validTickets(CREDENTIALS, SCOPE),
  syncScans: (client) => client.syncScans(CREDENTIALS, { ...SCOPE, tickets: [] }),
  validateToken: (client) => client.validateToken(CREDENTIALS),
  calendar: (client) => client.calendar(SCOPE),
  series: (client) => client.series(SCOPE),
  events: (client) => client.events(SCOPE),
};

/** One server for all cases: its answer is whatever the case says. */
async function openServer() {
  const answer: { status: number; body: Buffer } = { status: 200, body: Buffer.alloc(0) };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const port = await listening(server);
  const { fetch } = openHttp();
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { answer, fetch, baseUrl: `http://127.0.0.1:${port}` };
}

describe.each(Object.entries(CALLS))('%s', (name, call) => {
  test.each([200, 400, 404])('with HTTP %i takes no odd body for an answer', async (status) => {
    const { answer, fetch, baseUrl } = await openServer();
    const { client, outcomes } = openClient(baseUrl, { fetch });
    answer.status = status;
    for (const [what, body] of [['nothing', Buffer.alloc(0)] as const, ...ODD_BODIES]) {
      answer.body = body;
      expect(await call(client), what).toMatchObject(NOT_THE_PLATFORM);
    }
    // Only what a guest or an operator waits for tells of the connection.
    const isTold = !['validTickets', 'syncScans', 'calendar', 'series', 'events'].includes(name);
    expect(outcomes).toHaveLength(isTold ? ODD_BODIES.length + 1 : 0);
    for (const outcome of outcomes) expect(outcome).toMatchObject(NOT_THE_PLATFORM.error);
  });

  test.each(['[', ' ', '{"a":"'])('does not take 100 MB of %j', async (begin) => {
    const { answer, fetch, baseUrl } = await openServer();
    const { client } = openClient(baseUrl, { fetch });
    answer.body = Buffer.concat([Buffer.from(begin), Buffer.alloc(100 * 1024 ** 2, begin.at(-1))]);
    const result = await call(client);
    // A download is judged by who reads it: below.
    const isStream = ['validTickets', 'calendar', 'series', 'events'].includes(name);
    if (!isStream || begin !== '{"a":"') expect(result).toMatchObject(NOT_THE_PLATFORM);
  });
});

test('of a download that goes wrong, however it does, no ticket is used', async () => {
  const { answer, fetch, baseUrl } = await openServer();
  const { client } = openClient(baseUrl, { fetch });
  const begin = '{"accessTokenExpiration":null,"error":false,"errorDetails":null,"clientId":1,';
  const filler = `"x":"${'x'.repeat(70_000)}",`;
  for (const [what, body] of ODD_BODIES) {
    answer.body = Buffer.concat([Buffer.from(`${begin}${filler}"tickets":[`), body]);
    const download = await client.validTickets(CREDENTIALS, SCOPE);
    if (!download.ok || download.value.type !== 'body') {
      throw new Error('a long download is judged by its reader');
    }
    const reader = new TicketReader(SCOPE, () => undefined);
    for await (const piece of download.value.stream) {
      if (piece.ok) reader.write(Buffer.from(piece.value));
    }
    expect(reader.end().type, what).toBe('unreadable');
  }
});

describe('an admission', () => {
  const envelope = '"error":false,"errorMessageHTML":null,"errorDetails":null';

  test('stands whatever the moment is at which its token is said to expire', async () => {
    const { answer, fetch, baseUrl } = await openServer();
    const { client, outcomes } = openClient(baseUrl, { fetch });
    for (const date of ODD_DATES) {
      answer.body = Buffer.from(`{"accessTokenExpiration":${date},${envelope},"name":"Ada"}`);
      const answered = await client.validateTicket(CREDENTIALS, { ...SCOPE, barcodeString: '1' });
      const outcome = outcomes.at(-1);
      const told = outcome?.type === 'answered' ? outcome.accessTokenExpiration : null;
      expect(told === null || Number.isSafeInteger(told), date).toBe(true);
      if (answered.ok) continue;
      // Where it is not believed, it is no word of the platform, and nobody is turned away by it.
      expect(answered, date).toMatchObject(NOT_THE_PLATFORM);
    }
  });

  test('stands whatever text is in what is only shown', async () => {
    const { answer, fetch, baseUrl } = await openServer();
    const { client } = openClient(baseUrl, { fetch });
    for (const text of ODD_TEXTS) {
      const shown = { name: text, performance: text, section: text, seat: text, successMsg: text };
      answer.body = Buffer.from(`{${envelope},${JSON.stringify(shown).slice(1)}`);
      const answered = await client.validateTicket(CREDENTIALS, { ...SCOPE, barcodeString: '1' });
      expect(answered.ok, JSON.stringify(text).slice(0, 40)).toBe(true);
    }
  });
});

test('odd texts reach the platform as they are: names, passwords, barcodes', async () => {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const bodies: string[] = [];
  const { fetch } = openHttp();
  const watching: Fetch = (url, init) => {
    bodies.push(init.body ?? '');
    return fetch(url, init);
  };
  const { client } = openClient(boxOffice.baseUrl, { fetch: watching });
  const signedIn = await client.authenticate(USER.door, passwordOf(USER.door));
  if (!signedIn.ok) throw new Error('the demo user cannot sign in');
  const credentials = { username: USER.door, token: signedIn.value.accessToken };
  const { clientId } = boxOffice.ids;
  for (const text of ODD_TEXTS) {
    const scanned = await client.validateTicket(credentials, { clientId, barcodeString: text });
    const code = text === '' ? 15 : 11;
    expect(scanned, JSON.stringify(text).slice(0, 40)).toMatchObject({
      error: { type: 'refused', error: { code } },
    });
    expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ clientId, barcodeString: text });
  }
  const stranger = await client.authenticate(ODD_TEXTS.join(''), ODD_TEXTS.join('\n'));
  expect(stranger).toMatchObject({ error: { type: 'refused', error: { code: 2 } } });
});
