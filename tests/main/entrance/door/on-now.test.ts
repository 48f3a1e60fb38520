import type { DoorHours, PlayingPerformance } from '#main/platform/programme/playing.ts';
import { OnNow } from '#main/entrance/door/on-now.ts';
import type { Selection } from '#shared/model/selection.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { describe, expect, test } from 'vitest';

const PLATFORM = 'https://tickets.example';
const NOW = Date.UTC(2026, 10, 20, 17, 0);

const playing = (performanceId: number, start: number): PlayingPerformance => ({
  ...{ performanceId, start },
  productionId: 20,
});

interface Known {
  /** What the platform offered last, and how long ago. */
  readonly offered?: readonly PlayingPerformance[];
  readonly age?: number;
  /** What is on by the programme. */
  readonly programme?: readonly PlayingPerformance[];
  /** The doors of all-day events, as wall times. */
  readonly doors?: Readonly<Record<number, DoorHours>>;
  /** The platform's time, if it is not `NOW`. */
  readonly now?: number;
  readonly timeZone?: string;
  /** Whether the programme came whole; if it is left out, it did. */
  readonly isWhole?: boolean;
}

function open({ offered = [], age = 0, programme = [], isWhole = true, ...known }: Known) {
  const { doors = {}, now = NOW, timeZone = 'UTC' } = known;
  const asked: unknown[] = [];
  const onNow = new OnNow({
    offered: { performances: () => ({ at: now - age, performances: offered }) },
    programme: {
      onNow(_clientId, at, ahead) {
        asked.push([at, ahead]);
        return programme;
      },
      ...knownFrom(programme),
      isWhole: () => isWhole,
      doorHours: (_clientId, performanceId) => doors[performanceId] ?? null,
    },
    platformClock: { now: () => now },
    timeZone: () => timeZone,
  });
  const ids = onNow.performances(PLATFORM, 1).map(({ performanceId }) => performanceId);
  const isOn = (performanceId: number, performanceStartDate: number | null) =>
    onNow.isOn(PLATFORM, 1, { performanceId, performanceStartDate }, 0);
  const isAll = onNow.isAll(PLATFORM, 1);
  return { onNow, ids, isAll, isOn, asked };
}

/** What the programme says of single performances. */
function knownFrom(programme: readonly PlayingPerformance[]) {
  return {
    isWhole: () => true,
    doorHours: () => null,
    productionOf: (_clientId: number, performanceId: number) =>
      programme.find((each) => each.performanceId === performanceId)?.productionId ?? null,
  };
}

test.each([
  [4 * HOUR + 1, false],
  [4 * HOUR, true],
  [0, true],
  [-3 * HOUR, true],
  [-3 * HOUR - 1, false],
])('a performance that begins in %i ms may be scanned now: %s', (inMs, expected) => {
  const { ids, isOn } = open({ offered: [playing(300, NOW + inMs)], age: HOUR });
  expect(ids).toEqual(expected ? [300] : []);
  expect(isOn(300, NOW + inMs)).toBe(expected);
});

test('what the platform offered a quarter of an hour ago may be scanned, whenever it begins', () => {
  const early = [playing(300, NOW - 11 * HOUR)];
  const fresh = open({ offered: early, age: 15 * MINUTE });
  expect(fresh.ids).toEqual([300]);
  expect(fresh.isOn(300, NOW - 11 * HOUR)).toBe(true);
  const old = open({ offered: early, age: 15 * MINUTE + 1 });
  expect(old.ids).toEqual([]);
  expect(old.isOn(300, NOW - 11 * HOUR)).toBe(false);
});

test('what the platform offered, by a clock that was hours ahead, does not hold until then', () => {
  const early = [playing(300, NOW - 9 * HOUR)];
  const { ids, isOn } = open({ offered: early, age: -10 * HOUR });
  expect(ids).toEqual([]);
  expect(isOn(300, NOW - 9 * HOUR)).toBe(false);
});

test('an all-day event may be scanned until its doors close, as the programme says', () => {
  const { ids, isOn, asked } = open({ programme: [playing(400, NOW - 8 * HOUR)] });
  expect(ids).toEqual([400]);
  expect(isOn(400, NOW - 8 * HOUR)).toBe(true);
  expect(isOn(401, NOW - 8 * HOUR)).toBe(false);
  expect(asked[0]).toEqual([NOW, 4 * HOUR]);
});

test('a kiosk that has lost the time goes by what it has last heard', () => {
  const onNow = new OnNow({
    offered: { performances: () => ({ at: 0, performances: [] }) },
    programme: { ...knownFrom([]), onNow: () => [] },
    platformClock: { now: () => 0 },
    timeZone: () => 'UTC',
  });
  const ticket = { performanceId: 300, performanceStartDate: NOW };
  expect(onNow.isOn(PLATFORM, 1, ticket, NOW - HOUR)).toBe(true);
  expect(onNow.isOn(PLATFORM, 1, ticket, NOW - 5 * HOUR)).toBe(false);
});

test('what both know counts once', () => {
  const both = playing(300, NOW);
  expect(open({ offered: [both], programme: [both, playing(301, NOW)] }).ids).toEqual([300, 301]);
});

test('what was offered long ago and begins nobody knows when lets nobody in, and may be on', () => {
  const { ids, isOn } = open({ offered: [{ ...playing(300, 0), start: null }], age: HOUR });
  expect(ids).toEqual([300]);
  expect(isOn(300, null)).toBe(false);
  expect(open({ offered: [{ ...playing(300, 0), start: null }] }).isOn(300, null)).toBe(true);
});

test.each<[string, Known, boolean]>([
  ['the programme came whole', { programme: [playing(300, NOW)] }, true],
  ['there is no programme, or it is old', { isWhole: false }, false],
  [
    'the programme does not know what the platform offers',
    { offered: [playing(301, NOW + HOUR)], programme: [playing(300, NOW)] },
    false,
  ],
  [
    'nor what it offers for who knows when',
    { offered: [{ ...playing(301, 0), start: null }], programme: [playing(300, NOW)] },
    false,
  ],
  [
    'the programme has no more what has begun',
    { offered: [playing(301, NOW - HOUR)], programme: [playing(300, NOW)] },
    true,
  ],
])('whether nothing else is on: %s', (_what, known, isAll) => {
  expect(open(known).isAll).toBe(isAll);
});

describe('an all-day event', () => {
  const BERLIN = 'Europe/Berlin';
  const at = (local: string) => Date.parse(local);
  /** Wall times of 28 November. */
  const opens = Date.UTC(2026, 10, 28, 10);
  const closes = Date.UTC(2026, 10, 28, 18);
  const MIDNIGHT = at('2026-11-28T00:00:00+01:00');

  test.each([
    ['tonight for tomorrow', '2026-11-27T22:00:00+01:00', false],
    ['before its doors open', '2026-11-28T09:59:59+01:00', false],
    ['when they open', '2026-11-28T10:00:00+01:00', true],
    ['in the afternoon', '2026-11-28T17:59:59+01:00', true],
    ['when they have closed', '2026-11-28T18:00:00+01:00', false],
  ])('is on within its door hours: %s', (_when, now, expected) => {
    const event = playing(400, MIDNIGHT);
    const known = { programme: [event], doors: { 400: { opens, closes } }, timeZone: BERLIN };
    expect(open({ ...known, now: at(now) }).isOn(400, MIDNIGHT)).toBe(expected);
    const offered = open({ ...known, now: at(now), offered: [event], age: MINUTE });
    expect(offered.isOn(400, MIDNIGHT), 'the platform offers it').toBe(true);
  });

  test.each([
    ['tonight for tomorrow', '2026-11-27T23:59:59+01:00', false],
    ['in the morning', '2026-11-28T00:00:00+01:00', true],
    ['late at night', '2026-11-28T23:59:59+01:00', true],
    ['the day after', '2026-11-29T00:00:00+01:00', false],
  ])('is on for its whole day if nothing is known of it: %s', (_when, now, expected) => {
    expect(open({ timeZone: BERLIN, now: at(now) }).isOn(400, MIDNIGHT)).toBe(expected);
  });

  test.each([
    ['an hour shorter', '2026-03-29', '+01:00', '+02:00'],
    ['an hour longer', '2026-10-25', '+02:00', '+01:00'],
  ])('is on for its whole day where that is %s', (_day, date, before, after) => {
    const start = at(`${date}T00:00:00${before}`);
    const isOnAt = (now: string) => open({ timeZone: BERLIN, now: at(now) }).isOn(400, start);
    expect(isOnAt(`${date}T23:59:59${after}`)).toBe(true);
    expect(
      open({ timeZone: BERLIN, now: at(`${date}T23:59:59${after}`) + 1000 }).isOn(400, start),
    ).toBe(false);
  });

  test('is none if the programme knows a performance that starts at midnight', () => {
    const known = { programme: [playing(400, MIDNIGHT)], timeZone: BERLIN };
    expect(open({ ...known, now: MIDNIGHT - HOUR }).isOn(400, MIDNIGHT)).toBe(true);
  });

  test('may be on before its doors open, so that a missing ticket is no proof', () => {
    const event = playing(400, MIDNIGHT);
    const known = { offered: [event], age: HOUR, doors: { 400: { opens, closes } } };
    expect(open({ ...known, timeZone: BERLIN, now: MIDNIGHT + 7 * HOUR }).ids).toEqual([400]);
  });
});

describe('what a door was open for', () => {
  const START = Date.UTC(2026, 10, 20, 18, 30);
  /** In Berlin. */
  const MIDNIGHT = Date.parse('2026-11-20T00:00:00+01:00');
  const ANYTHING = { scope: 'anything-open', clientId: 1, clientName: 'The House' } as const;
  const PRODUCTION = {
    ...ANYTHING,
    scope: 'production',
    productionId: 20,
    productionName: 'Hamlet',
  } as const;
  const one = (performanceStart: number | null): Selection => ({
    ...{ ...PRODUCTION, scope: 'performance', performanceId: 300, performanceStart },
  });
  const doors = { 300: { opens: Date.UTC(2026, 10, 20, 10), closes: Date.UTC(2026, 10, 20, 16) } };
  const over = [playing(300, START)];
  const tomorrow = [playing(301, START + DAY)];
  const between = { offered: over, age: DAY, programme: tomorrow };
  const ended = { offered: over, age: DAY, isWhole: false };

  test.each<[string, Selection, number | null, Known, boolean]>([
    ['a performance on the morning of its day', one(START), START - 10 * HOUR, {}, true],
    ['one that is just not over', one(START), START + 3 * HOUR - 1, {}, true],
    ['one that is over', one(START), START + 3 * HOUR, {}, false],
    ['one, while nobody knows the time', one(START), null, {}, true],
    ['one of which nobody knows the start', one(null), START + 11 * HOUR, {}, true],
    ['an unknown all-day event on its day', one(MIDNIGHT), MIDNIGHT + 23 * HOUR, {}, true],
    ['the same on the next day', one(MIDNIGHT), MIDNIGHT + DAY, {}, false],
    ['an all-day event with open doors', one(MIDNIGHT), MIDNIGHT + 15 * HOUR, { doors }, true],
    ['the same when they have closed', one(MIDNIGHT), MIDNIGHT + 16 * HOUR, { doors }, false],
    ['what was offered just now', one(START), START + DAY, { offered: over, age: MINUTE }, true],
    [
      'a production of which nothing is known',
      PRODUCTION,
      START + 3 * DAY,
      { isWhole: false },
      true,
    ],
    ['a production between two performances', PRODUCTION, START + 12 * HOUR, between, true],
    ['a production whose known performances are over', PRODUCTION, START + 12 * HOUR, ended, false],
    ['a production that a whole programme lacks', PRODUCTION, START + DAY, {}, false],
    ['whatever is open, of which nothing is known', ANYTHING, START, { isWhole: false }, true],
    ['whatever is open, with a programme', ANYTHING, START + DAY, { programme: tomorrow }, true],
  ])('may still be on or not: %s', (_what, selection, now, known, expected) => {
    const { onNow } = open({ ...known, timeZone: 'Europe/Berlin', ...(now !== null && { now }) });
    expect(onNow.mayStillBeOn(PLATFORM, selection, now)).toBe(expected);
  });

  test('is offered from an earlier offer unless it is over', () => {
    const performances = [
      { performanceId: 300, performanceStart: START },
      { performanceId: 302, performanceStart: MIDNIGHT },
    ];
    const productions = [
      { productionId: 20, productionName: 'Hamlet', performances },
      { productionId: 21, productionName: 'Tosca', performances: null },
    ];
    const clients = [
      { id: 1, value: 'The House', productions },
      { id: 2, value: 'Museum', productions: null },
    ];
    const { onNow } = open({ timeZone: 'Europe/Berlin' });
    const left = (now: number | null) =>
      onNow.stillOffered(clients, now)[0]?.productions?.[0]?.performances?.length;
    expect(onNow.stillOffered(clients, MIDNIGHT + 20 * HOUR)).toEqual(clients);
    expect(left(null)).toBe(2);
    expect(left(MIDNIGHT + DAY)).toBe(0);
  });
});
