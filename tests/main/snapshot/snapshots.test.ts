import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { ERROR, type ScanFilter } from '#shared/api/index.ts';
import { err, ok } from '#shared/result.ts';
import type { SnapshotScope } from '#main/snapshot/model.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import { SNAPSHOT_TIMINGS } from '#main/snapshot/timings.ts';
import { USER } from '#tests/box-office/support.ts';
import type { Fetch } from '#main/base/ports.ts';
import { openHttp, openSignedInClient } from '#tests/main/platform/ticketing/support/client.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  leaveSnapshot,
  openSnapshots,
  PLATFORM,
  SCOPE,
  SKEW,
  start,
  streamOf,
} from './support/open-snapshots.ts';
import { answer, barcode, head, pieces, ticket } from './support/tickets.ts';

/** Waits until some tickets of a refresh have been written. */
async function underWay(snapshots: Snapshots) {
  await eventually(() => expect(snapshots.state().refreshing?.tickets).toBeGreaterThan(0));
}

/**
 * The application's own HTTP, by which a download comes as long as it is.
 *
 * @param onFirstBytes called when a download has begun to come, which goes on when that has ended
 */
function unpacked(onFirstBytes: () => Promise<void>): Fetch {
  const { fetch } = openHttp();
  return async (url, init) => {
    const headers = { ...init.headers, 'accept-encoding': 'identity' };
    const response = await fetch(url, { ...init, headers });
    const { body } = response;
    if (!url.includes('/cache/') || body === null) return response;
    async function* slowly(chunks: AsyncIterable<Uint8Array>) {
      let hasBegun = false;
      for await (const bytes of chunks) {
        if (!hasBegun) await onFirstBytes();
        hasBegun = true;
        yield bytes;
      }
    }
    return { ...response, body: ReadableStream.from(slowly(body)) };
  };
}

/** A snapshot at a real box office. */
async function openAtBoxOffice(tickets: number, fetch?: Fetch) {
  const boxOffice = await startBoxOffice({ tickets });
  onTestFinished(() => boxOffice.close());
  const { client, credentials } = await openSignedInClient(
    boxOffice.baseUrl,
    USER.foyer,
    fetch && { fetch },
  );
  const { ids } = boxOffice;
  let filter: ScanFilter = { clientId: ids.clientId };
  let signedInAs = 'ada';
  const opened = openSnapshots({
    scope: () => ({ baseUrl: boxOffice.baseUrl, filter, username: signedInAs }),
    download: (wanted, signal) => client.validTickets(credentials, wanted, { signal }),
  });
  const goTo = (other: ScanFilter) => {
    filter = other;
  };
  const signInAs = (other: string) => {
    signedInAs = other;
  };
  return { ...opened, boxOffice, client, credentials, ids, goTo, signInAs };
}

type Changes = Partial<Parameters<typeof openSnapshots>[0]>;

/** A snapshot whose downloads the test answers, one after the other. */
function openOnPaper(count = 300, changes: Changes = {}) {
  const asked: { filter: ScanFilter; signal: AbortSignal }[] = [];
  let text = answer(SCOPE.filter, count);
  const opened = openSnapshots({
    download: (filter, signal) => {
      asked.push({ filter, signal });
      return Promise.resolve(ok(streamOf([Buffer.from(text)])));
    },
    ...changes,
  });
  const serve = (other: string) => {
    text = other;
  };
  return { ...opened, asked, serve };
}

/** A download that says its first pieces and then nothing, until it is called off or let go on. */
function stalling(before: readonly string[], after: readonly string[] = []) {
  let goOn = (): void => {};
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* stream(signal: AbortSignal) {
    for (const text of before) yield ok(Buffer.from(text));
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    await Promise.race([going, aborted]);
    if (signal.aborted) {
      yield err({ type: 'aborted' as const });
      return;
    }
    for (const text of after) yield ok(Buffer.from(text));
  }
  return { stream, goOn: () => goOn() };
}

/** A snapshot whose first download has stalled in the middle, until it is let go on. */
async function openStalled(
  before: readonly string[],
  after: readonly string[] = [],
  changes: Changes = {},
) {
  const stalled = stalling(before, after);
  const opened = openOnPaper(300, {
    download: (_filter, signal) => Promise.resolve(ok(stalled.stream(signal))),
    ...changes,
  });
  opened.snapshots.start();
  await underWay(opened.snapshots);
  return { ...opened, goOn: stalled.goOn };
}

const parts = (count: number) => {
  const text = answer(SCOPE.filter, count);
  return [text.slice(0, -5000), text.slice(-5000)] as const;
};

describe('at the box office', () => {
  test('the snapshot knows of every ticket what the platform says of it', async () => {
    const { snapshots, boxOffice, client, credentials, ids, envelopes } =
      await openAtBoxOffice(800);
    await start(snapshots);
    const { clientId } = ids;
    expect(snapshots.state()).toMatchObject({ problem: null, skipped: 0, scope: { clientId } });
    for (const kind of ['valid', 'scanned', 'voided', 'refunded'] as const) {
      for (const code of boxOffice.barcodes(kind, 5)) {
        expect(snapshots.find(clientId, code)).toMatchObject({
          value: [
            {
              barcode: code,
              alreadyScanned: kind === 'scanned',
              refundedOrVoided: kind === 'voided' || kind === 'refunded',
            },
          ],
        });
      }
    }
    expect(snapshots.find(clientId, 'unknown')).toStrictEqual({ ok: true, value: [] });
    // The platform's own words about a guest are the snapshot's.
    const [code = ''] = boxOffice.barcodes('valid', 1);
    const known = snapshots.find(clientId, code);
    const said = await client.validateTicket(credentials, { clientId, barcodeString: code });
    if (!said.ok || !known.ok) throw new Error('the guest is not let in');
    const { name: orderConsumerName, seat, patron } = said.value;
    expect(known.value).toMatchObject([{ orderConsumerName, seat, patron }]);
    expect(envelopes.at(-1)?.accessTokenExpiration).toBeGreaterThan(0);
  });

  test('whoever signs in next sees no patrons that another user was shown', async () => {
    const { snapshots, boxOffice, ids, signInAs } = await openAtBoxOffice(800);
    await start(snapshots);
    const [code = ''] = boxOffice.barcodes('valid', 1);
    signInAs('grace');
    expect(snapshots.find(ids.clientId, code)).toMatchObject({
      value: [{ barcode: code, patron: null }],
    });
    signInAs('ada');
    const known = snapshots.find(ids.clientId, code);
    expect(known.ok && known.value[0]?.patron?.lastName).toBeTypeOf('string');
  });

  test('a refresh learns what happened since', async () => {
    const { snapshots, boxOffice, client, credentials, ids } = await openAtBoxOffice(800);
    await start(snapshots);
    const { clientId } = ids;
    const [code = ''] = boxOffice.barcodes('valid', 1);
    expect(snapshots.find(clientId, code)).toMatchObject({ value: [{ alreadyScanned: false }] });
    await client.validateTicket(credentials, { clientId, barcodeString: code });
    await snapshots.refresh();
    expect(snapshots.find(clientId, code)).toMatchObject({ value: [{ alreadyScanned: true }] });
  });

  test('it holds what the scope asks for, and another scope at the next refresh', async () => {
    const { snapshots, ids, goTo } = await openAtBoxOffice(800);
    const { clientId, performanceId } = ids;
    await start(snapshots);
    const all = snapshots.state().tickets ?? 0;
    goTo({ clientId, performanceId });
    await snapshots.refresh();
    expect(snapshots.state().scope).toStrictEqual({ clientId, performanceId });
    expect(snapshots.state().tickets).toBeGreaterThan(0);
    expect(snapshots.state().tickets).toBeLessThan(all);
  });

  test('a refusal leaves the old snapshot in use and says why', async () => {
    const { snapshots, client, credentials, ids } = await openAtBoxOffice(800);
    await start(snapshots);
    const { tickets } = snapshots.state();
    await client.invalidateToken(credentials);
    await snapshots.refresh();
    expect(snapshots.state()).toMatchObject({
      tickets,
      problem: { type: 'refused', error: { code: ERROR.tokenNotValid } },
    });
    expect(snapshots.usable(Date.now())).toMatchObject({ status: 'usable', tickets });
    expect(snapshots.find(ids.clientId, 'unknown')).toStrictEqual({ ok: true, value: [] });
  });

  test('a box office that closes in the middle of a download costs nothing', async () => {
    let closes = false;
    const { snapshots, boxOffice } = await openAtBoxOffice(
      20_000,
      unpacked(() => (closes ? boxOffice.close() : Promise.resolve())),
    );
    await start(snapshots);
    const { tickets, builtAt } = snapshots.state();
    closes = true;
    await snapshots.refresh();
    expect(snapshots.state()).toMatchObject({
      tickets,
      builtAt,
      refreshing: null,
      problem: { type: 'offline' },
    });
  }, 60_000);
});

describe('before there is a snapshot', () => {
  test('nothing is decided, and nothing is called unknown', () => {
    const { snapshots } = openOnPaper(1, { scope: () => null });
    snapshots.start();
    expect(snapshots.usable(Date.now())).toStrictEqual({ status: 'none' });
    expect(snapshots.find(284, barcode(1))).toStrictEqual({ ok: false, error: 'no-snapshot' });
    expect(snapshots.state()).toMatchObject({ tickets: null, builtAt: null, scope: null });
  });

  test('nothing is downloaded while nobody wants tickets', async () => {
    const { snapshots, asked } = openOnPaper(1, { scope: () => null });
    await start(snapshots);
    expect(asked).toHaveLength(0);
    expect(snapshots.state().problem).toBeNull();
  });
});

describe('what a snapshot may decide', () => {
  test('is about its own client alone', async () => {
    const { snapshots } = openOnPaper();
    await start(snapshots);
    expect(snapshots.find(284, barcode(1))).toStrictEqual({ ok: true, value: [ticket(1)] });
    expect(snapshots.find(285, barcode(1))).toStrictEqual({ ok: false, error: 'no-snapshot' });
  });

  test('covers the performances that were offered before it, if any ticket of them came', async () => {
    const downloads: number[] = [];
    const { snapshots, asked } = openOnPaper(3, {
      offered(filter) {
        expect(filter.clientId).toBe(284);
        downloads.push(asked.length);
        return Promise.resolve([4712, 4799]);
      },
    });
    await start(snapshots);
    expect(downloads, 'asked before the download').toEqual([0]);
    expect(snapshots.usable(0)).toMatchObject({ covers: new Set([4712]) });
  });

  test('ends after a day, on the clock that says it is younger', async () => {
    const usableFor = 24 * 3_600_000;
    const { snapshots, clock } = openOnPaper(300, {
      timings: { ...SNAPSHOT_TIMINGS, interval: usableFor * 10 },
    });
    await start(snapshots);
    const built = clock.now() + SKEW;
    expect(snapshots.usable(built)).toStrictEqual({
      status: 'usable',
      builtAt: built,
      tickets: 300,
      skipped: 0,
      scope: SCOPE.filter,
      covers: new Set(),
      beside: new Map(),
    });
    // The platform's clock seems to be days ahead: the kiosk's own knows better.
    expect(snapshots.usable(built + usableFor * 5).status).toBe('usable');
    await clock.advance(usableFor);
    expect(snapshots.usable(built + usableFor).status).toBe('usable');
    await clock.advance(1);
    expect(snapshots.usable(built + usableFor + 1).status).toBe('none');
    // A kiosk that woke up in 1970 goes on.
    expect(snapshots.usable(0).status).toBe('usable');
  });

  test('is of its own platform alone, and that platform may come back', async () => {
    let baseUrl = PLATFORM;
    const { snapshots } = openOnPaper(300, { scope: () => ({ ...SCOPE, baseUrl }) });
    await start(snapshots);
    baseUrl = 'https://sandbox.example';
    expect(snapshots.usable(Date.now()).status).toBe('none');
    expect(snapshots.find(284, barcode(1))).toStrictEqual({ ok: false, error: 'no-snapshot' });
    baseUrl = PLATFORM;
    expect(snapshots.find(284, barcode(1))).toMatchObject({ ok: true });
  });

  test('is over when it is forgotten', async () => {
    const { snapshots } = openOnPaper();
    await start(snapshots);
    snapshots.forget();
    expect(snapshots.state()).toMatchObject({ tickets: null });
    expect(snapshots.find(284, barcode(1))).toStrictEqual({ ok: false, error: 'no-snapshot' });
  });
});

describe('a refresh', () => {
  test('never runs beside another; asked for meanwhile, it runs once more after it', async () => {
    const [before, after] = parts(300);
    const first = stalling([before], [after]);
    let downloads = 0;
    const { snapshots } = openOnPaper(300, {
      download: (_filter, signal) => {
        downloads += 1;
        const stream = downloads === 1 ? first.stream(signal) : streamOf(pieces(SCOPE.filter, 10));
        return Promise.resolve(ok(stream));
      },
    });
    snapshots.start();
    const asked = [snapshots.refresh(), snapshots.refresh(), snapshots.refresh()];
    await underWay(snapshots);
    expect(downloads).toBe(1);
    first.goOn();
    await Promise.all(asked);
    expect(downloads).toBe(2);
    expect(snapshots.state()).toMatchObject({ tickets: 10, refreshing: null });
  });

  test('comes again after the interval, a little earlier or later each time', async () => {
    let random = 0.5;
    const { snapshots, clock, asked } = openOnPaper(10, { random: () => random });
    const comes = (count: number) =>
      eventually(() => {
        expect(asked).toHaveLength(count);
        expect(snapshots.state().refreshing).toBeNull();
      });
    random = 0;
    snapshots.start();
    await comes(1);
    random = 1;
    await clock.advance(SNAPSHOT_TIMINGS.interval * 0.8 - 1);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    await comes(2);
    await clock.advance(SNAPSHOT_TIMINGS.interval * 1.2 - 1);
    expect(asked).toHaveLength(2);
    await clock.advance(1);
    await comes(3);
  });

  test.each([
    ['for ten minutes', 600_000, 600_000],
    ['for a day, which is too long', 24 * 3_600_000, SNAPSHOT_TIMINGS.longestHold],
    ['for a moment', 10, SNAPSHOT_TIMINGS.interval],
    ['without a time', null, SNAPSHOT_TIMINGS.interval],
  ])('waits as long as the platform asks: %s', async (_how, retryAfter, pause) => {
    let downloads = 0;
    const { snapshots, clock } = openOnPaper(300, {
      download: () => {
        downloads += 1;
        const busy = { retryAfter };
        return Promise.resolve(err({ type: 'offline', reason: 'server-error', busy }));
      },
    });
    await start(snapshots);
    await clock.advance(pause - 1);
    expect(downloads).toBe(1);
    await clock.advance(1);
    expect(downloads).toBe(2);
  });

  test('that comes in single bytes is handed on in large pieces', async () => {
    const bytes = Buffer.from(answer(SCOPE.filter, 300));
    const { snapshots, told } = openOnPaper(1, {
      download: () =>
        Promise.resolve(ok(streamOf(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))))),
      timings: { ...SNAPSHOT_TIMINGS, progress: 0 },
    });
    snapshots.start();
    await eventually(() => expect(snapshots.state().tickets).toBe(300));
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(told.length).toBeLessThan(20);
  });

  test('of another scope calls off the one under way', async () => {
    let scope: SnapshotScope = SCOPE;
    const other = { clientId: 285 };
    const stalled = stalling([parts(300)[0]]);
    const { snapshots } = openOnPaper(300, {
      scope: () => scope,
      download: (filter, signal) =>
        Promise.resolve(
          ok(filter.clientId === 285 ? streamOf(pieces(other, 7)) : stalled.stream(signal)),
        ),
    });
    snapshots.start();
    await underWay(snapshots);
    scope = { ...SCOPE, filter: other };
    await snapshots.refresh();
    expect(snapshots.state()).toMatchObject({ tickets: 7, scope: other, problem: null });
  });

  test('that is complete when nobody wants it any more is not used', async () => {
    let scope: SnapshotScope | null = SCOPE;
    const [before, after] = parts(300);
    const { snapshots, directory, goOn } = await openStalled([before], [after], {
      scope: () => scope,
    });
    scope = null;
    goOn();
    await eventually(() => expect(snapshots.state().refreshing).toBeNull());
    expect(snapshots.state()).toMatchObject({ tickets: null, problem: null });
    expect(readdirSync(directory)).toStrictEqual([]);
  });

  test.each([
    ['at its beginning alone, while its time stands still', SNAPSHOT_TIMINGS.progress, 1, 1],
    ['at every piece, if every piece may be told', 0, 30, 60],
  ])('tells its progress %s', async (_when, progress, least, most) => {
    const { snapshots, told } = openOnPaper(1, {
      download: () => Promise.resolve(ok(streamOf(pieces(SCOPE.filter, 3000)))),
      timings: { ...SNAPSHOT_TIMINGS, progress },
    });
    snapshots.start();
    await eventually(() => expect(snapshots.state().tickets).toBe(3000));
    const times = told.filter((each) => each === 'refreshing').length;
    expect(times).toBeGreaterThanOrEqual(least);
    expect(times).toBeLessThanOrEqual(most);
  });

  test('that is under way when all is forgotten brings nothing back', async () => {
    const [before, after] = parts(300);
    const { snapshots, directory, goOn } = await openStalled([before], [after]);
    snapshots.forget();
    goOn();
    await eventually(() => expect(snapshots.state().refreshing).toBeNull());
    expect(snapshots.state().tickets).toBeNull();
    expect(readdirSync(directory)).toStrictEqual([]);
  });

  test('that is stopped leaves nothing behind', async () => {
    const { snapshots, directory } = await openStalled([parts(300)[0]]);
    await snapshots.stop();
    expect(snapshots.state()).toMatchObject({ refreshing: null, problem: null });
    expect(readdirSync(directory)).toStrictEqual([]);
  });
});

describe('a download that is not what it should be', () => {
  /** A snapshot with 300 tickets in use, whose next download is this text. */
  async function refreshWith(text: string) {
    const opened = openOnPaper(300);
    await start(opened.snapshots);
    opened.serve(text);
    await opened.snapshots.refresh();
    return opened;
  }

  test.each([
    ['ends in the middle', answer(SCOPE.filter, 400).slice(0, -300)],
    ['is a page', '<html>please sign in to the network</html>'],
    ["is another client's", answer({ clientId: 9 }, 400)],
    ['holds no ticket that can be read', answer(SCOPE.filter, 0, '{}', '{}')],
  ])('and %s leaves the old snapshot in use', async (_what, text) => {
    const { snapshots } = await refreshWith(text);
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: { type: 'unreadable' } });
    expect(snapshots.find(284, barcode(299))).toStrictEqual({ ok: true, value: [ticket(299)] });
  });

  test('and says so at its end only is refused; the session hears of it', async () => {
    const refusal = `${head(SCOPE.filter).replace('"error":false', '"error":true')}]}`;
    const { snapshots, envelopes } = await refreshWith(refusal);
    expect(snapshots.state()).toMatchObject({ tickets: 300, problem: { type: 'refused' } });
    expect(envelopes.at(-1)).toMatchObject({ refusal: { code: 0 } });
  });

  test('but for some tickets is used without them, and counted', async () => {
    const odd = ['{"barcode":1}', JSON.stringify(ticket(3))];
    const { snapshots } = await refreshWith(answer(SCOPE.filter, 400, ...odd));
    expect(snapshots.state()).toMatchObject({
      tickets: 400,
      skipped: 1,
      duplicates: 1,
      problem: null,
    });
    expect(snapshots.find(284, barcode(3))).toStrictEqual({ ok: true, value: [ticket(3)] });
  });

  test('is over as soon as that shows', async () => {
    let read = 0;
    function* farTooLong() {
      yield Buffer.from('{]');
      while (read < 2000) {
        read += 1;
        yield Buffer.alloc(64 * 1024, ' ');
      }
    }
    const { snapshots } = openOnPaper(1, {
      download: () => Promise.resolve(ok(streamOf(farTooLong()))),
    });
    snapshots.start();
    await snapshots.refresh().then(() => snapshots.stop());
    expect(snapshots.state().problem).toStrictEqual({ type: 'unreadable', at: 'not JSON' });
    // What is in hand is bounded, so the network was not read much further.
    expect(read).toBeLessThan(200);
  });
});

describe('a snapshot that is too old to be used', () => {
  const { interval, usableFor } = SNAPSHOT_TIMINGS;
  const offline = () => Promise.resolve(err({ type: 'offline' as const, reason: 'dns' as const }));

  test('is removed at the next start, with the people in it', async () => {
    const { directory, vault } = await leaveSnapshot();

    const second = openOnPaper(300, { directory, vault, download: offline });
    await second.clock.advance(usableFor + 1);
    second.snapshots.start();
    expect(readdirSync(directory)).toStrictEqual([]);
    expect(second.snapshots.state().tickets).toBeNull();
    expect(second.snapshots.find(284, barcode(1))).toStrictEqual({
      ok: false,
      error: 'no-snapshot',
    });
  });

  test.each([
    ['although nothing can be downloaded', SCOPE],
    ['although nobody wants tickets any more', null],
  ])('is removed with the next refresh, %s', async (_although, later) => {
    let scope: SnapshotScope | null = SCOPE;
    let network = true;
    const { snapshots, clock, directory, told } = openOnPaper(300, {
      scope: () => scope,
      download: () =>
        network ? Promise.resolve(ok(streamOf(pieces(SCOPE.filter, 300)))) : offline(),
    });
    await start(snapshots);
    network = false;
    scope = later;
    await clock.advance(usableFor);
    expect(readdirSync(directory)).toHaveLength(1);
    const before = told.length;
    await clock.advance(interval * 1.5);
    expect(readdirSync(directory)).toStrictEqual([]);
    expect(snapshots.state().tickets).toBeNull();
    expect(told.length).toBeGreaterThan(before);
  });

  test('is removed also where this key does not open it', async () => {
    const { directory } = await leaveSnapshot();

    const locked = openOnPaper(300, { directory, download: offline });
    const [name = ''] = readdirSync(directory);
    const written = (locked.clock.now() - usableFor) / 1000;
    utimesSync(join(directory, name), written, written);
    await start(locked.snapshots);
    expect(readdirSync(directory)).toHaveLength(1);
    await locked.clock.advance(interval * 2);
    expect(readdirSync(directory)).toStrictEqual([]);
  });
});

describe('a folder that is gone', () => {
  test('in the middle of a refresh costs that refresh alone', async () => {
    const [before, after] = parts(300);
    const stalled = stalling([before], [after]);
    let downloads = 0;
    const { snapshots, directory } = openOnPaper(300, {
      download: (_filter, signal) => {
        downloads += 1;
        return Promise.resolve(
          ok(downloads === 1 ? stalled.stream(signal) : streamOf(pieces(SCOPE.filter, 20))),
        );
      },
    });
    snapshots.start();
    await underWay(snapshots);
    rmSync(directory, { recursive: true });
    stalled.goOn();
    await eventually(() => expect(snapshots.state().refreshing).toBeNull());
    expect(snapshots.state().problem).toMatchObject({ type: 'disk' });
    await snapshots.refresh();
    expect(snapshots.state()).toMatchObject({ tickets: 20, problem: null });
  });

  test('does not keep the kiosk from forgetting', async () => {
    const { snapshots, directory } = openOnPaper(300);
    await start(snapshots);
    rmSync(directory, { recursive: true });
    snapshots.forget();
    expect(snapshots.find(284, barcode(1))).toStrictEqual({ ok: false, error: 'no-snapshot' });
  });
});

describe('the snapshot of the last time', () => {
  test('is in use at the next start, before anything is downloaded', async () => {
    const { directory, vault } = await leaveSnapshot();

    const second = openOnPaper(300, {
      ...{ directory, vault },
      download: () => Promise.resolve(err({ type: 'offline' as const, reason: 'dns' as const })),
    });
    second.snapshots.start();
    expect(second.snapshots.state().tickets).toBe(300);
    expect(second.snapshots.find(284, barcode(8))).toStrictEqual({ ok: true, value: [ticket(8)] });
    await second.snapshots.refresh();
    expect(second.snapshots.state()).toMatchObject({
      tickets: 300,
      problem: { type: 'offline', reason: 'dns' },
    });
  });

  test('that this key does not open stays until there is another', async () => {
    const { directory } = await leaveSnapshot();

    const download = () =>
      Promise.resolve(err({ type: 'offline' as const, reason: 'dns' as const }));
    const locked = openOnPaper(300, { directory, download });
    await start(locked.snapshots);
    expect(locked.snapshots.state().tickets).toBeNull();
    expect(readdirSync(directory)).toHaveLength(1);
    await locked.snapshots.stop();

    const third = openOnPaper(20, { directory });
    await start(third.snapshots);
    expect(third.snapshots.state().tickets).toBe(20);
    expect(readdirSync(directory)).toHaveLength(1);
  });
});
