import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answerOf, lentFactsSchema, type Source } from '#main/snapshot/neighbours.ts';
import type { SnapshotScope } from '#main/snapshot/model.ts';
import { CREDENTIALS, openClient } from '#tests/main/platform/ticketing/support/client.ts';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { newVault, openSnapshots, SCOPE, SKEW, start } from './support/open-snapshots.ts';
import { answer, barcode, idOf, ticket } from './support/tickets.ts';

const MINUTE = 60_000;

interface Answer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

const WHOLE: Answer = { headers: { etag: '"evening-1"' }, body: answer(SCOPE.filter, 300) };
const UNCHANGED: Answer = { status: 304, headers: { etag: '"evening-1"' } };

/** A snapshot at a platform that says what the test tells it to. */
async function openAtPlatform(changes: Partial<Parameters<typeof openSnapshots>[0]> = {}) {
  const asked: IncomingHttpHeaders[] = [];
  const paths: string[] = [];
  let next = WHOLE;
  const baseUrl = await serve((request, response) => {
    asked.push(request.headers);
    paths.push(request.url ?? '');
    response.writeHead(next.status ?? 200, next.headers);
    const packed = next.headers?.['content-encoding'] === 'br';
    response.end(packed ? brotliCompressSync(next.body ?? '') : next.body);
  });
  const { client } = openClient(baseUrl);
  const opened = openSnapshots({
    download: ({ clientId }, signal, known) =>
      client.validTickets(CREDENTIALS, { clientId }, { signal, known }),
    ...changes,
  });
  /** Refreshes, a minute later, with this answer; returns what was asked under which conditions. */
  async function refreshWith(other: Answer) {
    next = other;
    await opened.clock.advance(MINUTE - 1);
    await opened.snapshots.refresh();
    const { 'if-none-match': tag, 'if-modified-since': since } = asked.at(-1) ?? {};
    return { tag, since };
  }
  return { ...opened, asked, paths, refreshWith, answerWith: (other: Answer) => (next = other) };
}

describe('a platform that says that nothing has changed', () => {
  test('is believed: the snapshot stays, as of when it was asked, and the next start knows', async () => {
    const directory = temporaryFolder();
    const vault = newVault();
    const first = await openAtPlatform({ directory, vault });
    await start(first.snapshots);
    const { builtAt } = first.snapshots.state();
    expect(await first.refreshWith(UNCHANGED)).toEqual({ tag: '"evening-1"' });
    const now = first.clock.now() + SKEW;
    expect(now).toBeGreaterThan(builtAt ?? Infinity);
    expect(first.snapshots.state()).toMatchObject({ tickets: 300, builtAt: now, problem: null });
    expect(first.snapshots.usable(now)).toMatchObject({ status: 'usable', builtAt: now });
    expect(first.snapshots.find(284, barcode(7))).toMatchObject({ ok: true });
    await first.snapshots.stop();

    const second = await openAtPlatform({ directory, vault });
    second.answerWith({ status: 500 });
    await start(second.snapshots);
    expect(second.snapshots.state()).toMatchObject({ tickets: 300, builtAt: now });
    expect(second.asked.at(-1)).toMatchObject({ 'if-none-match': '"evening-1"' });
  });

  test('of what lay in a cache on the way is believed as of then', async () => {
    const { snapshots, clock, refreshWith } = await openAtPlatform();
    await start(snapshots);
    await refreshWith({ ...UNCHANGED, headers: { age: '20' } });
    expect(snapshots.state().builtAt).toBe(clock.now() + SKEW - 20_000);
  });

  test('of what lay there for longer than the snapshot is old is not: the snapshot is no older for it, and the next is asked for whole', async () => {
    const { snapshots, clock, refreshWith } = await openAtPlatform();
    await start(snapshots);
    const { builtAt } = snapshots.state();
    await refreshWith({ ...UNCHANGED, headers: { etag: '"evening-1"', age: '90000' } });
    expect(snapshots.state()).toMatchObject({ builtAt, problem: { type: 'offline' } });
    expect(await refreshWith({ status: 502 })).toEqual({});
    expect(snapshots.usable(clock.now() + SKEW)).toMatchObject({ status: 'usable', builtAt });
    expect(snapshots.find(284, barcode(7))).toMatchObject({ ok: true });
  });

  test('by a date alone is believed, if the tickets had not changed just then', async () => {
    const { snapshots, refreshWith } = await openAtPlatform();
    const body = answer(SCOPE.filter, 300);
    const date = 'Sat, 21 Nov 2026 18:00:00 GMT';
    const fresh = 'Sat, 21 Nov 2026 17:59:59 GMT';
    const settled = 'Sat, 21 Nov 2026 17:00:00 GMT';
    await start(snapshots);
    await refreshWith({ headers: { date, 'last-modified': fresh }, body });
    expect(
      await refreshWith({ headers: { date, 'last-modified': settled }, body }),
      'it may have changed again within that second',
    ).toEqual({});
    expect(await refreshWith(UNCHANGED)).toEqual({ since: settled });
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: null });
  });

  test.each<[string, Answer]>([
    ['about something else', { status: 304, headers: { etag: '"another"' } }],
    ['only later, and a gateway answers now', { status: 502 }],
  ])('%s is not believed; then all is asked for', async (_what, odd) => {
    const { snapshots, refreshWith } = await openAtPlatform();
    await start(snapshots);
    const { builtAt } = snapshots.state();
    expect(await refreshWith(odd)).toEqual({ tag: '"evening-1"' });
    expect(snapshots.state()).toMatchObject({ builtAt, problem: { type: 'offline' } });
    expect(await refreshWith(WHOLE)).toEqual({});
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: null });
  });

  test('without having been asked is no platform', async () => {
    const { snapshots, answerWith } = await openAtPlatform();
    answerWith(UNCHANGED);
    await start(snapshots);
    expect(snapshots.state()).toMatchObject({ tickets: null, problem: { type: 'offline' } });
  });
});

test.each([5, 5_000])(
  'a list of yesterday with %i tickets, out of a cache on the way, does not take the place of the snapshot',
  async (count) => {
    const { snapshots, clock, refreshWith } = await openAtPlatform();
    await start(snapshots);
    const { builtAt } = snapshots.state();
    await refreshWith({ headers: { age: '90000' }, body: answer(SCOPE.filter, count) });
    expect(snapshots.state()).toMatchObject({
      tickets: 300,
      builtAt,
      problem: { type: 'offline' },
    });
    expect(snapshots.usable(clock.now() + SKEW)).toMatchObject({ status: 'usable' });
    await refreshWith({ headers: { age: '20' }, body: answer(SCOPE.filter, 299) });
    expect(snapshots.state()).toMatchObject({ tickets: 299, problem: null });
  },
);

test.each([200, 429, 500, 503])(
  'a list without any ticket, under status %i, does not take the place of a snapshot that has some',
  async (status) => {
    const { snapshots, refreshWith } = await openAtPlatform();
    await start(snapshots);
    await refreshWith({ status, body: answer(SCOPE.filter, 0) });
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: { type: 'empty' } });
    expect(snapshots.find(284, barcode(7))).toMatchObject({ ok: true });
    await refreshWith(WHOLE);
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: null });
  },
);

test('where there was no snapshot, a list without any ticket is one', async () => {
  const { snapshots, answerWith } = await openAtPlatform();
  answerWith({ body: answer(SCOPE.filter, 0) });
  await start(snapshots);
  expect(snapshots.state()).toMatchObject({ tickets: 0, problem: null });
});

describe('validators of another door', () => {
  const FORGED = { etag: '"evening-1"', lastModified: null, path: '' };

  test('never confirm its tickets: the next refresh downloads in full', async () => {
    let path = '';
    let isOfPeer = false;
    const opened = await openAtPlatform({
      neighbours: {
        find: () => Promise.resolve(isOfPeer ? peersCopy() : { type: 'platform', done: () => {} }),
      },
    });
    function peersCopy(): Source {
      const facts = lentFactsSchema.parse({
        ...{ ...idOf([ticket(999)], SCOPE), platformTime: opened.clock.now() + SKEW },
        ...{ isOfAnother: false, offered: [], tickets: 1, skipped: 0, pieces: 1 },
        validators: { ...FORGED, path },
      });
      const tickets = (async function* () {
        yield await Promise.resolve(JSON.stringify(ticket(999)));
      })();
      return { type: 'copy', facts, stream: answerOf(tickets), spoil: () => undefined };
    }
    const { snapshots, refreshWith } = opened;
    await start(snapshots);
    path = opened.paths.at(-1) ?? '';
    isOfPeer = true;
    await refreshWith(UNCHANGED);
    expect(snapshots.state()).toMatchObject({ tickets: 1 });
    isOfPeer = false;
    expect(await refreshWith(WHOLE)).toEqual({});
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: null });
    expect(snapshots.find(284, barcode(999))).toMatchObject({ value: [] });
  });
});

describe('all is asked for', () => {
  test('where a ticket could not be read', async () => {
    const { snapshots, refreshWith, answerWith } = await openAtPlatform();
    answerWith({ ...WHOLE, body: answer(SCOPE.filter, 300, '{"barcode":1}') });
    await start(snapshots);
    expect(snapshots.state().skipped).toBe(1);
    expect(await refreshWith(WHOLE)).toEqual({});
  });

  test.each<[string, SnapshotScope]>([
    ['for another user', { ...SCOPE, username: 'grace' }],
    ['for something else', { ...SCOPE, filter: { clientId: 284, productionId: 5 } }],
  ])('%s', async (_what, other) => {
    let scope = SCOPE;
    const { snapshots, refreshWith } = await openAtPlatform({ scope: () => scope });
    await start(snapshots);
    scope = other;
    expect(await refreshWith(WHOLE)).toEqual({});
  });

  test('where the platform gives no mark, or one that nobody could send back', async () => {
    const { snapshots, refreshWith, answerWith } = await openAtPlatform();
    answerWith({ headers: { etag: 'not in quotes' }, body: WHOLE.body ?? '' });
    await start(snapshots);
    expect(await refreshWith(WHOLE)).toEqual({});
  });
});

test('tickets come packed, and nobody on the way answers for the platform', async () => {
  const { snapshots, asked, refreshWith } = await openAtPlatform();
  await start(snapshots);
  await refreshWith({ ...WHOLE, headers: { 'content-encoding': 'br' } });
  expect(snapshots.state()).toMatchObject({ tickets: 300, problem: null });
  expect(asked.at(-1)).toMatchObject({
    'accept-encoding': 'gzip, br',
    'cache-control': 'no-cache',
  });
});
