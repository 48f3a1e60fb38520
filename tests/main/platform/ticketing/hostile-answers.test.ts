import { fetchLogo } from '#main/platform/programme/logos/fetch-logo.ts';
import { LARGEST_ANSWER } from '#main/platform/ticketing/ask.ts';
import { askForStream } from '#main/platform/ticketing/download.ts';
import { programmeReader } from '#main/platform/ticketing/reading.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CREDENTIALS, openClient, openHttp } from './support/client.ts';
import { serve, serveSockets } from './support/serve.ts';

const NOT_THE_PLATFORM = { ok: false, error: { type: 'offline', reason: 'not-the-platform' } };
const TIMEOUT = { ok: false, error: { type: 'offline', reason: 'timeout' } };
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** A server that writes to whoever connects and asks, byte for byte. */
function serveRaw(answer: (socket: Socket) => void) {
  return serveSockets((socket) => socket.once('data', () => answer(socket)));
}

/** Writes one thing over and over, as fast as it is taken; counts the bytes. */
function flood(piece: string) {
  const sent = { bytes: 0 };
  const pour = (socket: Socket): void => {
    for (let room = true; room && !socket.destroyed; sent.bytes += piece.length) {
      room = socket.write(piece);
    }
    socket.once('drain', () => pour(socket));
  };
  return { sent, pour };
}

describe('a head', () => {
  test.each([
    ['one line without end', 'x'.repeat(4096)],
    ['lines without end', 'x-flood: 1\r\n'.repeat(400)],
  ])('of %s is not read to its end', async (_what, piece) => {
    const { sent, pour } = flood(piece);
    const { baseUrl } = await serveRaw((socket) => {
      socket.write(`${HEAD}x-first: `);
      pour(socket);
    });
    expect(await openClient(baseUrl).client.validateToken(CREDENTIALS)).toMatchObject(
      NOT_THE_PLATFORM,
    );
    expect(sent.bytes).toBeLessThan(16 * 1024 ** 2);
  });

  test.each([
    ['that never comes', () => undefined],
    ['that comes byte by byte', (socket: Socket) => void socket.write('HTTP/1')],
    [
      'that is announced again and again',
      (socket: Socket) =>
        void socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(99)),
    ],
  ])('%s ends with the time limit', async (_what, answer) => {
    let isAsked = false;
    const { baseUrl } = await serveRaw((socket) => {
      answer(socket);
      isAsked = true;
    });
    const { client, clock } = openClient(baseUrl, { limits: { validateToken: 10_000 } });
    const asked = client.validateToken(CREDENTIALS);
    await eventually(() => expect(isAsked).toBe(true));
    await clock.advance(10_000);
    expect(await asked).toEqual(TIMEOUT);
  });

  test.each([
    ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: 30\r\n\r\n{}`],
    ['a length below nothing', `${HEAD}content-length: -1\r\n\r\n{}`],
    [
      'a piece of a length that is none',
      `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'a piece of a length beyond all',
      `${HEAD}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n`,
    ],
    [
      'both a length and pieces',
      `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['control characters', 'HTTP/1.1 200 OK\r\nx: \u0000\u0001\r\n\r\n{}'],
    ['no version', 'HTTP/9.9 200 OK\r\n\r\n{}'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n{}'],
  ])('or a body with %s is no answer', async (_what, bytes) => {
    const { baseUrl } = await serveRaw((socket) => socket.end(bytes, 'latin1'));
    const { client, logger } = openClient(baseUrl);
    const answer = await client.validateToken(CREDENTIALS);
    expect(answer).toMatchObject({ ok: false, error: { type: 'offline' } });
    expect(JSON.stringify(logger)).not.toContain(CREDENTIALS.token);
  });
});

describe('a body', () => {
  /** Packed a thousand times smaller than it is. */
  const bomb = gzipSync(Buffer.alloc(2 * LARGEST_ANSWER.list, ' '));
  const explode = () =>
    serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });

  test('that unpacks to more than an answer may have is not the platform’s', async () => {
    const { client } = openClient(await explode());
    expect(await client.validateToken(CREDENTIALS)).toMatchObject(NOT_THE_PLATFORM);
    expect(await client.authenticate('somebody', 'password')).toMatchObject(NOT_THE_PLATFORM);
    expect(await client.filterOptions(CREDENTIALS)).toMatchObject(NOT_THE_PLATFORM);
    expect(await client.invalidateToken(CREDENTIALS)).toMatchObject(NOT_THE_PLATFORM);
    expect(await client.validTickets(CREDENTIALS, { clientId: 1 })).toMatchObject(NOT_THE_PLATFORM);
    expect(await client.series({ clientId: 1 })).toMatchObject(NOT_THE_PLATFORM);
  });

  test('of a refusal is bounded as any other', async () => {
    const baseUrl = await serve((_request, response) => {
      response
        .writeHead(500)
        .end(`{"error":true,"errorMessageHTML":"${'x'.repeat(2 * 1024 ** 2)}"}`);
    });
    expect(await openClient(baseUrl).client.validateToken(CREDENTIALS)).toMatchObject({
      error: { type: 'offline', reason: 'server-error' },
    });
  });

  test('of a logo is bounded when it is unpacked, and in time', async () => {
    const { signal } = new AbortController();
    const clock = new FakeClock();
    const source = { fetch: openHttp().fetch, clock, limit: 5_000 };
    expect(await fetchLogo(`${await explode()}/a.png`, source, signal)).toBeNull();

    let isAsked = false;
    const { baseUrl } = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\n\x89PNG', 'latin1');
      isAsked = true;
    });
    const trickled = fetchLogo(`${baseUrl}/b.png`, source, signal);
    await eventually(() => expect(isAsked).toBe(true));
    await clock.advance(5_000);
    expect(await trickled).toBeNull();
  });

  test('of a download without end is not taken to where the disk is full', async () => {
    const { sent, pour } = flood(`{"barcode":"${'1'.repeat(4000)}"},`);
    const { baseUrl, sockets } = await serveRaw((socket) => {
      socket.write(`${HEAD}\r\n{"error":false,"tickets":[`);
      pour(socket);
    });
    const logger = new RecordingLogger();
    const download = await askForStream(
      { baseUrl, fetch: openHttp().fetch, clock: new FakeClock(), logger },
      { method: 'GET', path: '/', credentials: null, timeLimit: 60_000 },
      programmeReader(z.unknown()),
      60_000,
      2 * 1024 ** 2,
    );
    if (!download.ok) throw new Error('the download did not begin');
    const pieces: unknown[] = [];
    for await (const piece of download.value) pieces.push(piece);
    expect(pieces.at(-1)).toMatchObject(NOT_THE_PLATFORM);
    expect(pieces.at(-2)).toMatchObject({ ok: true });
    await eventually(() => expect([...sockets].every(({ destroyed }) => destroyed)).toBe(true));
    expect(sent.bytes).toBeLessThan(64 * 1024 ** 2);
  });
});
