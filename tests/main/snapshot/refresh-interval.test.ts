import { describe, expect, test } from 'vitest';
import {
  REFRESH_RULES,
  refreshInterval,
  untilNextStart,
  type RefreshNeeds,
  type Weight,
} from '#main/snapshot/refresh-interval.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MB = 1_000_000;

const weight = (changes: Partial<Weight> = {}): Weight => ({
  bytes: 0,
  transfer: 0,
  processor: 0,
  ...changes,
});

/** A busy door of a small house, far from any start. */
const NEEDS: RefreshNeeds = {
  every: 'auto',
  weight: weight({ bytes: 660_000, transfer: 100, processor: 20 }),
  age: 0,
  debt: 0,
  sinceScan: 0,
  untilStart: null,
  lags: false,
};
/** It takes 10 seconds of the line: 500 seconds are its price. */
const HEAVY = weight({ bytes: 13 * MB, transfer: 10 * SECOND, processor: 2 * SECOND });

test.each<[string, Partial<RefreshNeeds>, number]>([
  ['a small house', {}, MINUTE],
  ['nothing had to come', { weight: weight() }, MINUTE],
  ['a slow line: 2 % of it', { weight: weight({ transfer: 4 * SECOND }) }, 200 * SECOND],
  ['a slow machine: 2 % of it', { weight: weight({ processor: 3 * SECOND }) }, 150 * SECOND],
  [
    'a fast line that other doors use, too',
    { weight: weight({ bytes: 13_107_200, transfer: 10 }) },
    200 * SECOND,
  ],
  ['the dearest counts', { weight: HEAVY }, 500 * SECOND],
  ['so large that it could prove nothing', { weight: weight({ bytes: 999 * MB }) }, 25 * MINUTE],
  ['a line that hardly moves', { weight: weight({ transfer: 9 * MINUTE }) }, 25 * MINUTE],
  ['the snapshot lags behind', { weight: HEAVY, lags: true }, 125 * SECOND],
  ['the snapshot of a small house lags behind', { lags: true }, MINUTE],
  [
    'it lags behind again right after: what came too early is paid for',
    { weight: HEAVY, lags: true, debt: 375 * SECOND },
    500 * SECOND,
  ],
  ['it came too early', { weight: HEAVY, debt: 375 * SECOND }, 875 * SECOND],
  ['nobody has scanned for half an hour', { sinceScan: 30 * MINUTE }, 20 * MINUTE],
  ['nobody has scanned for a little less', { sinceScan: 30 * MINUTE - 1 }, MINUTE],
  ['nobody has scanned for days', { sinceScan: 5_000 * MINUTE }, 20 * MINUTE],
  [
    'nobody has scanned, and it is larger than that',
    { sinceScan: 30 * MINUTE, weight: weight({ transfer: 27 * SECOND }) },
    1350 * SECOND,
  ],
  [
    'nobody has scanned yet, but the doors are about to open',
    { sinceScan: 300 * MINUTE, untilStart: 60 * MINUTE },
    MINUTE,
  ],
  ['the last ones are late', { sinceScan: 300 * MINUTE, untilStart: -29 * MINUTE }, MINUTE],
  ['all are in', { sinceScan: 30 * MINUTE, untilStart: -30 * MINUTE }, 20 * MINUTE],
  [
    'the doors open before it were due: it comes then',
    { weight: HEAVY, untilStart: 65 * MINUTE },
    5 * MINUTE,
  ],
  [
    'the doors open before it were due, told a while later',
    { weight: HEAVY, age: 2 * MINUTE, untilStart: 63 * MINUTE },
    5 * MINUTE,
  ],
  [
    'nobody scans until the doors open',
    { sinceScan: 300 * MINUTE, untilStart: 70 * MINUTE },
    10 * MINUTE,
  ],
  [
    'the doors open in a moment: the snapshot is new enough',
    { weight: HEAVY, untilStart: 60 * MINUTE + 30 * SECOND },
    500 * SECOND,
  ],
  ['somebody has set it, whatever it costs', { every: 30 * SECOND, weight: HEAVY }, 30 * SECOND],
  ['somebody has set it, and nobody scans', { every: 300_000, sinceScan: 1e9 }, 300_000],
])('%s', (_when, changes, interval) => {
  expect(refreshInterval({ ...NEEDS, ...changes })).toBe(interval);
});

test('a snapshot always stays proof, and a platform is never asked more often than each minute', () => {
  const some = [0, 1, 59 * SECOND, MINUTE, 26 * MINUTE, 48 * 60 * MINUTE];
  for (const transfer of some) {
    for (const sinceScan of some) {
      for (const until of [null, ...some, ...some.map((ms) => -ms)]) {
        for (const lags of [false, true]) {
          const needs = { ...NEEDS, weight: weight({ transfer }), sinceScan, lags };
          const interval = refreshInterval({ ...needs, untilStart: until, debt: transfer });
          expect(interval).toBeGreaterThanOrEqual(REFRESH_RULES.least);
          expect(interval).toBeLessThanOrEqual(REFRESH_RULES.longest);
        }
      }
    }
  }
});

describe('of several performances', () => {
  test.each([
    ['the next one counts', [500, 90, 60], 60],
    ['one that has just begun still does', [90, -20], -20],
    ['one that is long over does not', [90, -31], 90],
    ['none is left', [-31], null],
    ['none is known', [], null],
  ])('%s', (_which, starts, minutes) => {
    const now = Date.UTC(2026, 10, 21, 18);
    const at = starts.map((start) => now + start * MINUTE);
    expect(untilNextStart(at, now)).toBe(minutes === null ? null : minutes * MINUTE);
  });
});
