import { FIRST_START } from '#shared/model/first-start.ts';
import type { Screen } from '#renderer/lib/kiosk/screens.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { page } from 'vitest/browser';
import { LOCKED, UNLOCKED } from '#tests/support/kiosk-state.ts';
import { admission, apiError, notice, openDoor, refusal, signedOut } from './builders.ts';
import type { FakeMain } from './fake-transport.ts';
import { searching } from './find.ts';
import { doorOfHouse } from './house.ts';
import { chooseMore } from './menu.ts';
import { mainWithProgramme, withProgramme } from './programme.ts';

const click = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** How a screen is come by. */
export interface WayToScreen {
  readonly state: KioskState;
  /** How somebody gets there from where the state leads. */
  readonly go?: () => Promise<void>;
}

/**
 * Every screen that staff have; but the one before the kiosk has said anything.
 */
export const WAYS_TO_SCREENS: Record<Exclude<Screen, 'starting' | 'closed'>, WayToScreen> = {
  fault: {
    state: openDoor({
      fault: { type: 'ledger', code: 'damaged', path: '/a/ledger.db', quarantined: '/a/bad' },
    }),
  },
  leaving: { state: openDoor({ leaving: 'switching' }) },
  'first-start': { state: signedOut({ firstStart: FIRST_START }) },
  server: { state: signedOut({ baseUrl: null }) },
  'sign-in': { state: signedOut() },
  select: { state: openDoor({ selection: null }) },
  ready: { state: openDoor() },
  verdict: { state: openDoor({ verdict: refusal(apiError(12)) }) },
  notice: { state: openDoor({ notice: notice() }) },
  programme: { state: withProgramme(), go: () => chooseMore('What’s on') },
  readiness: { state: openDoor(), go: () => click(/^Readiness/) },
  scanners: {
    state: openDoor(),
    async go() {
      await click(/^Readiness/);
      await click('Set up scanners');
    },
  },
  discrepancies: { state: openDoor({ discrepancies: 2 }), go: () => click('Look at them') },
  history: {
    state: openDoor(),
    async go() {
      await click(/^Readiness/);
      await click('History of scans');
    },
  },
  numbers: { state: openDoor(), go: () => chooseMore('Numbers') },
  house: { state: doorOfHouse(), go: () => chooseMore('House') },
  overrule: {
    state: openDoor({ verdict: refusal(apiError(12)), lock: UNLOCKED }),
    go: () => click('Duty manager'),
  },
  party: {
    state: openDoor({ verdict: admission(), lock: UNLOCKED }),
    go: () => click('Rest of the party'),
  },
  notes: { state: openDoor(), go: () => chooseMore('Notes about guests') },
  find: { state: searching(), go: () => chooseMore('Find a ticket') },
  settings: { state: signedOut(), go: () => click('Settings') },
  unlock: {
    state: signedOut({ lock: LOCKED }),
    go: () => click('Settings'),
  },
};

/** A main process that answers what these screens ask. */
export function mainForScreens(state: KioskState): FakeMain {
  const main = mainWithProgramme(state);
  main.on('notes', () => ({ ok: true, value: [] }));
  main.on('findParty', () => ({ ok: true, value: { tickets: [], sold: 4, isWhole: false } }));
  main.on('leaveParty', () => ({ ok: true, value: null }));
  main.on('findTickets', () => ({ ok: true, value: { total: 0, tickets: [] } }));
  return main;
}
