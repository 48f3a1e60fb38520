import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CacheScope } from '#main/snapshot/cache-state.ts';
import { CREDENTIALS, openClient } from '#tests/main/platform/ticketing/support/client.ts';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { newVault, openCache, SCOPE, SKEW, start } from './support/cache.ts';
import { answer, barcode } from './support/tickets.ts';

const MINUTE = 60_000;

interface Answer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

const WHOLE: Answer = { headers: { etag: '"evening-1"' }, body: answer(SCOPE.filter, 300) };
const UNCHANGED: Answer = { status: 304, headers: { etag: '"evening-1"' } };

/** A cache at a platform that says what the test tells it to. */
async function openDoor(changes: Partial<Parameters<typeof openCache>[0]> = {}) {
  const asked: IncomingHttpHeaders[] = [];
  let next = WHOLE;
  const baseUrl = await serve((request, response) => {
    asked.push(request.headers);
    response.writeHead(next.status ?? 200, next.headers);
    const packed = next.headers?.['content-encoding'] === 'br';
    response.end(packed ? brotliCompressSync(next.body ?? '') : next.body);
  });
  const { client } = openClient(baseUrl);
  const opened = openCache({
    download: ({ clientId }, signal, known) =>
      client.validTickets(CREDENTIALS, { clientId }, { signal, known }),
    ...changes,
  });
  /** Refreshes, a minute later, with this answer; brings what was asked under which conditions. */
  async function refreshWith(other: Answer) {
    next = other;
    await opened.clock.advance(MINUTE - 1);
    await opened.cache.refresh();
    const { 'if-none-match': tag, 'if-modified-since': since } = asked.at(-1) ?? {};
    return { tag, since };
  }
  return { ...opened, asked, refreshWith, answerWith: (other: Answer) => (next = other) };
}

describe('a platform that says that nothing has changed', () => {
  test('is believed: the copy stays, as of when it was asked, and the next start knows', async () => {
    const directory = temporaryFolder();
    const vault = newVault();
    const first = await openDoor({ directory, vault });
    await start(first.cache);
    const { builtAt } = first.cache.state();
    expect(await first.refreshWith(UNCHANGED)).toEqual({ tag: '"evening-1"' });
    const now = first.clock.now() + SKEW;
    expect(now).toBeGreaterThan(builtAt ?? Infinity);
    expect(first.cache.state()).toMatchObject({ tickets: 300, builtAt: now, problem: null });
    expect(first.cache.usable(now)).toMatchObject({ status: 'usable', builtAt: now });
    expect(first.cache.find(284, barcode(7))).toMatchObject({ ok: true });
    await first.cache.stop();

    const second = await openDoor({ directory, vault });
    second.answerWith({ status: 500 });
    await start(second.cache);
    expect(second.cache.state()).toMatchObject({ tickets: 300, builtAt: now });
    expect(second.asked.at(-1)).toMatchObject({ 'if-none-match': '"evening-1"' });
  });

  test('of what lay in a cache on the way is believed as of then', async () => {
    const { cache, clock, refreshWith } = await openDoor();
    await start(cache);
    await refreshWith({ ...UNCHANGED, headers: { age: '20' } });
    expect(cache.state().builtAt).toBe(clock.now() + SKEW - 20_000);
  });

  test('of what lay there for longer than the copy is old is not: the copy is no older for it, and the next is asked for whole', async () => {
    const { cache, clock, refreshWith } = await openDoor();
    await start(cache);
    const { builtAt } = cache.state();
    await refreshWith({ ...UNCHANGED, headers: { etag: '"evening-1"', age: '90000' } });
    expect(cache.state()).toMatchObject({ builtAt, problem: { type: 'offline' } });
    expect(await refreshWith({ status: 502 })).toEqual({});
    expect(cache.usable(clock.now() + SKEW)).toMatchObject({ status: 'usable', builtAt });
    expect(cache.find(284, barcode(7))).toMatchObject({ ok: true });
  });

  test('by a date alone is believed, if the tickets had not changed just then', async () => {
    const { cache, refreshWith } = await openDoor();
    const body = answer(SCOPE.filter, 300);
    const date = 'Sat, 21 Nov 2026 18:00:00 GMT';
    const fresh = 'Sat, 21 Nov 2026 17:59:59 GMT';
    const settled = 'Sat, 21 Nov 2026 17:00:00 GMT';
    await start(cache);
    await refreshWith({ headers: { date, 'last-modified': fresh }, body });
    expect(
      await refreshWith({ headers: { date, 'last-modified': settled }, body }),
      'it may have changed again within that second',
    ).toEqual({});
    expect(await refreshWith(UNCHANGED)).toEqual({ since: settled });
    expect(cache.state()).toMatchObject({ tickets: 300, problem: null });
  });

  test.each<[string, Answer]>([
    ['about something else', { status: 304, headers: { etag: '"another"' } }],
    ['only later, and a gateway answers now', { status: 502 }],
  ])('%s is not believed; then all is asked for', async (_what, odd) => {
    const { cache, refreshWith } = await openDoor();
    await start(cache);
    const { builtAt } = cache.state();
    expect(await refreshWith(odd)).toEqual({ tag: '"evening-1"' });
    expect(cache.state()).toMatchObject({ builtAt, problem: { type: 'offline' } });
    expect(await refreshWith(WHOLE)).toEqual({});
    expect(cache.state()).toMatchObject({ tickets: 300, problem: null });
  });

  test('without having been asked is no platform', async () => {
    const { cache, answerWith } = await openDoor();
    answerWith(UNCHANGED);
    await start(cache);
    expect(cache.state()).toMatchObject({ tickets: null, problem: { type: 'offline' } });
  });
});

test.each([5, 5_000])(
  'a list of yesterday with %i tickets, out of a cache on the way, does not take the place of the copy',
  async (count) => {
    const { cache, clock, refreshWith } = await openDoor();
    await start(cache);
    const { builtAt } = cache.state();
    await refreshWith({ headers: { age: '90000' }, body: answer(SCOPE.filter, count) });
    expect(cache.state()).toMatchObject({ tickets: 300, builtAt, problem: { type: 'offline' } });
    expect(cache.usable(clock.now() + SKEW)).toMatchObject({ status: 'usable' });
    await refreshWith({ headers: { age: '20' }, body: answer(SCOPE.filter, 299) });
    expect(cache.state()).toMatchObject({ tickets: 299, problem: null });
  },
);

test.each([200, 429, 500, 503])(
  'a list without any ticket, under status %i, does not take the place of a copy that has some',
  async (status) => {
    const { cache, refreshWith } = await openDoor();
    await start(cache);
    await refreshWith({ status, body: answer(SCOPE.filter, 0) });
    expect(cache.state()).toMatchObject({ tickets: 300, problem: { type: 'empty' } });
    expect(cache.find(284, barcode(7))).toMatchObject({ ok: true });
    await refreshWith(WHOLE);
    expect(cache.state()).toMatchObject({ tickets: 300, problem: null });
  },
);

test('where there was no copy, a list without any ticket is one', async () => {
  const { cache, answerWith } = await openDoor();
  answerWith({ body: answer(SCOPE.filter, 0) });
  await start(cache);
  expect(cache.state()).toMatchObject({ tickets: 0, problem: null });
});

describe('all is asked for', () => {
  test('where a ticket could not be read', async () => {
    const { cache, refreshWith, answerWith } = await openDoor();
    answerWith({ ...WHOLE, body: answer(SCOPE.filter, 300, '{"barcode":1}') });
    await start(cache);
    expect(cache.state().skipped).toBe(1);
    expect(await refreshWith(WHOLE)).toEqual({});
  });

  test.each<[string, CacheScope]>([
    ['for another user', { ...SCOPE, username: 'grace' }],
    ['for something else', { ...SCOPE, filter: { clientId: 284, productionId: 5 } }],
  ])('%s', async (_what, other) => {
    let scope = SCOPE;
    const { cache, refreshWith } = await openDoor({ scope: () => scope });
    await start(cache);
    scope = other;
    expect(await refreshWith(WHOLE)).toEqual({});
  });

  test('where the platform gives no mark, or one that nobody could send back', async () => {
    const { cache, refreshWith, answerWith } = await openDoor();
    answerWith({ headers: { etag: 'not in quotes' }, body: WHOLE.body ?? '' });
    await start(cache);
    expect(await refreshWith(WHOLE)).toEqual({});
  });
});

test('tickets come packed, and nobody on the way answers for the platform', async () => {
  const { cache, asked, refreshWith } = await openDoor();
  await start(cache);
  await refreshWith({ ...WHOLE, headers: { 'content-encoding': 'br' } });
  expect(cache.state()).toMatchObject({ tickets: 300, problem: null });
  expect(asked.at(-1)).toMatchObject({
    'accept-encoding': 'gzip, br',
    'cache-control': 'no-cache',
  });
});
