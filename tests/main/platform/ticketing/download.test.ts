import type { Result } from '#shared/result.ts';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { ERROR, validTicketsResponseSchema } from '#shared/api/index.ts';
import type { BodyStream } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import { bodyOf, CREDENTIALS, openClient, openSignedInClient } from './support/client.ts';
import { serve, serveAlways } from './support/serve.ts';

const FILTER = { clientId: 1 };
const KIB = 1024;

/** Reads a stream to its end: its text, and the failure it ended with, if it did. */
async function readAll(stream: BodyStream) {
  const pieces: Uint8Array[] = [];
  let failure: TicketingFailure | null = null;
  for await (const piece of stream) {
    expect(failure, 'a failure is the last piece').toBeNull();
    if (piece.ok) pieces.push(piece.value);
    else failure = piece.error;
  }
  return { text: Buffer.concat(pieces).toString(), failure };
}

/** A platform that begins a long download, and leaves the rest to the test. */
async function openLongDownload(limits = {}) {
  let response: ServerResponse | undefined;
  const baseUrl = await serve((_request, answer) => {
    response = answer;
    answer.write(`{"tickets":[${' '.repeat(70 * KIB)}`);
  });
  const opened = openClient(baseUrl, { limits });
  const download = await opened.client.validTickets(CREDENTIALS, FILTER);
  if (!download.ok || response === undefined) throw new Error('the download did not begin');
  return { ...opened, response, stream: bodyOf(download.value) };
}

describe('the download from a box office', () => {
  async function openSignedIn(tickets: number) {
    const boxOffice = await startBoxOffice({ tickets });
    onTestFinished(() => boxOffice.close());
    return { ...(await openSignedInClient(boxOffice.baseUrl)), ids: boxOffice.ids };
  }

  test.each([200, 3000])('comes whole, with %i tickets in the house', async (tickets) => {
    const { client, credentials, ids } = await openSignedIn(tickets);
    const { clientId, performanceId } = ids;
    for (const filter of [{ clientId }, { clientId, performanceId }]) {
      const download = await client.validTickets(credentials, filter);
      if (!download.ok) throw new Error('no download');
      const { text, failure } = await readAll(bodyOf(download.value));
      expect(failure).toBeNull();
      const { tickets, ...head } = validTicketsResponseSchema.parse(JSON.parse(text));
      expect(head).toMatchObject({ clientId, performanceId: filter.performanceId ?? null });
      expect(tickets?.length).toBeGreaterThan(0);
    }
  });

  test('is refused to a dead token before anything is handed on', async () => {
    const { client, ids } = await openSignedIn(200);
    const result = await client.validTickets(CREDENTIALS, { clientId: ids.clientId });
    expect(result).toMatchObject({
      error: { type: 'refused', error: { code: ERROR.tokenNotValid } },
    });
  });
});

describe('what is not a download', () => {
  test.each([
    ['a page', 200, '<html>', 'not-the-platform'],
    ['a long page', 200, `<html>${' '.repeat(100 * KIB)}`, 'not-the-platform'],
    ['nothing', 200, '', 'not-the-platform'],
    [
      'tickets of another shape',
      200,
      '{"error":false,"errorDetails":null,"tickets":7}',
      'not-the-platform',
    ],
    ['a broken gateway', 502, 'Bad Gateway', 'server-error'],
  ])('%s is known before it is handed on', async (_what, status, body, reason) => {
    const { client } = openClient(await serveAlways(status, body));
    expect(await client.validTickets(CREDENTIALS, FILTER)).toMatchObject({
      ok: false,
      error: { type: 'offline', reason },
    });
  });
});

describe('a long download', () => {
  test('arrives in pieces, as they come', async () => {
    const { stream, response } = await openLongDownload();
    const pieces = stream[Symbol.asyncIterator]();
    const first = await pieces.next();
    expect(first.value).toMatchObject({ ok: true });
    response.write('1]');
    const { value: second } = (await pieces.next()) as IteratorYieldResult<
      Result<Uint8Array, unknown>
    >;
    expect(second.ok && Buffer.from(second.value).toString()).toBe('1]');
    response.end('}');
    await pieces.next();
    expect(await pieces.next()).toMatchObject({ done: true });
  });

  test('that breaks ends with the reason', async () => {
    const { stream, response, outcomes } = await openLongDownload();
    response.socket?.destroy();
    const reset = { type: 'offline', reason: 'reset' };
    expect((await readAll(stream)).failure).toEqual(reset);
    expect(outcomes.at(-1)).toEqual(reset);
  });

  test('that brings nothing for too long has died; a byte now and then keeps it alive', async () => {
    const { stream, response, clock } = await openLongDownload({ validTicketsPause: 30_000 });
    const pieces = stream[Symbol.asyncIterator]();
    await pieces.next();
    for (let byte = 0; byte < 3; byte += 1) {
      const next = pieces.next();
      await clock.advance(29_999);
      response.write(' ');
      expect((await next).value).toMatchObject({ ok: true });
    }
    const last = pieces.next();
    await clock.advance(30_000);
    expect((await last).value).toEqual({
      ok: false,
      error: { type: 'offline', reason: 'timeout' },
    });
    expect((await pieces.next()).done).toBe(true);
  });

  test('may be read slowly: the pause counts only while the stream is waited for', async () => {
    const { stream, response, clock } = await openLongDownload({ validTicketsPause: 30_000 });
    response.end('1]}');
    const texts: string[] = [];
    for await (const piece of stream) {
      if (piece.ok) texts.push(Buffer.from(piece.value).toString());
      await clock.advance(60_000);
    }
    expect(JSON.parse(texts.join(''))).toEqual({ tickets: [1] });
  });

  test('is called off by its signal', async () => {
    const controller = new AbortController();
    const baseUrl = await serve(
      (_request, answer) => void answer.write(`{${' '.repeat(70 * KIB)}`),
    );
    const { client } = openClient(baseUrl);
    const { signal } = controller;
    const download = await client.validTickets(CREDENTIALS, FILTER, { signal });
    if (!download.ok) throw new Error('the download did not begin');
    const reading = readAll(bodyOf(download.value));
    controller.abort();
    expect((await reading).failure).toEqual({ type: 'aborted' });
  });

  test('that nobody wants any more is not taken to its end', async () => {
    const { stream, response } = await openLongDownload();
    const closed = once(response, 'close');
    for await (const piece of stream) {
      expect(piece.ok).toBe(true);
      break;
    }
    await closed;
  });
});
