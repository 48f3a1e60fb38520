import type { RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CREDENTIALS, openClient, openHttp } from './support/client.ts';
import { serveAlways } from './support/serve.ts';
import { startProxy } from './support/proxies.ts';
import { EXPIRED, SELF_SIGNED, serveTls, TEST_AUTHORITY } from './support/tls.ts';

const ENVELOPE = '{"accessTokenExpiration":null,"error":false}';
const asPlatform: RequestListener = (_request, response) => response.end(ENVELOPE);
const offlineByTls = { ok: false, error: { type: 'offline', reason: 'tls' } };

test('a server whose authority nobody knows is offline, by TLS, and learns no token', async () => {
  const seen: unknown[] = [];
  const port = await serveTls((request) => seen.push(request.headers.authorization));
  const { client } = openClient(`https://localhost:${port}`);
  expect(await client.validateToken(CREDENTIALS)).toEqual(offlineByTls);
  expect(seen).toEqual([]);
});

test("a venue's own authority is trusted when it is handed in", async () => {
  const port = await serveTls(asPlatform);
  const { fetch } = openHttp({ certificates: [TEST_AUTHORITY] });
  const { client } = openClient(`https://localhost:${port}`, { fetch });
  expect(await client.validateToken(CREDENTIALS)).toMatchObject({ ok: true });
});

test("a server with somebody else's certificate is offline, by TLS", async () => {
  const port = await serveTls(asPlatform);
  const { fetch } = openHttp({ certificates: [TEST_AUTHORITY] });
  const { client } = openClient(`https://127.0.0.1:${port}`, { fetch });
  // On some machines localhost is IPv6 alone; then nothing listens there.
  const result = await client.validateToken(CREDENTIALS);
  expect([
    offlineByTls,
    { ok: false, error: { type: 'offline', reason: 'refused' } },
  ]).toContainEqual(result);
});

test('a server that speaks plain HTTP is offline, by TLS', async () => {
  const plain = await serveAlways(200, ENVELOPE);
  const { client } = openClient(plain.replace('http:', 'https:'));
  expect(await client.validateToken(CREDENTIALS)).toEqual(offlineByTls);
});

test('a server that signs for itself is offline, by TLS', async () => {
  const port = await serveTls(asPlatform, SELF_SIGNED);
  const { client } = openClient(`https://localhost:${port}`);
  expect(await client.validateToken(CREDENTIALS)).toEqual(offlineByTls);
});

test('a certificate that has expired is none, even if its signer is trusted', async () => {
  const port = await serveTls(asPlatform, EXPIRED);
  const { fetch } = openHttp({ certificates: [EXPIRED.cert] });
  const { client } = openClient(`https://localhost:${port}`, { fetch });
  expect(await client.validateToken(CREDENTIALS)).toEqual(offlineByTls);
});

describe('an environment that takes any certificate, for whatever other program', () => {
  test.each([
    ['directly', null],
    ['through a proxy', false],
    ['through a proxy that is spoken to by TLS', true],
  ])('is not heeded %s', async (_way, secure) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen: unknown[] = [];
    const port = await serveTls((request) => seen.push(request.headers.authorization), SELF_SIGNED);
    const proxy = secure === null ? null : await startProxy({ secure });
    const { fetch } = openHttp({
      ...(proxy && {
        resolveProxy: () =>
          Promise.resolve(
            secure ? `HTTPS localhost:${proxy.port}` : `PROXY 127.0.0.1:${proxy.port}`,
          ),
      }),
    });
    const { client } = openClient(`https://localhost:${port}`, { fetch });
    expect(await client.validateToken(CREDENTIALS)).toMatchObject(offlineByTls);
    expect(seen).toEqual([]);
    // A proxy whose certificate nobody signed is not even asked to open the way.
    expect(proxy?.tunnels ?? []).toHaveLength(secure === false ? 1 : 0);
  });
});
