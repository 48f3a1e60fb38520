import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CONNECT_LIMIT } from '#main/platform/ticketing/connect.ts';
import { routesOf } from '#main/platform/ticketing/proxy-route.ts';
import { eventually } from '#tests/support/eventually.ts';
import { CREDENTIALS, openClient, openHttp } from './support/client.ts';
import { startProxy, startSocksProxy } from './support/proxies.ts';
import { deadPort, serveAlways, serveSockets } from './support/serve.ts';
import { serveTls, TEST_AUTHORITY } from './support/tls.ts';

const ENVELOPE = '{"accessTokenExpiration":null,"error":false}';
const TICKET = { barcodeString: '1', clientId: 1 };

/** An HTTPS platform that is asked by way of `pac`. */
async function openBehind(pac: string) {
  const port = await serveTls((_request, response) => response.end(ENVELOPE));
  const asked: string[] = [];
  const { fetch, logger } = openHttp({
    certificates: [TEST_AUTHORITY],
    resolveProxy(url) {
      asked.push(url);
      return Promise.resolve(pac);
    },
  });
  const { client } = openClient(`https://localhost:${port}`, { fetch });
  return { client, asked, logger, target: `localhost:${port}` };
}

/** undici lets one turn of the event loop pass before it uses a connection again. */
async function connectionIsFree(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

describe('the way out', () => {
  test('is looked up once per connection, by origin', async () => {
    const { client, asked, target } = await openBehind('DIRECT');
    for (let call = 0; call < 3; call += 1) {
      expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
      await connectionIsFree();
    }
    expect(asked).toEqual([`https://${target}/`]);
  });

  test('follows a changed proxy with the next connection', async () => {
    let pac = 'DIRECT';
    let answered = 0;
    const { baseUrl, sockets } = await serveSockets((socket) =>
      socket.on('data', () => {
        answered += 1;
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${ENVELOPE.length}\r\n\r\n${ENVELOPE}`);
      }),
    );
    const proxy = await startProxy();
    const { fetch } = openHttp({ resolveProxy: () => Promise.resolve(pac) });
    const { client } = openClient(baseUrl, { fetch });
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([]);
    pac = `PROXY 127.0.0.1:${proxy.port}`;
    for (const socket of sockets) socket.destroy();
    await eventually(async () => {
      expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    });
    expect(proxy.tunnels).toEqual([new URL(baseUrl).host]);
    expect(answered).toBe(2);
  });

  test('leads through a proxy, in one tunnel for all calls', async () => {
    const proxy = await startProxy();
    const { client, target } = await openBehind(`PROXY 127.0.0.1:${proxy.port}; DIRECT`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    await connectionIsFree();
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([target]);
  });

  test('leads through a proxy that is spoken to by TLS', async () => {
    const proxy = await startProxy({ secure: true });
    const { client, target } = await openBehind(`HTTPS localhost:${proxy.port}`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([target]);
  });

  test.each([200, 407, 502])(
    'shows a proxy nothing of who asks, also if it says %i',
    async (status) => {
      const proxy = await startProxy({ status });
      const { client, logger } = await openBehind(
        `PROXY guest:pass-of-guest@127.0.0.1:${proxy.port}`,
      );
      const answer = await client.validateToken(CREDENTIALS);
      expect(answer.ok).toBe(status === 200);
      const told = proxy.headers.join('\n');
      expect(proxy.tunnels).toHaveLength(1);
      expect(told).not.toMatch(/^authorization$/im);
      expect(told).not.toContain(btoa(`${CREDENTIALS.username}:${CREDENTIALS.token}`));
      // And nobody else what the proxy asks for.
      expect(JSON.stringify([answer, logger.lines])).not.toContain('pass-of-guest');
    },
  );

  test('leads through a SOCKS 5 proxy', async () => {
    const proxy = await startSocksProxy();
    const { client, target } = await openBehind(`SOCKS5 127.0.0.1:${proxy.port}`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([target]);
  });

  test('leads a plain platform through a tunnel as well', async () => {
    const proxy = await startProxy();
    const baseUrl = await serveAlways(200, ENVELOPE);
    const { fetch } = openHttp({
      resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:${proxy.port}`),
    });
    const { client } = openClient(baseUrl, { fetch });
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([new URL(baseUrl).host]);
  });

  test('takes the next route if a proxy refuses the connection', async () => {
    const dead = await deadPort();
    const proxy = await startProxy();
    const routes = [`PROXY 127.0.0.1:${dead}`, `SOCKS5 127.0.0.1:${dead}`];
    const tunnelled = await openBehind([...routes, `PROXY 127.0.0.1:${proxy.port}`].join('; '));
    expect(await tunnelled.client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(proxy.tunnels).toEqual([tunnelled.target]);
    const { client } = await openBehind([...routes, 'DIRECT'].join('; '));
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
  });

  test('tries the route that worked last first', async () => {
    const closed = await startProxy({ status: 502 });
    const open = await startProxy();
    const { client } = await openBehind(
      `PROXY 127.0.0.1:${closed.port}; PROXY 127.0.0.1:${open.port}`,
    );
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    // At the same time, so that they need more than one connection.
    const more = await Promise.all([1, 2, 3].map(() => client.validateToken(CREDENTIALS)));
    expect(more.every(({ ok }) => ok)).toBe(true);
    expect(closed.tunnels).toHaveLength(1);
    expect(open.tunnels.length).toBeGreaterThan(1);
  });

  test.each(['PROXY', 'SOCKS5', 'HTTPS'])(
    'passes a silent %s after its head start',
    async (kind) => {
      const silent = await serveSockets(() => undefined);
      const proxy = await startProxy();
      const route = `${kind} 127.0.0.1:${new URL(silent.baseUrl).port}`;
      const { client } = await openBehind(
        `${route}; ${route}; ${route}; PROXY 127.0.0.1:${proxy.port}`,
      );
      const start = performance.now();
      expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
      expect(performance.now() - start).toBeLessThan(CONNECT_LIMIT);
      const asked = silent.sockets.size;
      const more = await Promise.all([1, 2, 3].map(() => client.validateToken(CREDENTIALS)));
      expect(more.every(({ ok }) => ok)).toBe(true);
      expect(silent.sockets.size).toBe(asked);
    },
  );

  test('passes a route on which the platform has no certificate', async () => {
    const { baseUrl } = await serveSockets((socket) => socket.end('who goes there?'));
    const wrong = await startProxy({ target: new URL(baseUrl).host });
    const { client, target } = await openBehind(`PROXY 127.0.0.1:${wrong.port}; DIRECT`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(wrong.tunnels).toEqual([target]);
  });

  test('gives up a silent proxy at the connect limit', async () => {
    const silent = await serveSockets(() => undefined);
    const { client } = await openBehind(`PROXY 127.0.0.1:${new URL(silent.baseUrl).port}`);
    const start = performance.now();
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({
      error: { type: 'offline', reason: 'timeout' },
    });
    expect(performance.now() - start).toBeLessThan(3 * CONNECT_LIMIT);
  });

  test('closes its connection to a silent SOCKS 5 proxy when closed', async () => {
    const silent = await serveSockets((socket) => void socket.resume());
    const http = openHttp({
      resolveProxy: () =>
        Promise.resolve(`SOCKS5 127.0.0.1:${new URL(silent.baseUrl).port}; DIRECT`),
    });
    let arrivals = 0;
    const platform = await serveSockets(() => (arrivals += 1));
    const { client } = openClient(platform.baseUrl, { fetch: http.fetch });
    const answer = client.validateToken(CREDENTIALS);
    await eventually(() => expect(silent.sockets.size).toBe(1));
    await http.close();
    expect(await answer).toMatchObject({ error: { type: 'offline' } });
    const [socket] = silent.sockets;
    await eventually(() => expect(socket?.closed).toBe(true), { patience: 2_000 });
    expect(arrivals).toBe(0);
  });

  test('closes its connection to a silent SOCKS 5 proxy when giving up', async () => {
    const { baseUrl, sockets } = await serveSockets((socket) => void socket.resume());
    const { client } = await openBehind(`SOCKS5 127.0.0.1:${new URL(baseUrl).port}`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ error: { type: 'offline' } });
    const [socket] = sockets;
    await eventually(() => expect(socket?.closed).toBe(true), { patience: 2_000 });
  });

  test('gives up a SOCKS 5 proxy immediately when it closes', async () => {
    const { baseUrl } = await serveSockets((socket) => void socket.resume().end());
    const { client } = await openBehind(`SOCKS5 127.0.0.1:${new URL(baseUrl).port}`);
    const start = performance.now();
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ error: { type: 'offline' } });
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  test('never sends a request along a second route', async () => {
    let requests = 0;
    const { baseUrl } = await serveSockets((socket) =>
      socket.once('data', () => {
        requests += 1;
        socket.destroy();
      }),
    );
    const { fetch } = openHttp({ resolveProxy: () => Promise.resolve('DIRECT; DIRECT') });
    const { client } = openClient(baseUrl, { fetch });
    expect(await client.validateTicket(CREDENTIALS, TICKET)).toMatchObject({
      error: { type: 'offline', reason: 'reset' },
    });
    expect(requests).toBe(1);
  });

  test('fails if no route works', async () => {
    const dead = `PROXY 127.0.0.1:${await deadPort()}`;
    const { client } = await openBehind(`${dead}; ${dead}`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({
      error: { type: 'offline', reason: 'refused' },
    });
  });

  test.each(['PROXY', 'SOCKS5'] as const)('lets large headers through a %s', async (kind) => {
    const { port } = await (kind === 'PROXY' ? startProxy() : startSocksProxy());
    const baseUrl = await serveAlways(200, ENVELOPE, { 'x-policy': 'x'.repeat(40_000) });
    const { fetch } = openHttp({
      resolveProxy: () => Promise.resolve(`${kind} 127.0.0.1:${port}`),
    });
    const { client } = openClient(baseUrl, { fetch });
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
  });

  test('ends at a proxy that is not there', async () => {
    const { client } = await openBehind(`PROXY 127.0.0.1:${await deadPort()}`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({
      error: { type: 'offline', reason: 'refused' },
    });
  });

  test('ends at a proxy that lets nobody through', async () => {
    const proxy = await startProxy({ status: 407 });
    const { client } = await openBehind(`PROXY 127.0.0.1:${proxy.port}`);
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({
      error: { type: 'offline', reason: 'unreachable' },
    });
    expect(proxy.tunnels).toHaveLength(1);
  });

  test('passes over a kind of proxy that is not spoken, and says so', async () => {
    const { client, logger } = await openBehind('SOCKS4 127.0.0.1:1; DIRECT');
    expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
    expect(logger.lines.join()).toContain('SOCKS4');
  });
});

describe('the words of a PAC file', () => {
  const direct = { type: 'direct' };
  const proxy = (uri: string) => ({ type: 'proxy', uri });
  test.each([
    ['DIRECT', [direct], []],
    ['', [direct], []],
    ['PROXY one.example:3128', [proxy('http://one.example:3128')], []],
    [
      'PROXY one.example:3128; PROXY two.example:3128; DIRECT',
      [proxy('http://one.example:3128'), proxy('http://two.example:3128'), direct],
      [],
    ],
    [' proxy  one.example:3128 ;direct', [proxy('http://one.example:3128'), direct], []],
    ['HTTPS one.example:443', [proxy('https://one.example:443')], []],
    ['SOCKS5 one.example:1080', [proxy('socks5://one.example:1080')], []],
    ['PROXY [::1]:3128', [proxy('http://[::1]:3128')], []],
    ['SOCKS one.example:1080; DIRECT', [direct], ['SOCKS']],
    ['QUIC one.example:443; HTTPS one.example:443', [proxy('https://one.example:443')], ['QUIC']],
    ['PROXY', [direct], ['PROXY']],
    ['toString one.example', [direct], ['toString']],
    [';DIRECT'.repeat(100), Array(8).fill(direct), []],
  ])('%j', (answer, routes, skipped) => {
    expect(routesOf(answer)).toEqual({ routes, skipped });
  });
});
