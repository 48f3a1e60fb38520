import { describe, expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { checkBaseUrl } from '#main/platform/ticketing/check-platform.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { openHttp } from './support/client.ts';
import { deadPort, serve, serveAlways } from './support/serve.ts';
import { serveTls } from './support/tls.ts';

const check = (typed: string, clock = new FakeClock()) =>
  checkBaseUrl(typed, {
    ...{ fetch: openHttp().fetch, clock, logger: new RecordingLogger() },
    plainHttpHost: null,
  });

test('a box office is taken, however its address is typed', async () => {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const { host } = new URL(boxOffice.baseUrl);
  for (const typed of [boxOffice.baseUrl, `  ${boxOffice.baseUrl}/ `, host]) {
    expect(await check(typed)).toEqual({ ok: true, value: boxOffice.baseUrl });
  }
});

test('a platform behind a path is taken with it, and is shown no credentials', async () => {
  const seen: unknown[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push([request.url, request.headers.authorization]);
    response.end('{"error":true,"errorDetails":{"errorCodeId":1}}');
  });
  expect(await check(`${baseUrl}/venue/`)).toEqual({ ok: true, value: `${baseUrl}/venue` });
  expect(seen).toEqual([['/venue/public/scanning/validateToken', undefined]]);
});

describe('an address is not taken', () => {
  test.each([
    ['what?', 'not-an-address'],
    ['http://tickets.example', 'not-secure'],
  ])('%j: %s, without asking anybody', async (typed, type) => {
    expect(await check(typed)).toEqual({ ok: false, error: { type } });
  });

  test('where nothing listens', async () => {
    expect(await check(`127.0.0.1:${await deadPort()}`)).toEqual({
      ok: false,
      error: { type: 'offline', reason: 'refused' },
    });
  });

  test('where somebody else answers', async () => {
    for (const body of ['<html>', '{"error":"not found"}', '{"error":true}']) {
      expect(await check(await serveAlways(404, body))).toEqual({
        ok: false,
        error: { type: 'offline', reason: 'not-the-platform' },
      });
    }
  });

  test('where only a redirect answers, even one to the platform', async () => {
    const boxOffice = await startBoxOffice({ tickets: 200 });
    onTestFinished(() => boxOffice.close());
    const location = `${boxOffice.baseUrl}/public/scanning/validateToken`;
    expect(await check(await serveAlways(301, '', { location }))).toMatchObject({
      error: { reason: 'captive-portal' },
    });
    expect(boxOffice.requests).toEqual([]);
  });

  test('whose certificate is not trusted', async () => {
    const port = await serveTls((_request, response) => response.end());
    expect(await check(`https://localhost:${port}`)).toEqual({
      ok: false,
      error: { type: 'offline', reason: 'tls' },
    });
  });

  test('that does not answer in time', async () => {
    const clock = new FakeClock();
    const checked = check(await serve(() => undefined), clock);
    await clock.advance(10_000);
    expect(await checked).toMatchObject({ error: { reason: 'timeout' } });
  });
});
