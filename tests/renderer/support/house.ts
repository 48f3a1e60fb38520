import type { HouseDoor, HousePerformance, HouseView } from '#shared/model/house.ts';
import type { InsideView } from '#shared/model/venue.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { inMinutes, openDoor } from './builders.ts';
import { NEVER_HELD } from '#shared/model/hold.ts';
import { FakeMain } from './fake-transport.ts';
import type { StateChanges } from '#tests/support/kiosk-state.ts';

/** A door at which all is well. */
export function houseDoor(changes: Partial<HouseDoor> = {}): HouseDoor {
  return {
    ...{ kioskId: 'a kiosk', name: 'Balcony left', version: openDoor().machine.version },
    ...{ fingerprint: 'A1B2 C3D4 E5F6 0789', isDisregarded: false },
    openFor: { scope: 'performance', name: 'The Winter’s Tale', start: inMinutes(20) },
    ...{ isSignedIn: true, offlineSince: null, waiting: 0, oldestWaiting: null, discrepancies: 0 },
    ...{
      hasScanner: true,
      copyFrom: inMinutes(-5),
      clockSkew: null,
      isOutOfOrder: false,
      helpAskedAt: null,
      isOff: false,
      hold: null,
      isWayOut: false,
      sentTo: [],
      gates: [],
    },
    rules: { reentry: 'off', reentryWithin: null, capacity: null, capacityStops: false },
    ...{ isHere: false, isThere: true, heardAt: inMinutes(0), admitted: 214 },
    lately: [3, 4, 2, 0, 5, 7, 9, 8, 12, 10, 9, 11, 14, 12, 6],
    ...changes,
  };
}

/** How many are inside of a house that lets guests out and in again. */
export function insideView(changes: Partial<InsideView> = {}): InsideView {
  return {
    ...{ count: 1_164, isAtLeast: false, hasWaysOut: true, strayExits: 3, byHand: 0 },
    ...{ capacity: 1_280, ...changes },
  };
}

/** A performance that is coming in. */
export function housePerformance(changes: Partial<HousePerformance> = {}): HousePerformance {
  return {
    ...{ performanceId: 111, name: 'The Winter’s Tale', start: inMinutes(20) },
    ...{ admitted: 512, sold: 900, allInAt: inMinutes(38) },
    ...changes,
  };
}

/** Two doors, one of which has fallen silent. */
export function house(changes: Partial<HouseView> = {}): HouseView {
  return {
    inside: null,
    admitted: 1_210,
    lately: houseDoor().lately,
    performances: [
      housePerformance(),
      housePerformance({
        performanceId: 112,
        ...{ name: 'The Tempest', start: inMinutes(50), admitted: 118, sold: 120, allInAt: null },
      }),
    ],
    doors: [
      houseDoor({
        ...{ name: 'Stalls right', isThere: false, heardAt: inMinutes(-12), admitted: 96 },
        ...{ offlineSince: inMinutes(-31), waiting: 17, oldestWaiting: inMinutes(-29) },
        lately: Array.from({ length: 15 }, (_, minute) => (minute < 3 ? 4 : 0)),
      }),
      houseDoor({ isHere: true }),
    ],
    ...changes,
  };
}

/** As many doors as a large house has, with something wrong at some of them. */
export function largeHouse(): HouseView {
  const wrong: readonly Partial<HouseDoor>[] = [
    { isThere: false, heardAt: inMinutes(-12) },
    { offlineSince: inMinutes(-31), waiting: 17, oldestWaiting: inMinutes(-29) },
    { hasScanner: false, discrepancies: 2 },
    { isSignedIn: false, clockSkew: 200_000, version: '0.9.1' },
  ];
  const doors = Array.from({ length: 24 }, (_, at) =>
    houseDoor({
      name: `${['Stalls', 'Circle', 'Balcony', 'Gallery'][at % 4]} ${1 + Math.floor(at / 4)}`,
      ...{ admitted: 40 + ((at * 37) % 90), isHere: at === 6 },
      ...wrong[at],
    }),
  );
  return house({ doors, inside: insideView({ isAtLeast: true }) });
}

/** An open door of a house that has others. */
export function doorOfHouse(changes: StateChanges = {}): KioskState {
  return openDoor({
    venue: {
      status: 'joined',
      doors: 1,
      trouble: null,
      refused: 0,
      overQuota: 0,
      oddTimes: 0,
      hold: NEVER_HELD,
      calls: [],
      doubted: [],
      inside: null,
    },
    ...changes,
  });
}

/** A main process that knows the doors. */
export function mainOfHouse(view: HouseView | null = house(), state = doorOfHouse()): FakeMain {
  const main = new FakeMain(state);
  main.on('house', () => ({ ok: true, value: view }));
  return main;
}
