import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FetchInit } from '#main/base/ports.ts';
import { fetchLogo } from '#main/platform/programme/logos/fetch-logo.ts';
import { textOf } from '#main/platform/ticketing/body.ts';
import { CONNECT_LIMIT, type Address } from '#main/platform/ticketing/connect.ts';
import { offlineReason } from '#main/platform/ticketing/offline-reason.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { CREDENTIALS, openClient, openHttp } from './support/client.ts';
import { deadPort, serve, serveAlways, serveSockets } from './support/serve.ts';

const init = (method: FetchInit['method'], body?: string): FetchInit => ({
  method,
  headers: {},
  ...(body !== undefined && { body }),
  signal: new AbortController().signal,
  redirect: 'manual',
});

/**
 * Answers the first request on a connection. Takes in the second, as a platform that spends a
 * ticket, and kills the connection before it says so.
 */
async function serveThenDie() {
  const requests: { method: string; connection: number }[] = [];
  const { baseUrl } = await serveSockets((socket, connection) => {
    let before = 0;
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
      if (!isWhole(received)) return;
      requests.push({ method: received.split(' ')[0] ?? '', connection });
      received = '';
      before += 1;
      if (before > 1) return void socket.destroy();
      const body = JSON.stringify({ accessTokenExpiration: null, error: false });
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
  });
  return { baseUrl, requests };
}

/** undici lets one turn of the event loop pass before it uses a connection again. */
async function connectionIsFree(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

function isWhole(request: string): boolean {
  const [head = '', body] = request.split('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return body !== undefined && Buffer.byteLength(body) >= length;
}

describe('a connection that dies after the platform has taken the request in', () => {
  test('a ticket is asked for once, on the connection that was kept: offline, by a reset', async () => {
    const { baseUrl, requests } = await serveThenDie();
    const { client } = openClient(baseUrl);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    await connectionIsFree();

    const ticket = { barcodeString: '1', clientId: 1 };
    expect(await client.validateTicket(CREDENTIALS, ticket)).toEqual({
      ok: false,
      error: { type: 'offline', reason: 'reset' },
    });
    expect(requests).toEqual([
      { method: 'GET', connection: 1 },
      { method: 'POST', connection: 1 },
    ]);
  });

  test.each(['GET', 'DELETE'] as const)('a %s is not repeated either', async (method) => {
    const { baseUrl, requests } = await serveThenDie();
    const { fetch } = openHttp();
    await textOf(await fetch(baseUrl, init('GET')), 1_000);
    await connectionIsFree();
    const error: unknown = await fetch(baseUrl, init(method)).catch((reason: unknown) => reason);
    expect(offlineReason(error)).toBe('reset');
    expect(requests).toEqual([
      { method: 'GET', connection: 1 },
      { method, connection: 1 },
    ]);
  });

  test('the next call opens a new connection', async () => {
    const { baseUrl, requests } = await serveThenDie();
    const { client } = openClient(baseUrl);
    await client.validateToken(CREDENTIALS);
    await connectionIsFree();
    await client.validateToken(CREDENTIALS);
    await connectionIsFree();
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });
});

test.each([401, 407, 408, 421, 425, 429, 503])(
  'status %i is handed on as it is, and nothing is sent again',
  async (status) => {
    let requests = 0;
    const baseUrl = await serve((_request, response) => {
      requests += 1;
      response.writeHead(status, { 'retry-after': '0', 'www-authenticate': 'Basic' }).end('no');
    });
    const response = await openHttp().fetch(baseUrl, init('POST', '{}'));
    expect([response.status, await textOf(response, 2), requests]).toEqual([status, 'no', 1]);
  },
);

test('tells the program and its version with every request', async () => {
  const agents: unknown[] = [];
  const baseUrl = await serve((request, response) => {
    agents.push(request.headers['user-agent']);
    response.end('{}');
  });
  const { client } = openClient(baseUrl);
  await client.authenticate('somebody', 'secret');
  await client.validateToken(CREDENTIALS);
  await client.validTickets(CREDENTIALS, { clientId: 1 });
  await client.events({ clientId: 1 });
  const source = { fetch: openHttp().fetch, clock: new FakeClock(), limit: 1_000 };
  await fetchLogo(`${baseUrl}/logo.png`, source, new AbortController().signal);
  expect(agents).toEqual(Array(5).fill(`Usher/${packageJson.version}`));
});

test('a zipped answer is unpacked', async () => {
  const baseUrl = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toBe('gzip, br');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('tür 🎭'));
  });
  expect(await textOf(await openHttp().fetch(baseUrl, init('GET')), 100)).toBe('tür 🎭');
});

test('an answer that only says it is zipped is not the platform', async () => {
  const baseUrl = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
  });
  expect(await openClient(baseUrl).client.validateToken(CREDENTIALS)).toMatchObject({
    error: { type: 'offline', reason: 'not-the-platform' },
  });
});

test.each([
  ['reads headers of 60 KB', 60, { ok: true }],
  ['rejects headers of 70 KB', 70, { error: { type: 'offline', reason: 'not-the-platform' } }],
])('%s', async (_what, kilobytes, result) => {
  const baseUrl = await serveAlways(200, '{"accessTokenExpiration":null,"error":false}', {
    'content-security-policy': 'x'.repeat(kilobytes * 1024),
  });
  expect(await openClient(baseUrl).client.validateToken(CREDENTIALS)).toMatchObject(result);
});

test('what does not speak HTTP is not the platform', async () => {
  const { baseUrl } = await serveSockets((socket) => socket.end('220 mail.example ESMTP\r\n'));
  const { client } = openClient(baseUrl);
  expect(await client.validateToken(CREDENTIALS)).toMatchObject({
    error: { type: 'offline', reason: 'not-the-platform' },
  });
});

test('an answer without a body has none', async () => {
  const baseUrl = await serve((_request, response) => response.writeHead(204).end());
  const response = await openHttp().fetch(baseUrl, init('DELETE'));
  expect([response.status, await textOf(response, 0)]).toEqual([204, '']);
});

test('an informational answer is not the answer', async () => {
  const baseUrl = await serve((_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('the answer');
  });
  const response = await openHttp().fetch(baseUrl, init('GET'));
  expect([response.status, await textOf(response, 100)]).toEqual([200, 'the answer']);
});

test('a body that is read slowly waits in the network', async () => {
  const pieces = 320;
  let written = 0;
  const baseUrl = await serve((_request, response) => {
    function* body() {
      for (; written < pieces; written += 1) yield Buffer.alloc(128 * 1024);
    }
    Readable.from(body()).pipe(response);
  });
  const { body } = await openHttp().fetch(baseUrl, init('GET'));
  let size = 0;
  for await (const chunk of body ?? []) {
    // Longer than the server needs for all of it, were it taken in.
    if (size === 0) await wait(1_000);
    if (size === 0) expect(written).toBeLessThan(pieces / 2);
    size += chunk.byteLength;
  }
  expect(size).toBe(pieces * 128 * 1024);
});

test('leaving a body unread closes its connection', async () => {
  let isClosed = false;
  const baseUrl = await serve((request, response) => {
    request.socket.on('close', () => (isClosed = true));
    response.write('the beginning of a long answer');
  });
  const { body } = await openHttp().fetch(baseUrl, init('GET'));
  await body?.cancel();
  await eventually(() => expect(isClosed).toBe(true));
});

test('closing breaks off what is in flight', async () => {
  let asked = false;
  const baseUrl = await serve(() => (asked = true));
  const http = openHttp();
  const answer = http.fetch(baseUrl, init('GET')).then(
    () => 'answered',
    () => 'broken off',
  );
  await eventually(() => expect(asked).toBe(true));
  await http.close();
  expect(await answer).toBe('broken off');
});

test('a proxy that cannot be found out in time does not outlast the time limit', async () => {
  const { fetch } = openHttp({ resolveProxy: () => new Promise(() => {}) });
  const { client, clock } = openClient(`http://127.0.0.1:${await deadPort()}`, { fetch });
  const answer = client.validateToken(CREDENTIALS, { timeLimit: 1000 });
  await clock.advance(1000);
  expect(await answer).toMatchObject({ error: { type: 'offline', reason: 'timeout' } });
});

test('a time limit ends a request before there is a connection, and it is never sent', async () => {
  const sockets: Socket[] = [];
  const sent: string[] = [];
  const { baseUrl } = await serveSockets((socket) => {
    sockets.push(socket);
    socket.on('data', (data) => {
      sent.push(data.toString());
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  let find: (addresses: Address[]) => void = () => undefined;
  const found = new Promise<Address[]>((resolve) => (find = resolve));
  const { fetch } = openHttp({ lookup: () => found });
  const { client, clock } = openClient(baseUrl.replace('127.0.0.1', 'platform.example'), { fetch });
  const start = performance.now();
  const answer = client.filterOptions(CREDENTIALS, { timeLimit: 1000 });
  await setImmediate();
  await clock.advance(1000);
  expect(await answer).toMatchObject({ error: { type: 'offline', reason: 'timeout' } });
  expect(performance.now() - start).toBeLessThan(CONNECT_LIMIT / 2);

  find([{ address: '127.0.0.1', family: 4 }]);
  await eventually(() => expect(sockets).toHaveLength(1));
  await client.validateToken(CREDENTIALS);
  expect(sent.map((request) => request.split(' ')[1])).toEqual(['/public/scanning/validateToken']);
});
