import { describe, expect, test } from 'vitest';
import { CREDENTIALS, openClient } from './support/client.ts';
import { serve, serveAlways } from './support/serve.ts';

const NOTHING_TO_UPLOAD = { clientId: 1, tickets: [] };
const EIGHT = 'Fri, 20 Nov 2026 20:00:00 GMT';
const HALF_A_MINUTE_PAST = 'Fri, 20 Nov 2026 20:00:30 GMT';
const REFUSAL = JSON.stringify({
  accessTokenExpiration: null,
  error: true,
  errorMessageHTML: null,
  errorDetails: { errorCodeId: 16, errorCodeKey: '', errorCodeName: '', forceLogout: false },
});

async function askBusy(status: number, headers: Record<string, string>, body = 'later') {
  const { client, outcomes } = openClient(await serveAlways(status, body, headers));
  return { answer: await client.syncScans(CREDENTIALS, NOTHING_TO_UPLOAD), outcomes };
}

describe('a platform that has too much to do says when to come again', () => {
  test.each([
    ['in seconds', 429, { 'retry-after': '120' }, 120_000],
    [
      'as a date, on its own clock',
      429,
      { date: EIGHT, 'retry-after': HALF_A_MINUTE_PAST },
      30_000,
    ],
    ['as a date that has passed', 429, { date: HALF_A_MINUTE_PAST, 'retry-after': EIGHT }, 0],
    ['in words that nobody knows', 429, { 'retry-after': 'soon' }, null],
    ['not at all', 429, {}, null],
    ['while it is down for maintenance', 503, { 'retry-after': '5' }, 5_000],
  ])('%s', async (_how, status, headers, retryAfter) => {
    const { answer, outcomes } = await askBusy(status, headers);
    expect(answer).toMatchObject({ error: { type: 'offline', busy: { retryAfter } } });
    expect(outcomes).toMatchObject([{ type: 'offline', busy: { retryAfter } }]);
  });

  test('and may do so in an error of its own', async () => {
    const { answer } = await askBusy(429, { 'retry-after': '7' }, REFUSAL);
    expect(answer).toMatchObject({
      error: { type: 'refused', error: { code: 16 }, busy: { retryAfter: 7_000 } },
    });
  });
});

test('a date without the time at which it was said names no time: the own clock may be wrong', async () => {
  const baseUrl = await serve((_request, response) => {
    response.sendDate = false;
    response.writeHead(429, { 'retry-after': HALF_A_MINUTE_PAST }).end('later');
  });
  const { client } = openClient(baseUrl);
  const answer = await client.syncScans(CREDENTIALS, NOTHING_TO_UPLOAD);
  expect(answer).toMatchObject({ error: { type: 'offline', busy: { retryAfter: null } } });
});

test('a platform that is merely broken names no time', async () => {
  const { answer } = await askBusy(503, {});
  expect(answer).toEqual({
    ok: false,
    error: { type: 'offline', reason: 'server-error', status: 503 },
  });
});
