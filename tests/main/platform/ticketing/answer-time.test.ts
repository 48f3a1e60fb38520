import { describe, expect, test } from 'vitest';
import type { Outcome } from '#main/platform/ticketing/ask.ts';
import { CREDENTIALS, openClient } from './support/client.ts';
import { serve } from './support/serve.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const NOW = Date.UTC(2026, 10, 21, 18, 20);
const DATE = new Date(NOW).toUTCString();
/** What the expiry says, apart from `Date`. */
const RENEWED = NOW + 7_250;
const ENVELOPE = { error: false, errorMessageHTML: null, errorDetails: null };
const refusal = (errorCodeId: number) => ({
  ...ENVELOPE,
  error: true,
  errorDetails: { errorCodeId, errorCodeKey: '', errorCodeName: '', forceLogout: false },
});

/** Pairs, so that a header can be sent twice. */
type Headers = readonly (readonly [name: string, value: string])[];

interface Sent {
  readonly headers?: Headers;
  readonly body?: object;
}

async function answering({ headers = [], body = ENVELOPE }: Sent) {
  const baseUrl = await serve((_request, response) => {
    response.sendDate = false;
    const sent = JSON.stringify({ accessTokenExpiration: RENEWED + HOUR, ...body });
    response.writeHead(200, headers.flat()).end(sent);
  });
  return openClient(baseUrl);
}

function timeTold(outcomes: readonly Outcome[]): number | null {
  const last = outcomes.at(-1);
  if (last?.type !== 'answered') throw new Error('there was no answer');
  return last.serverDate;
}

/** The platform's time as an answer of `validateToken` tells it. */
async function toldBy(sent: Sent): Promise<number | null> {
  const { client, outcomes } = await answering(sent);
  await client.validateToken(CREDENTIALS);
  return timeTold(outcomes);
}

describe('the time of the platform', () => {
  test.each<[what: string, headers: Headers, told: number]>([
    ['Date', [['Date', DATE]], NOW],
    [
      'a Date that is passed on by a cache',
      [
        ['Date', DATE],
        ['Age', '0'],
      ],
      NOW,
    ],
    [
      'Date plus Age',
      [
        ['Date', DATE],
        ['Age', '75'],
      ],
      NOW + 75 * SECOND,
    ],
    [
      'Date, if Age is negative',
      [
        ['Date', DATE],
        ['Age', '-5'],
      ],
      NOW,
    ],
    [
      'Date, if Age is unreadable',
      [
        ['Date', DATE],
        ['Age', 'fresh'],
      ],
      NOW,
    ],
    [
      'Date, if Age is empty',
      [
        ['Date', DATE],
        ['Age', ''],
      ],
      NOW,
    ],
    [
      'Date, if Age is doubled',
      [
        ['Date', DATE],
        ['Age', '75'],
        ['Age', '75'],
      ],
      NOW,
    ],
    [
      'Date, if two Ages are joined',
      [
        ['Date', DATE],
        ['Age', '75, 75'],
      ],
      NOW,
    ],
    [
      'Date, if Age is an overflowing counter',
      [
        ['Date', DATE],
        ['Age', '2147483648'],
      ],
      NOW,
    ],
    [
      'Date, if Age is of decades',
      [
        ['Date', DATE],
        ['Age', '999999999'],
      ],
      NOW,
    ],
    [
      'Date, if Age is of a year',
      [
        ['Date', DATE],
        ['Age', '31536000'],
      ],
      NOW,
    ],
    ['the expiry, without a Date', [], RENEWED],
    ['the expiry plus Age, without a Date', [['Age', '75']], RENEWED + 75 * SECOND],
    [
      'the expiry, if Date is doubled',
      [
        ['Date', DATE],
        ['Date', DATE],
      ],
      RENEWED,
    ],
    ['the expiry, if two Dates are joined', [['Date', `${DATE}, ${DATE}`]], RENEWED],
    ['the expiry, if Date is unreadable', [['Date', 'yesterday']], RENEWED],
    ['the expiry, if Date is a bare number', [['Date', '2026']], RENEWED],
    ['the expiry, if Date is without a zone', [['Date', '2026-11-21T18:20:00']], RENEWED],
    ['the expiry, if Date is in 1970', [['Date', 'Thu, 01 Jan 1970 00:00:00 GMT']], RENEWED],
    ['the expiry, if Date is of another age', [['Date', 'Fri, 31 Dec 9999 23:59:59 GMT']], RENEWED],
  ])('is %s', async (_what, headers, told) => {
    expect(await toldBy({ headers })).toBe(told);
  });

  test.each([
    ['is missing', null],
    ['is zero', 0],
    ['is of a token that never expires', Date.UTC(9999, 11, 31)],
    ['is the last moment there is', 8_640_000_000_000_000],
    ['is before all moments', -8_640_000_000_000_000],
    ['is no time', 'soon'],
  ])('is unknown without a Date if the expiry %s', async (_what, accessTokenExpiration) => {
    expect(await toldBy({ body: { ...ENVELOPE, accessTokenExpiration } })).toBeNull();
  });

  test.each([
    [12, RENEWED],
    [5, null],
    [6, null],
    [16, null],
  ])('without a Date, a refusal with code %i tells %s', async (code, told) => {
    expect(await toldBy({ body: refusal(code) })).toBe(told);
  });

  test('is at least Date, whatever Age says', async () => {
    const headers: Headers = [
      ['Date', DATE],
      ['Age', '75'],
    ];
    const { client, outcomes } = await answering({ headers });
    await client.validateToken(CREDENTIALS);
    expect(outcomes.at(-1)).toMatchObject({ serverDate: NOW + 75 * SECOND, atLeast: NOW });
  });

  test('is unknown from a stored answer whose Age is unreadable', async () => {
    const headers: Headers = [
      ['Date', DATE],
      ['Age', '1, 2'],
    ];
    const { client, outcomes } = await answering({
      headers,
      body: { clientId: 1, performances: [] },
    });
    await client.events({ clientId: 1 });
    expect(timeTold(outcomes)).toBeNull();
  });
});
