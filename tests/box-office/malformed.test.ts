import fc from 'fast-check';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { ERROR, SCANNING_PATHS, scanningEnvelopeSchema } from '#shared/api/index.ts';
import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import { LARGEST_BODY_BYTES } from '#box-office/request-body.ts';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { barcodeOf, openBoxOffice, send, signIn, USER, type Caller } from './support.ts';

const POSTS = [
  SCANNING_PATHS.authenticate,
  SCANNING_PATHS.validateTicket,
  SCANNING_PATHS.syncScans,
];

const bugs: Error[] = [];
let boxOffice: BoxOffice;
let door: Caller;

beforeAll(async () => {
  boxOffice = await startBoxOffice({ tickets: 200, reportBug: (error) => bugs.push(error) });
  door = await signIn(boxOffice);
});
afterAll(async () => {
  await boxOffice.close();
  expect(bugs).toStrictEqual([]);
});

async function codeOf(path: string, body: string): Promise<number | undefined> {
  const response = await send(boxOffice, 'POST', path, { headers: door.headers, body });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  const text = await response.text();
  expect(text).not.toMatch(/node_modules|\.ts:|at .*\(/);
  return scanningEnvelopeSchema.parse(JSON.parse(text)).errorDetails?.errorCodeId;
}

describe('a request that is not as it should be', () => {
  const bodies = ['', '{', 'null', '[]', '"text"', '12', '{}', '{"clientId":"284"}', '\u0000'];
  test.each(POSTS.flatMap((path) => bodies.map((body) => [path, body])))(
    '%s with the body %j lacks something required',
    async (path, body) => {
      expect(await codeOf(path, body)).toBe(ERROR.inputMissingRequiredField);
    },
  );

  test.each([
    ['no barcode', { clientId: 284 }],
    ['an empty barcode', { clientId: 284, barcodeString: '' }],
    ['a number for a barcode', { clientId: 284, barcodeString: 123456789012 }],
    ['no client', { barcodeString: '1' }],
    ['a fraction for a client', { clientId: 284.5, barcodeString: '1' }],
    ['text for a performance', { clientId: 284, barcodeString: '1', performanceId: 'x' }],
  ])('a ticket with %s is not looked for', async (_, body) => {
    const code = await codeOf(SCANNING_PATHS.validateTicket, JSON.stringify(body));
    expect(code).toBe(ERROR.inputMissingRequiredField);
  });

  test.each(['ticketId', 'performanceId', 'scanTime', 'barcode'])(
    'offline scans of which one lacks its %s are not recorded',
    async (member) => {
      const scan = { ticketId: 1, performanceId: 1, barcode: '1', scanTime: 1 };
      const tickets = [scan, { ...scan, [member]: undefined }];
      const body = JSON.stringify({ clientId: 284, tickets });
      expect(await codeOf(SCANNING_PATHS.syncScans, body)).toBe(ERROR.inputMissingRequiredField);
    },
  );

  test.each(POSTS)('%s with a body beyond the limit is an unanticipated error', async (path) => {
    const body = JSON.stringify({ clientId: 284, barcodeString: 'x'.repeat(LARGEST_BODY_BYTES) });
    expect(await codeOf(path, body)).toBe(ERROR.unanticipatedError);
    expect((await door.validateToken()).error).toBe(false);
  });

  test('a body beyond the limit that does not say so beforehand is one, too', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(64 * 1024));
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent > LARGEST_BODY_BYTES) controller.close();
        else controller.enqueue(chunk);
        sent += chunk.length;
      },
    });
    const response = await fetch(boxOffice.baseUrl + SCANNING_PATHS.syncScans, {
      method: 'POST',
      headers: door.headers,
      body,
      duplex: 'half',
    });
    expect(await response.json()).toMatchObject({
      errorDetails: { errorCodeId: ERROR.unanticipatedError },
      failedBarcodes: null,
    });
  });

  test('is answered in the envelope, whatever it is made of', async () => {
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.jsonValue() },
      { weight: 1, arbitrary: fc.constant(284) },
    );
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc
        .record({ clientId: value, barcodeString: value, tickets: value, performanceId: value })
        .map((members) => JSON.stringify(members)),
      fc
        .record({
          ticketId: fc.maxSafeInteger(),
          performanceId: fc.maxSafeInteger(),
          barcode: fc.string({ unit: 'binary' }),
          scanTime: fc.maxSafeInteger(),
        })
        .map((ticket) => JSON.stringify({ clientId: 284, tickets: [ticket] })),
      fc
        .string({ unit: 'binary' })
        .map((barcodeString) => JSON.stringify({ clientId: 284, barcodeString })),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...POSTS), body, async (path, text) => {
        const code = await codeOf(path, text);
        expect([undefined, 2, 7, 11, 15]).toContain(code);
      }),
      { numRuns: howMuch(100, 300), seed: seedOf('spoilt requests') },
    );
    expect((await door.validateToken()).error).toBe(false);
  }, 120_000);

  test.each([
    ['GET', '/'],
    ['GET', '/public/scanning/nothing'],
    ['GET', SCANNING_PATHS.validateTicket],
    ['POST', SCANNING_PATHS.filterOptions],
    ['GET', '/public/scanning/%E0%A4%A'],
  ])('%s %s leads nowhere, and says so in JSON', async (method, path) => {
    const response = await send(boxOffice, method, path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toStrictEqual({ message: 'There is nothing here.' });
  });
});

test('each of the 17 codes, and one that no list knows, can be had by asking', async () => {
  const { boxOffice: evening, clock, ids } = await openBoxOffice();
  const codes = new Map<number, string>();
  const note = async (response: Promise<Response>) => {
    const { errorDetails } = scanningEnvelopeSchema.parse(await (await response).json());
    if (errorDetails !== null) codes.set(errorDetails.errorCodeId, errorDetails.errorCodeKey);
  };
  const signInAs = (username: string, password: string) =>
    send(evening, 'POST', SCANNING_PATHS.authenticate, {
      body: JSON.stringify({ username, password }),
    });
  const { headers } = await signIn(evening);
  const scan = (body: object) =>
    send(evening, 'POST', SCANNING_PATHS.validateTicket, { headers, body: JSON.stringify(body) });

  await note(send(evening, 'GET', SCANNING_PATHS.validateToken));
  await note(signInAs(USER.door, 'wrong'));
  await note(signInAs(USER.bar, 'two-more-please'));
  await note(signInAs(USER.archive, 'last-season-2019'));
  await note(scan({ clientId: ids.otherClientId, barcodeString: '1' }));
  await note(scan({ clientId: ids.clientId }));
  for (const kind of ['scanned', 'voided', 'refunded', 'other-client', 'unknown'] as const) {
    await note(scan({ clientId: ids.clientId, barcodeString: barcodeOf(evening, kind) }));
  }
  for (const kind of ['other-performance', 'other-series'] as const) {
    const { clientId, performanceId } = ids;
    await note(scan({ clientId, performanceId, barcodeString: barcodeOf(evening, kind) }));
  }
  for (const barcodeString of Object.values(RESERVED_BARCODES)) {
    const fresh = await signIn(evening);
    const body = JSON.stringify({ clientId: ids.clientId, barcodeString });
    await note(
      send(evening, 'POST', SCANNING_PATHS.validateTicket, { headers: fresh.headers, body }),
    );
  }
  const ended = await signIn(evening);
  await ended.invalidateToken();
  await note(send(evening, 'GET', SCANNING_PATHS.validateToken, { headers: ended.headers }));
  clock.at += 60 * 60_000;
  await note(send(evening, 'GET', SCANNING_PATHS.validateToken, { headers }));

  const found = [...codes.keys()].sort((a, b) => a - b);
  expect(found).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 99]);
  for (const key of codes.values()) expect(key).toMatch(/^error\.[a-z]+\.[a-zA-Z]+$/);
  expect(new Set(codes.values()).size).toBe(18);
});
