import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { CREDENTIALS, openClient } from './support/client.ts';
import { deadPort, serve, serveAlways } from './support/serve.ts';

const TICKET = { barcodeString: 'the-barcode', clientId: 1 };
const ENVELOPE = {
  accessTokenExpiration: null,
  error: false,
  errorMessageHTML: null,
  errorDetails: null,
};
const PAGE = '<!doctype html><title>Welcome to our Wi-Fi</title>';

describe('something else answers', () => {
  test.each([
    ['a captive portal', 200, PAGE, 'captive-portal'],
    ['a portal with a status of its own', 511, PAGE, 'captive-portal'],
    ['a page that is not there', 404, PAGE, 'not-the-platform'],
    ['a firewall with a page', 403, PAGE, 'firewall'],
    ['a firewall with JSON', 403, '{"message":"Forbidden"}', 'firewall'],
    ['a firewall without a word', 403, '', 'firewall'],
    ['a request for other credentials', 401, '', 'not-the-platform'],
    ['a redirect', 302, '', 'captive-portal'],
    ['JSON of another service', 200, '{"ok":true}', 'not-the-platform'],
    [
      'an envelope that says “no error” of nothing',
      200,
      JSON.stringify(ENVELOPE),
      'not-the-platform',
    ],
    ['a gateway without its platform', 502, 'Bad Gateway', 'server-error'],
    ['a service that is down for maintenance', 503, '{"message":"soon"}', 'server-error'],
  ])('%s (%i) is offline, never a verdict', async (_what, status, body, reason) => {
    const type = body === PAGE ? 'text/html; charset=utf-8' : 'application/json';
    const baseUrl = await serveAlways(status, body, { 'content-type': type });
    const { client, outcomes } = openClient(baseUrl);
    expect(await client.validateTicket(CREDENTIALS, TICKET)).toMatchObject({
      ok: false,
      error: { type: 'offline', reason, status },
    });
    expect(outcomes).toMatchObject([{ type: 'offline', reason }]);
  });

  test.each([200, 400, 401, 403, 404, 409, 500, 503, 999])(
    'status %i does not matter where the envelope can be read',
    async (status) => {
      const refusal = {
        ...ENVELOPE,
        error: true,
        errorDetails: { errorCodeId: 12, errorCodeKey: '', errorCodeName: '', forceLogout: false },
      };
      const refusing = openClient(await serveAlways(status, JSON.stringify(refusal)));
      expect(await refusing.client.validateTicket(CREDENTIALS, TICKET)).toMatchObject({
        error: { type: 'refused', error: { code: 12 } },
      });
      const admitting = openClient(
        await serveAlways(status, JSON.stringify({ ...ENVELOPE, seat: 'C 12' })),
      );
      expect(await admitting.client.validateTicket(CREDENTIALS, TICKET)).toMatchObject({
        ok: true,
      });
    },
  );

  test('an answer without end is not the platform, and is not read to its end', async () => {
    let stopped = false;
    const baseUrl = await serve((_request, response) => {
      const chunk = 'x'.repeat(64 * 1024);
      const write = () => {
        while (!stopped && response.write(chunk));
      };
      response.on('drain', write).on('close', () => (stopped = true));
      write();
    });
    const { client } = openClient(baseUrl);
    expect(await client.validateTicket(CREDENTIALS, TICKET)).toMatchObject({
      ok: false,
      error: { type: 'offline', reason: 'not-the-platform' },
    });
    await eventually(() => expect(stopped).toBe(true));
  });

  test('a redirect is not followed, and nobody else sees the Authorization header', async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end(JSON.stringify(ENVELOPE));
    });
    const { client } = openClient(await serveAlways(307, '', { location: elsewhere }));
    await client.validateTicket(CREDENTIALS, TICKET);
    await client.validateToken(CREDENTIALS);
    await client.filterOptions(CREDENTIALS);
    await client.validTickets(CREDENTIALS, { clientId: 1 });
    expect(seen).toEqual([]);
  });

  test('a broken promise is logged by the names of its members alone', async () => {
    const secret = { ...ENVELOPE, clients: { 'Ada Lovelace': 'A 7, four' } };
    const { client, logger } = openClient(await serveAlways(200, JSON.stringify(secret)));
    await client.filterOptions(CREDENTIALS);
    expect(logger.lines).toHaveLength(1);
    expect(logger.lines[0]).toContain('clients');
    expect(logger.lines.join()).not.toMatch(/Ada|four|A 7|somebody/);
  });
});

describe('nothing answers', () => {
  test('nothing listens: refused', async () => {
    const { client, outcomes } = openClient(`http://127.0.0.1:${await deadPort()}`);
    const refused = { type: 'offline', reason: 'refused' };
    expect(await client.validateToken(CREDENTIALS)).toEqual({ ok: false, error: refused });
    expect(outcomes).toEqual([refused]);
  });

  test('the name is unknown: dns', async () => {
    const { client } = openClient('http://no-such-host.invalid');
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ error: { reason: 'dns' } });
  });

  test('the connection breaks before the answer: reset', async () => {
    const { client } = openClient(await serve((request) => request.socket.destroy()));
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ error: { reason: 'reset' } });
  });

  test('the connection breaks in the middle of the answer: reset', async () => {
    const baseUrl = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"error":', () => request.socket.destroy());
    });
    const { client } = openClient(baseUrl);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ error: { reason: 'reset' } });
  });

  test('no answer comes within the time limit: timeout', async () => {
    let asked = false;
    const baseUrl = await serve(() => (asked = true));
    const { client, clock } = openClient(baseUrl, { limits: { validateToken: 10_000 } });
    const answer = client.validateToken(CREDENTIALS);
    await eventually(() => expect(asked).toBe(true));
    await clock.advance(10_000);
    expect(await answer).toMatchObject({ error: { type: 'offline', reason: 'timeout' } });
  });

  test('the limit is the whole answer: one byte a second does not stretch it', async () => {
    let drip = () => {};
    const baseUrl = await serve((_request, response) => {
      response.writeHead(200);
      drip = () => void response.write(' ');
      drip();
    });
    const { client, clock } = openClient(baseUrl, { limits: { validateToken: 10_000 } });
    let ended = false;
    const answer = client.validateToken(CREDENTIALS).finally(() => (ended = true));
    for (let second = 0; second < 9; second += 1) {
      drip();
      await clock.advance(1000);
      expect(ended).toBe(false);
    }
    await clock.advance(1000);
    expect(await answer).toMatchObject({ error: { type: 'offline', reason: 'timeout' } });
  });

  test("a caller's own time limit counts for that call", async () => {
    const { client, clock } = openClient(await serve(() => undefined));
    const answer = client.validateToken(CREDENTIALS, { timeLimit: 2000 });
    await clock.advance(2000);
    expect(await answer).toMatchObject({ error: { reason: 'timeout' } });
  });
});

describe('a call that is called off', () => {
  test('is aborted, and says nothing about the network', async () => {
    let asked = false;
    const baseUrl = await serve(() => (asked = true));
    const { client, outcomes } = openClient(baseUrl);
    const controller = new AbortController();
    const answer = client.validateToken(CREDENTIALS, { signal: controller.signal });
    await eventually(() => expect(asked).toBe(true));
    controller.abort();
    expect(await answer).toEqual({ ok: false, error: { type: 'aborted' } });
    expect(outcomes).toEqual([]);
  });

  test('before it began asks nothing', async () => {
    let asked = false;
    const baseUrl = await serve(() => (asked = true));
    const { client } = openClient(baseUrl);
    const signal = AbortSignal.abort();
    expect(await client.validateToken(CREDENTIALS, { signal })).toMatchObject({
      error: { type: 'aborted' },
    });
    await setImmediate();
    expect(asked).toBe(false);
  });
});
