import http from 'node:http';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { SCANNING_PATHS } from '#shared/api/index.ts';
import { startBoxOffice } from '#box-office/server.ts';
import { BoxOfficeStartError } from '#box-office/start-error.ts';
import { eventually } from '#tests/support/eventually.ts';
import { barcodeOf, EVENING, HOUR, openBoxOffice, send, signIn, USER } from './support.ts';

test("each answer carries the box office's own time", async () => {
  const { boxOffice } = await openBoxOffice();
  const door = await signIn(boxOffice);
  for (const path of [SCANNING_PATHS.validateToken, SCANNING_PATHS.validTickets, '/nothing']) {
    const response = await send(boxOffice, 'GET', path, { headers: door.headers });
    expect(response.headers.get('date')).toBe(new Date(EVENING).toUTCString());
    await response.body?.cancel();
  }
});

test('the clock is off by the clock offset', async () => {
  const { boxOffice } = await openBoxOffice({ clockOffset: -3 * HOUR });
  const response = await send(boxOffice, 'GET', SCANNING_PATHS.validateToken);
  expect(response.headers.get('date')).toBe(new Date(EVENING - 3 * HOUR).toUTCString());
  await response.body?.cancel();
});

test('answers carry the Age of a cache, and no Date where it is stripped', async () => {
  const aged = await openBoxOffice({ age: 90 });
  const cached = await send(aged.boxOffice, 'GET', SCANNING_PATHS.validateToken);
  expect(cached.headers.get('date')).toBe(new Date(EVENING - 90_000).toUTCString());
  expect(cached.headers.get('age')).toBe('90');
  await cached.body?.cancel();
  const { boxOffice } = await openBoxOffice({ sendsDate: false });
  const stripped = await send(boxOffice, 'GET', SCANNING_PATHS.validateToken);
  expect(stripped.headers.has('date')).toBe(false);
  expect(stripped.headers.has('age')).toBe(false);
  await stripped.body?.cancel();
});

test('requests are remembered with their error codes and without secrets', async () => {
  const { boxOffice, ids } = await openBoxOffice();
  const door = await signIn(boxOffice);
  const barcode = barcodeOf(boxOffice, 'scanned');
  await door.validate(barcode);
  await door.download({ performanceId: ids.performanceId });
  const request = { at: EVENING, answered: true, errorCode: null };
  expect(boxOffice.requests).toStrictEqual([
    { ...request, method: 'POST', path: SCANNING_PATHS.authenticate },
    { ...request, method: 'POST', path: SCANNING_PATHS.validateTicket, errorCode: 12 },
    { ...request, method: 'GET', path: SCANNING_PATHS.validTickets },
  ]);
});

test('an answer can be held after the ticket is spent, while others are answered', async () => {
  let release = (): void => undefined;
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  const { boxOffice } = await openBoxOffice({
    hooks: {
      beforeAnswer: (request) =>
        request.path === SCANNING_PATHS.validateTicket ? held : undefined,
    },
  });
  const door = await signIn(boxOffice);
  const barcode = barcodeOf(boxOffice, 'valid');
  const answer = door.validate(barcode);
  await eventually(() => expect(boxOffice.scansOf(barcode)).toHaveLength(1));
  expect((await door.validateToken()).error).toBe(false);
  expect(boxOffice.requests.map(({ answered }) => answered)).toStrictEqual([true, false, true]);
  release();
  expect((await answer).error).toBe(false);
});

test('an answer can be replaced, e.g. by the page of a captive portal', async () => {
  const { boxOffice } = await openBoxOffice({
    hooks: {
      beforeAnswer: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    },
  });
  const response = await send(boxOffice, 'GET', SCANNING_PATHS.validateToken);
  expect(response.headers.get('content-type')).toBe('text/html');
  expect(await response.text()).toBe('<html>');
});

test('connections can be cut after the ticket is spent; later ones are welcome', async () => {
  const { boxOffice } = await openBoxOffice({
    hooks: {
      beforeAnswer: (request) => {
        if (request.path === SCANNING_PATHS.validateTicket) boxOffice.dropConnections();
        return undefined;
      },
    },
  });
  const door = await signIn(boxOffice);
  const barcode = barcodeOf(boxOffice, 'valid');
  await expect(door.validate(barcode)).rejects.toThrow('fetch failed');
  expect(boxOffice.scansOf(barcode)).toHaveLength(1);
  expect((await door.validateToken()).error).toBe(false);
});

test('a sender that goes away in the middle of its body is no bug', async () => {
  const reportBug = vi.fn();
  const { boxOffice } = await openBoxOffice({ reportBug });
  const door = await signIn(boxOffice);
  const request = http.request(boxOffice.baseUrl + SCANNING_PATHS.validateTicket, {
    method: 'POST',
    headers: { ...door.headers, 'Content-Length': '1000' },
  });
  request.on('error', () => undefined);
  request.write('{"clientId"');
  await eventually(() => expect(boxOffice.requests).toHaveLength(2));
  request.destroy();
  await eventually(() => expect(boxOffice.requests[1]?.answered).toBe(true));
  expect(reportBug).not.toHaveBeenCalled();
  expect((await door.validateToken()).error).toBe(false);
});

test('closing drops open connections and answers that are held', async () => {
  const { boxOffice } = await openBoxOffice({
    hooks: { beforeAnswer: () => new Promise<undefined>(() => undefined) },
  });
  const request = http.get(boxOffice.baseUrl + SCANNING_PATHS.validateToken);
  const failed = once(request, 'error');
  request.on('response', () => expect.unreachable());
  await eventually(() => expect(boxOffice.requests).toHaveLength(1));
  await boxOffice.close();
  await boxOffice.close();
  const [error] = (await failed) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNRESET');
});

test('a sign-in under way while the box office closes is no bug', async () => {
  const reportBug = vi.fn();
  const { boxOffice } = await openBoxOffice({ reportBug });
  const signingIn = signIn(boxOffice, USER.door);
  signingIn.catch(() => undefined);
  // Turn by turn: hashing the password takes only some milliseconds.
  while (boxOffice.requests.length === 0) await new Promise(setImmediate);
  await boxOffice.close();
  await expect(signingIn).rejects.toThrow();
  await eventually(() => expect(boxOffice.requests[0]?.answered).toBe(true));
  expect(reportBug).not.toHaveBeenCalled();
});

test('a port that is in use is named', async () => {
  const { boxOffice } = await openBoxOffice();
  const port = Number(new URL(boxOffice.baseUrl).port);
  const second = startBoxOffice({ port, tickets: 200 });
  await expect(second).rejects.toThrow(BoxOfficeStartError);
  await expect(second).rejects.toThrow(`Port ${String(port)} on 127.0.0.1 is in use.`);
});

test('a connection that is not used for a while is kept, however busy the machine is', async () => {
  const { boxOffice } = await openBoxOffice({ tickets: 200 });
  const { headers } = await send(boxOffice, 'GET', '/');
  expect(headers.get('keep-alive')).toBe('timeout=60');
});
