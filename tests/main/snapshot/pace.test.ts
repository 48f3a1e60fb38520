import { expect, test } from 'vitest';
import type { Pace } from '#main/snapshot/refresh-schedule.ts';
import { REFRESH_RULES } from '#main/snapshot/refresh-interval.ts';
import { ok } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openSnapshots, SCOPE, start, streamOf } from './support/open-snapshots.ts';
import { pieces } from './support/tickets.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A snapshot whose downloads take ten seconds of the line each. */
async function openHeavy(pace: Partial<Pace> = {}) {
  let downloads = 0;
  const opened = openSnapshots({
    pace: () => ({ every: 'auto', untilStart: null, ...pace }),
    async download() {
      downloads += 1;
      await Promise.resolve();
      return ok(slow());
    },
  });
  const { snapshots, clock } = opened;
  async function* slow() {
    yield* streamOf(pieces(SCOPE.filter, 10));
    await clock.advance(10 * SECOND);
  }
  /** Resolves when there was no more to do, after so much time. */
  async function pass(ms: number): Promise<number> {
    await clock.advance(ms);
    await eventually(() => expect(snapshots.state().refreshing).toBeNull());
    return downloads;
  }
  await start(snapshots);
  await eventually(() => expect(snapshots.state().tickets).toBe(10));
  return { ...opened, pass };
}

/** Of which ten seconds are 2 %. */
const PRICE = 500 * SECOND;

test('what takes ten seconds of the line comes when 500 are over, and not each minute', async () => {
  const { pass } = await openHeavy();
  expect(await pass(PRICE - 1)).toBe(1);
  expect(await pass(1)).toBe(2);
});

test('it comes as often as somebody has set', async () => {
  const { pass } = await openHeavy({ every: 2 * MINUTE });
  expect(await pass(2 * MINUTE - 1)).toBe(1);
  expect(await pass(1)).toBe(2);
});

test('a ticket that the platform knows and the snapshot does not brings it forward, once', async () => {
  const { snapshots, pass } = await openHeavy();
  await pass(20 * SECOND);
  snapshots.noteScan(true);
  const early = PRICE * REFRESH_RULES.lagging;
  expect(await pass(early - 20 * SECOND - 1)).toBe(1);
  expect(await pass(1)).toBe(2);
  snapshots.noteScan(true);
  expect(await pass(early)).toBe(2);
  expect(await pass(PRICE - early)).toBe(3);
});

test('a door that nobody comes to rests, until somebody comes, and says so', async () => {
  const { snapshots, clock, pass } = await openHeavy();
  // Minute by minute, so that each download comes to its end. The last one before the rest was planned earlier.
  for (let minute = 0; minute < 40; minute += 1) await pass(MINUTE);
  expect(REFRESH_RULES.idleAfter).toBeLessThan(40 * MINUTE - PRICE);
  const downloads = await pass(0);
  for (let minute = 0; minute < 9; minute += 1) expect(await pass(MINUTE)).toBe(downloads);
  const { next } = snapshots.state();
  expect(next).toMatchObject({ waitsForScan: true });
  expect(next?.at).toBeGreaterThan(clock.now());
  snapshots.noteScan(false);
  expect(await pass(0)).toBe(downloads + 1);
  expect(snapshots.state().next).toStrictEqual({ at: clock.now() + PRICE, waitsForScan: false });
});

test('a download that breaks again and again costs less than a whole one each minute', async () => {
  let downloads = 0;
  const { snapshots, clock } = openSnapshots({
    async download() {
      downloads += 1;
      await Promise.resolve();
      return ok(broken());
    },
  });
  async function* broken() {
    yield* streamOf([Buffer.from('{"tickets":[')]);
    await clock.advance(4 * SECOND);
  }
  await start(snapshots);
  await eventually(() => expect(snapshots.state().problem).toMatchObject({ type: 'unreadable' }));
  await clock.advance(200 * SECOND - 1);
  expect(downloads).toBe(1);
  await clock.advance(1);
  expect(downloads).toBe(2);
});
