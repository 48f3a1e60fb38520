import { absenceDoubt, ABSENCE_TRUSTED } from '#main/entrance/admission/absence.ts';
import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { describe, expect, test } from 'vitest';

const BUILT_AT = Date.UTC(2026, 10, 20, 17, 0);
const MATINEE: PlayingPerformance = {
  performanceId: 300,
  productionId: 20,
  start: BUILT_AT - 3_600_000,
};
const EVENING: PlayingPerformance = {
  performanceId: 301,
  productionId: 20,
  start: BUILT_AT + 7_200_000,
};
const OPERA: PlayingPerformance = {
  performanceId: 400,
  productionId: 30,
  start: BUILT_AT + 3_600_000,
};
const OF_WHO_KNOWS: PlayingPerformance = {
  performanceId: 500,
  productionId: null,
  start: BUILT_AT,
};

const ANY = { clientId: 1 };
const SERIES = { clientId: 1, productionId: 20 };
const THE_EVENING = { ...SERIES, performanceId: 301 };

interface Case {
  readonly covers?: readonly PlayingPerformance[];
  /** Downloaded by their number: how long ago. */
  readonly beside?: readonly (readonly [PlayingPerformance, number])[];
  readonly skipped?: number;
  readonly playing?: readonly PlayingPerformance[];
  /** Whether nothing else is on; if it is left out, so it is. */
  readonly isAll?: boolean;
  readonly age?: number;
}

function doubt(filter: ScanFilter, facts: Case) {
  const { covers = [], beside = [], skipped = 0, playing = [], isAll = true, age = 0 } = facts;
  const ids = new Set(covers.map(({ performanceId }) => performanceId));
  const singles = beside.map(
    ([{ performanceId }, before]) =>
      [performanceId, { builtAt: BUILT_AT + age - before, isWhole: true }] as const,
  );
  const snapshot = { builtAt: BUILT_AT, skipped, covers: ids, beside: new Map(singles) };
  return absenceDoubt(snapshot, filter, { performances: playing, isAll }, BUILT_AT + age);
}

describe('a code that is not in the snapshot is no ticket', () => {
  test.each<[string, ScanFilter, Case]>([
    [
      'all that is on was in the download',
      ANY,
      { covers: [MATINEE, OPERA], playing: [MATINEE, OPERA] },
    ],
    [
      'the door is open for a series, and only another one is missing',
      SERIES,
      { covers: [MATINEE], playing: [MATINEE, OPERA] },
    ],
    [
      'the door is open for a performance, and only another one is missing',
      THE_EVENING,
      { covers: [EVENING], playing: [MATINEE, EVENING] },
    ],
    [
      'the platform offers the performance no more, and had when the tickets came',
      THE_EVENING,
      { covers: [EVENING] },
    ],
    [
      'what was not in the download came by its number',
      ANY,
      { covers: [MATINEE], beside: [[EVENING, 0]], playing: [MATINEE, EVENING] },
    ],
    [
      'nobody knows what else is on, and the door is open for a performance of the download',
      THE_EVENING,
      { covers: [EVENING], playing: [EVENING], isAll: false },
    ],
    [
      'the snapshot is half an hour old',
      ANY,
      { covers: [MATINEE], playing: [MATINEE], age: ABSENCE_TRUSTED },
    ],
  ])('%s', (_when, filter, facts) => {
    expect(doubt(filter, facts)).toBeNull();
  });
});

describe('a code that is not in the snapshot may be a ticket all the same', () => {
  test.each<[string, ScanFilter, Case, unknown]>([
    [
      'the evening could not be scanned yet when the tickets came',
      ANY,
      { covers: [MATINEE], playing: [MATINEE, EVENING] },
      { type: 'not-covered', start: EVENING.start },
    ],
    [
      'what came by its number is older than half an hour',
      ANY,
      {
        covers: [MATINEE],
        beside: [[EVENING, ABSENCE_TRUSTED + 1]],
        playing: [MATINEE, EVENING],
      },
      { type: 'not-covered', start: EVENING.start },
    ],
    [
      'so at a door for the series',
      SERIES,
      { covers: [MATINEE], playing: [MATINEE, EVENING] },
      { type: 'not-covered', start: EVENING.start },
    ],
    [
      'the door is open for just that',
      THE_EVENING,
      { covers: [MATINEE], playing: [MATINEE, EVENING] },
      { type: 'not-covered', start: EVENING.start },
    ],
    [
      'what is missing may belong to the series',
      SERIES,
      { covers: [MATINEE], playing: [MATINEE, OF_WHO_KNOWS] },
      { type: 'not-covered', start: OF_WHO_KNOWS.start },
    ],
    [
      'the platform has said nothing of what is on',
      ANY,
      { covers: [MATINEE] },
      { type: 'not-covered', start: null },
    ],
    [
      'nor of the performance that the door is open for',
      THE_EVENING,
      { covers: [MATINEE] },
      { type: 'not-covered', start: null },
    ],
    [
      'nobody knows what else is on',
      ANY,
      { covers: [MATINEE], playing: [MATINEE], isAll: false },
      { type: 'not-covered', start: null },
    ],
    [
      'so at a door for the series, whose evening may be about to begin',
      SERIES,
      { covers: [MATINEE], playing: [MATINEE], isAll: false },
      { type: 'not-covered', start: null },
    ],
    [
      'one ticket could not be read',
      ANY,
      { covers: [MATINEE], playing: [MATINEE], skipped: 1 },
      { type: 'skipped' },
    ],
    [
      'this kiosk has lost the time, and with it the age of the snapshot',
      ANY,
      { covers: [MATINEE], playing: [MATINEE], age: -2 * 60_000 },
      { type: 'old' },
    ],
    [
      'more may have been sold since',
      ANY,
      { covers: [MATINEE], playing: [MATINEE], age: ABSENCE_TRUSTED + 1 },
      { type: 'old' },
    ],
  ])('%s', (_when, filter, facts, expected) => {
    expect(doubt(filter, facts)).toEqual(expected);
  });
});
