import { openEndpoint } from '#main/operations/metrics/endpoint.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { freePort } from '#tests/support/free-port.ts';
import { eventually } from '#tests/support/eventually.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask } from './support/scrape.ts';

const TEXT = '# HELP up Up.\n# TYPE up gauge\nup 1\n';

async function endpoint(
  read = () => Promise.resolve({ contentType: 'text/plain; version=0.0.4', text: TEXT }),
) {
  const port = await freePort();
  const logger = new RecordingLogger();
  const opened = await openEndpoint({ address: '127.0.0.1', port, read, find: () => null, logger });
  if (!opened.ok) throw new Error(opened.error);
  onTestFinished(() => opened.value.close());
  return { port, logger };
}

/** A connection of its own, ended with its test. */
async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('who asks for the numbers', () => {
  test('gets them, and nobody keeps them', async () => {
    const { port } = await endpoint();
    const { status, headers, text } = await ask(port);
    expect({ status, text }).toEqual({ status: 200, text: TEXT });
    expect(headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4',
      'cache-control': 'no-store',
      connection: 'close',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('may ask with a query, or for the head alone', async () => {
    const { port } = await endpoint();
    expect(await ask(port, { path: '/metrics?name[]=up' })).toMatchObject({ status: 200 });
    expect(await ask(port, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('is told of a mistake in the kiosk by a broken connection, and the log knows', async () => {
    const { port, logger } = await endpoint(() => Promise.reject(new TypeError('secret')));
    await expect(ask(port)).rejects.toThrow();
    expect(logger.lines.join()).toContain('TypeError');
    expect(logger.lines.join()).not.toContain('secret');
  });
});

describe('whoever asks for anything else', () => {
  test.each([
    '/',
    '/metrics/',
    '/metricsx',
    '/METRICS',
    '/../metrics',
    '/metrics/../../etc/passwd',
    '/%2e%2e/settings.json',
    '//metrics',
    'http://127.0.0.1/metrics',
  ])('%s is not there', async (path) => {
    const { port } = await endpoint();
    expect(await ask(port, { path })).toMatchObject({ status: 404, text: 'Not Found\n' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    '%s is not answered, whatever comes along',
    async (method) => {
      const { port } = await endpoint();
      const answer = await ask(port, { method, body: 'x'.repeat(1_000) });
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      expect(answer.text).not.toContain('up 1');
    },
  );

  test.each(['attacker.example', 'attacker.example:9464', '127.0.0.1', '127.0.0.1:1'])(
    'a page that bound its name “%s” to loopback reads nothing',
    async (host) => {
      const { port } = await endpoint();
      const answer = await ask(port, { headers: { host } });
      expect(answer).toMatchObject({ status: 403, text: 'Forbidden\n' });
    },
  );

  test('this machine’s own names are let in', async () => {
    const { port } = await endpoint();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect(await ask(port, { headers: { host } }), host).toMatchObject({ status: 200 });
    }
  });

  test('headers without end are not listened to', async () => {
    const { port } = await endpoint();
    expect(await ask(port, { headers: { x: 'y'.repeat(5_000) } })).toMatchObject({ status: 431 });
  });
});

describe('whoever wants to hold it up', () => {
  test('by speaking slowly, is cut off', async () => {
    const { port } = await endpoint();
    const slow = await dial(port);
    slow.write('GET /metrics HTTP/1.1\r\nHost: ');
    const drip = setInterval(() => slow.write('a'), 200);
    onTestFinished(() => clearInterval(drip));
    await once(slow.resume(), 'close');
    expect((await ask(port)).status).toBe(200);
  });

  test('by never speaking at all, is cut off', async () => {
    const { port } = await endpoint();
    await once((await dial(port)).resume(), 'close');
  });

  test('by silent connections from another address, keeps nobody out', async () => {
    const { port } = await endpoint();
    const sockets = Array.from({ length: 40 }, () =>
      connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined),
    );
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await eventually(() => expect(sockets.every(({ connecting }) => !connecting)).toBe(true));
    const asked = await Promise.race([
      ask(port).then(({ status }) => status),
      new Promise((resolve) => void setTimeout(() => resolve('no answer'), 2_000)),
    ]);
    expect(asked).toBe(200);
  });

  test('by a thousand connections, gets a few, and these not for long', async () => {
    const { port } = await endpoint();
    let open = 0;
    let most = 0;
    const sockets = Array.from({ length: 1_000 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      return socket.on('close', () => (open -= 1)).on('connect', () => (open += 1));
    });
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    // A connection that is refused was open for a moment, on the side of whoever asked.
    await eventually(() => {
      expect(sockets.every(({ connecting }) => !connecting)).toBe(true);
      most = open;
      expect(open).toBeLessThanOrEqual(16);
    });
    expect(most).toBeLessThanOrEqual(16);
    await eventually(async () => expect((await ask(port)).status).toBe(200));
  });
});

test('a port that somebody has is told by the system’s word', async () => {
  const { port } = await endpoint();
  const second = await openEndpoint({
    ...{ address: '127.0.0.1', port },
    read: () => Promise.reject(new Error('nobody asks')),
    find: () => null,
    logger: new RecordingLogger(),
  });
  expect(second).toEqual({ ok: false, error: 'EADDRINUSE' });
});
