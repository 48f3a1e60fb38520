import { fetchLogo } from '#main/platform/programme/logos/fetch-logo.ts';
import { checkPlatform } from '#main/platform/ticketing/check-platform.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { CREDENTIALS, openClient, openHttp } from './support/client.ts';
import { serve } from './support/serve.ts';
import { serveTls, TEST_AUTHORITY } from './support/tls.ts';

/** Every call that there is. */
const CALLS: Readonly<
  Record<keyof TicketingClient, ((client: TicketingClient) => unknown) | null>
> = {
  baseUrl: null,
  authenticate: (client) => client.authenticate('somebody', 'password-of-somebody'),
  filterOptions: (client) => client.filterOptions(CREDENTIALS),
  validateTicket: (client) =>
    client.validateTicket(CREDENTIALS, { clientId: 1, barcodeString: '4711' }),
  validTickets: (client) => client.validTickets(CREDENTIALS, { clientId: 1 }),
  syncScans: (client) => client.syncScans(CREDENTIALS, { clientId: 1, tickets: [] }),
  validateToken: (client) => client.validateToken(CREDENTIALS),
  invalidateToken: (client) => client.invalidateToken(CREDENTIALS),
  calendar: (client) => client.calendar({ clientId: 1 }),
  series: (client) => client.series({ clientId: 1 }),
  events: (client) => client.events({ clientId: 1 }),
};
const calls = Object.entries(CALLS).flatMap(([name, call]) =>
  call === null ? [] : [[name, call] as const],
);

const STATUSES = [300, 301, 302, 303, 305, 307, 308];

/** A server that remembers who asked it, and a server that sends everybody there. */
async function lure(status: number, secure = false) {
  const caught: IncomingMessage[] = [];
  const elsewhere = await serve((request, response) => {
    caught.push(request);
    response.end('{"error":false,"accessTokenExpiration":null}');
  });
  let asked = 0;
  const redirect: Parameters<typeof serve>[0] = (request, response) => {
    asked += 1;
    const there = asked > 1 ? '/again' : (request.url ?? '');
    response.writeHead(status, { location: elsewhere + there, refresh: `0;url=${elsewhere}` });
    response.end('{"error":false}');
  };
  const baseUrl = secure ? `https://localhost:${await serveTls(redirect)}` : await serve(redirect);
  return { baseUrl, caught, asked: () => asked };
}

describe.each(STATUSES)('an answer of %i', (status) => {
  test.each(calls)(
    'to %s leads nowhere: nobody else is asked, or shown who asks',
    async (_n, call) => {
      const { baseUrl, caught, asked } = await lure(status);
      const { client } = openClient(baseUrl);
      expect(await call(client)).toMatchObject({
        error: { type: 'offline', reason: 'captive-portal' },
      });
      expect([caught.length, asked()]).toEqual([0, 1]);
    },
  );
});

test.each(STATUSES)('from https to http leads nowhere: %i', async (status) => {
  const { baseUrl, caught, asked } = await lure(status, true);
  const { fetch } = openHttp({ certificates: [TEST_AUTHORITY] });
  const { client } = openClient(baseUrl, { fetch });
  expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: false });
  expect([caught.length, asked()]).toEqual([0, 1]);
});

test('to the same server leads nowhere either', async () => {
  const seen: (string | undefined)[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await openClient(baseUrl).client.validateToken(CREDENTIALS)).toMatchObject({ ok: false });
  expect(seen).toEqual(['/public/scanning/validateToken']);
});

test.each(STATUSES)('a sign of life does not come from elsewhere: %i', async (status) => {
  const { baseUrl, caught } = await lure(status);
  const ports = { fetch: openHttp().fetch, clock: new FakeClock(), logger: new RecordingLogger() };
  expect(await checkPlatform(baseUrl, ports)).toMatchObject({ ok: false });
  expect(caught).toHaveLength(0);
});

test.each(STATUSES)('a logo does not come from elsewhere: %i', async (status) => {
  const { baseUrl, caught } = await lure(status);
  const source = { fetch: openHttp().fetch, clock: new FakeClock(), limit: 1000 };
  const { signal } = new AbortController();
  expect(await fetchLogo(`${baseUrl}/logo.png`, source, signal)).toBeNull();
  expect(caught).toHaveLength(0);
});
