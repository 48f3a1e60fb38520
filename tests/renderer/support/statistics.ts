import type { Statistics, PerformanceStatistics, Quarter } from '#shared/model/statistics.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { SNAPSHOT, inMinutes, openDoor } from './builders.ts';
import { FakeMain } from './fake-transport.ts';
import type { StateChanges } from '#tests/support/kiosk-state.ts';

const QUARTER = 15;

/** Quarters of an hour until now: a house that fills from 18:15 on. */
function quartersOf(hours: number): Quarter[] {
  const evening = [3, 14, 47, 84, 62].map((admitted, index) => ({
    from: inMinutes(-10 + QUARTER * (index - 4)),
    admitted,
    turnedAway: [0, 2, 5, 9, 4][index] ?? 0,
  }));
  const before = Array.from({ length: hours * 4 - 4 }, (_, index) => ({
    from: inMinutes(-10 - QUARTER * (hours * 4 - index)),
    admitted: 0,
    turnedAway: 0,
  }));
  return [...before, ...evening];
}

/** A performance's numbers: without changes that of the open door. */
export function performanceCounter(
  changes: Partial<PerformanceStatistics> = {},
): PerformanceStatistics {
  return {
    performanceId: 111,
    name: 'The Winter’s Tale',
    start: inMinutes(20),
    admitted: 208,
    turnedAway: 12,
    sold: 900,
    scanned: 512,
    ...changes,
  };
}

/** The numbers of a busy evening, of the last `hours`. */
export function statistics(hours: number, changes: Partial<Statistics> = {}): Statistics {
  const quarters = quartersOf(hours);
  return {
    from: quarters[0]?.from ?? 0,
    admitted: 1210,
    duplicates: 6,
    undecided: 1,
    lookedUp: 4,
    held: 0,
    wentOut: 0,
    overruled: 0,
    sentElsewhere: 0,
    repeats: 0,
    refused: [
      { code: 10, count: 7 },
      { code: 11, count: 4 },
      { code: 99, count: 1 },
      { code: null, count: 1 },
    ],
    performances: [
      performanceCounter(),
      performanceCounter({
        performanceId: 112,
        name: 'The Tempest',
        start: inMinutes(50),
        ...{ admitted: 2, turnedAway: 3, sold: 120, scanned: 118 },
      }),
      performanceCounter({
        performanceId: 113,
        ...{ name: null, start: null, admitted: 0, turnedAway: 1, sold: null, scanned: null },
      }),
      performanceCounter({
        performanceId: null,
        ...{ name: null, start: null, admitted: 0, turnedAway: 4, sold: null, scanned: null },
      }),
    ],
    quarters,
    ...changes,
  };
}

/** An open door with a snapshot of the tickets. */
export function countedDoor(changes: StateChanges = {}): KioskState {
  return openDoor({ snapshot: SNAPSHOT, ...changes });
}

/** A main process that counts. */
export function mainThatCounts(state: KioskState, changes: Partial<Statistics> = {}): FakeMain {
  const main = new FakeMain(state);
  main.on('statistics', ({ hours }) => ({ ok: true, value: statistics(hours, changes) }));
  return main;
}
