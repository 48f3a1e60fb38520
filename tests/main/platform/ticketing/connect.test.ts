import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectTo, CONNECT_LIMIT, type Address } from '#main/platform/ticketing/connect.ts';
import { CREDENTIALS, openClient, openHttp } from './support/client.ts';
import { deadPort, serveAlways } from './support/serve.ts';
import { listenSlowly, NEVER } from './support/slow-host.ts';
import { serveTls, TEST_AUTHORITY } from './support/tls.ts';

const ENVELOPE = '{"accessTokenExpiration":null,"error":false}';
const NAME = 'platform.example';

const onIp = (...addresses: string[]): Address[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A client of a host with these addresses. */
function clientOf(port: number, addresses: readonly Address[] | Error, scheme = 'http') {
  const asked: string[] = [];
  const { fetch } = openHttp({
    certificates: [TEST_AUTHORITY],
    lookup(hostname) {
      asked.push(hostname);
      return addresses instanceof Error ? Promise.reject(addresses) : Promise.resolve(addresses);
    },
  });
  const name = scheme === 'https' ? 'localhost' : NAME;
  return { ...openClient(`${scheme}://${name}:${port}`, { fetch }), asked };
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; took: number }> {
  const start = performance.now();
  const result = await work;
  return { result, took: performance.now() - start };
}

// Only Linux drops connections to a full queue.
describe.skipIf(process.platform !== 'linux')('a host with several addresses', () => {
  test('is reached at one that takes over 250 ms, after one that never answers', async () => {
    const port = await listenSlowly('127.0.0.2', 600, ENVELOPE);
    await listenSlowly('127.0.0.3', NEVER, '', port);
    const { client, asked } = clientOf(port, onIp('127.0.0.3', '127.0.0.2'));
    const { result, took } = await timed(client.validateToken(CREDENTIALS));
    expect(result).toMatchObject({ ok: true });
    expect(took, 'it was slow').toBeGreaterThan(250);
    expect(asked).toEqual([NAME]);
  });

  test('is reached at a slow first address when the second refuses', async () => {
    const port = await listenSlowly('127.0.0.2', 600, ENVELOPE);
    const { client } = clientOf(port, onIp('127.0.0.2', '127.0.0.4'));
    const { result, took } = await timed(client.validateToken(CREDENTIALS));
    expect(result).toMatchObject({ ok: true });
    expect(took, 'it was slow').toBeGreaterThan(250);
  });

  test('is reached within the online budget when its first address never answers', async () => {
    const baseUrl = await serveAlways(200, ENVELOPE);
    const port = Number(new URL(baseUrl).port);
    await listenSlowly('127.0.0.3', NEVER, '', port);
    const { client } = clientOf(port, onIp('127.0.0.3', '127.0.0.1'));
    const { result, took } = await timed(client.validateToken(CREDENTIALS));
    expect(result).toMatchObject({ ok: true });
    expect(took).toBeLessThan(1_000);
  });
});

test('tries the next address immediately after a refusal, and the other family before a third', async () => {
  const baseUrl = await serveAlways(200, ENVELOPE);
  const addresses = onIp('127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.1', '::1');
  const { client } = clientOf(Number(new URL(baseUrl).port), addresses);
  const { result, took } = await timed(client.validateToken(CREDENTIALS));
  expect(result).toMatchObject({ ok: true });
  expect(took).toBeLessThan(1_000);
});

test('encrypts to the address that answers, by the name of the host', async () => {
  const names: unknown[] = [];
  const port = await serveTls((request, response) => {
    names.push(request.headers.host);
    response.end(ENVELOPE);
  });
  const { client } = clientOf(port, onIp('127.0.0.4', '127.0.0.1', '::1'), 'https');
  expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
  expect(names).toEqual([`localhost:${port}`]);
});

test.each([
  ['nothing listens at any address', onIp('127.0.0.4', '127.0.0.5'), 'refused'],
  ['nothing listens at the only one', onIp('127.0.0.4'), 'refused'],
  ['the name has no address', [], 'unreachable'],
  ['nobody knows the name', Object.assign(new Error('no'), { code: 'ENOTFOUND' }), 'dns'],
])('is offline if %s', async (_why, addresses, reason) => {
  const { client } = clientOf(await deadPort(), addresses);
  expect(await client.validateToken(CREDENTIALS)).toEqual({
    ok: false,
    error: { type: 'offline', reason },
  });
});

test('gives up at the connect limit, which includes the name lookup', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const connected = connectTo({ hostname: NAME, port: 1 }, () => new Promise(() => undefined));
  const rejected = expect(connected).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await vi.advanceTimersByTimeAsync(CONNECT_LIMIT);
  await rejected;
});
