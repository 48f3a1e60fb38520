import { FIRST_START } from '#shared/model/first-start.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { doorOfHouse } from '#tests/renderer/support/house.ts';
import { rootAttributes } from '#renderer/app/root-attributes.ts';
import { isDoorOpen, screenBeneath, screenOf } from '#renderer/lib/kiosk/screen.ts';
import type { Screen, View } from '#renderer/lib/kiosk/screens.ts';
import { describe, expect, test } from 'vitest';
import {
  admission,
  apiError,
  notice,
  SNAPSHOT,
  snapshotRefusal,
  openDoor,
  refusal,
  SIGNED_IN,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { LOCKED, snapshot, uploads, withChanges } from '#tests/support/kiosk-state.ts';
import { withProgramme } from '#tests/renderer/support/programme.ts';

const lost = {
  status: 'lost',
  user: SIGNED_IN.user,
  reason: { type: 'ended-by-platform', error: apiError(5) },
} as const;
const signingIn = { status: 'signing-in', username: 'frances' } as const;
const verdict = admission();
const { peers: venue } = doorOfHouse();
const { programme } = withProgramme();

describe('which screen is shown', () => {
  test.each<[string, KioskState | null, View, Screen]>([
    ['not yet known', null, 'door', 'starting'],
    ['out of order', openDoor({ fault: { type: 'demo-failed' }, baseUrl: null }), 'door', 'fault'],
    ['never started', signedOut({ baseUrl: null, firstStart: FIRST_START }), 'door', 'first-start'],
    ['never started, settings', signedOut({ firstStart: FIRST_START }), 'settings', 'first-start'],
    ['no server', openDoor({ baseUrl: null }), 'door', 'server'],
    ['signed out', signedOut(), 'door', 'sign-in'],
    ['signing in', signedOut({ session: signingIn }), 'door', 'sign-in'],
    ['signing in again', openDoor({ session: signingIn }), 'sign-in', 'sign-in'],
    ['nothing chosen', openDoor({ selection: null }), 'door', 'select'],
    ['open', openDoor(), 'door', 'ready'],
    ['a verdict', openDoor({ verdict }), 'door', 'verdict'],
    ['a verdict without a door', openDoor({ verdict, selection: null }), 'door', 'select'],
    ['a failed read', openDoor({ notice: notice() }), 'door', 'notice'],
    ['a failed read, what is on', openDoor({ programme, notice: notice() }), 'programme', 'notice'],
    ['a failed read, history', openDoor({ notice: notice() }), 'history', 'history'],
    [
      'a failed read, leaving',
      openDoor({ notice: notice(), leaving: 'closing' }),
      'door',
      'leaving',
    ],
    ['choosing anew', openDoor(), 'choose', 'select'],
    ['a verdict that was still to come', openDoor({ verdict }), 'choose', 'verdict'],
    ['signed in: no need to do it again', openDoor(), 'sign-in', 'ready'],
    ['lost, door open', openDoor({ session: lost }), 'door', 'ready'],
    ['lost, a verdict', openDoor({ session: lost, verdict }), 'door', 'verdict'],
    ['lost, signing in', openDoor({ session: lost, verdict }), 'sign-in', 'verdict'],
    ['signing in, a verdict', openDoor({ session: signingIn, verdict }), 'sign-in', 'verdict'],
    ['signed out, a verdict', signedOut({ verdict }), 'door', 'sign-in'],
    ['lost, nobody to ask for a list', openDoor({ session: lost }), 'choose', 'ready'],
    ['lost, nothing chosen', openDoor({ session: lost, selection: null }), 'door', 'sign-in'],
    ['what is on', openDoor({ programme }), 'programme', 'programme'],
    ['nobody’s programme', openDoor(), 'programme', 'ready'],
    ['what is on, and a verdict', openDoor({ programme, verdict }), 'programme', 'verdict'],
    ['what is on, signed out', signedOut({ programme }), 'programme', 'programme'],
    [
      'what is on, signing in',
      signedOut({ programme, session: signingIn }),
      'programme',
      'sign-in',
    ],
    [
      'what is on, nothing chosen',
      openDoor({ programme, selection: null }),
      'programme',
      'programme',
    ],
    ['what is on, lost', openDoor({ programme, session: lost }), 'programme', 'programme'],
    ['readiness', openDoor(), 'readiness', 'readiness'],
    ['readiness, signed out', signedOut(), 'readiness', 'readiness'],
    ['readiness, nothing chosen', openDoor({ selection: null }), 'readiness', 'readiness'],
    ['readiness, lost', openDoor({ session: lost }), 'readiness', 'readiness'],
    ['readiness, and a verdict', openDoor({ verdict }), 'readiness', 'verdict'],
    ['readiness, no server', openDoor({ baseUrl: null }), 'readiness', 'server'],
    ['scanners', openDoor(), 'scanners', 'scanners'],
    ['scanners, signed out', signedOut(), 'scanners', 'scanners'],
    ['scanners, a verdict', openDoor({ verdict }), 'scanners', 'verdict'],
    ['scans not accepted', openDoor(), 'discrepancies', 'discrepancies'],
    ['history', openDoor(), 'history', 'history'],
    ['history, a verdict', openDoor({ verdict }), 'history', 'verdict'],
    ['scans not accepted, signed out', signedOut(), 'discrepancies', 'discrepancies'],
    ['numbers', openDoor(), 'numbers', 'numbers'],
    ['numbers, and a verdict', openDoor({ verdict }), 'numbers', 'verdict'],
    ['the house', openDoor({ venue }), 'house', 'house'],
    ['the house, and a verdict', openDoor({ venue, verdict }), 'house', 'verdict'],
    ['the house of a kiosk that is alone', openDoor(), 'house', 'ready'],
    ['leaving', openDoor({ leaving: 'signing-out', verdict }), 'door', 'leaving'],
    ['leaving, whatever was looked at', openDoor({ leaving: 'closing' }), 'readiness', 'leaving'],
    [
      'out of order while leaving',
      openDoor({ leaving: 'closing', fault: { type: 'demo-failed' } }),
      'door',
      'fault',
    ],
    [
      'what is on, lost, nothing chosen',
      openDoor({ programme, session: lost, selection: null }),
      'programme',
      'programme',
    ],
  ])('%s', (_, state, view, screen) => {
    expect(screenOf(state, view)).toBe(screen);
  });

  test.each<[string, KioskState, View, Screen]>([
    ['the sign-in', openDoor({ session: lost }), 'sign-in', 'sign-in'],
    ['a sign-in under way', openDoor({ session: signingIn }), 'sign-in', 'sign-in'],
    ['the choice', openDoor(), 'choose', 'select'],
    ['readiness', openDoor(), 'readiness', 'readiness'],
    ['the scanners', openDoor(), 'scanners', 'scanners'],
  ])('a verdict covers %s', (_, state, view, beneath) => {
    expect(screenOf(state, view)).toBe(beneath);
    expect(screenOf(withChanges(state, { verdict }), view)).toBe('verdict');
    expect(screenBeneath(withChanges(state, { verdict }), view)).toBe(beneath);
  });

  test('the door is open while something is chosen', () => {
    expect(isDoorOpen(openDoor())).toBe(true);
    expect(isDoorOpen(openDoor({ session: lost }))).toBe(true);
    expect(isDoorOpen(openDoor({ session: signingIn }))).toBe(true);
    expect(isDoorOpen(openDoor({ selection: null }))).toBe(false);
    expect(isDoorOpen(null)).toBe(false);
  });
});

describe('what the root element says', () => {
  test('nothing is known yet', () => {
    const told = Object.entries(rootAttributes(null, 'starting')).filter(([, value]) => value);
    expect(told).toEqual([['data-screen', 'starting']]);
  });

  test('a verdict of the platform', () => {
    const shown = refusal(apiError(12), { sequence: 7 });
    const state = openDoor({
      verdict: shown,
      snapshot: snapshot({ tickets: 0 }),
      uploads: uploads({ pending: 3 }),
    });
    expect(rootAttributes(state, 'verdict')).toEqual({
      'data-screen': 'verdict',
      'data-audience': null,
      'data-controls': null,
      'data-side': null,
      'data-board': null,
      'data-rehearsal': null,
      'data-connection': 'online',
      'data-pending': '3',
      'data-tickets': '0',
      'data-venue': 'off',
      'data-doors': '0',
      'data-verdict': 'duplicate',
      'data-code': '12',
      'data-basis': 'platform',
      'data-sequence': '7',
      'data-notice': null,
    });
  });

  test('a verdict of the kiosk’s copy has the code that the platform would have given', () => {
    const state = openDoor({ verdict: snapshotRefusal(10), snapshot: SNAPSHOT });
    expect(rootAttributes(state, 'verdict')).toMatchObject({
      'data-tickets': '900',
      'data-verdict': 'reject',
      'data-code': '10',
      'data-basis': 'cache',
    });
  });

  test('the ready screen’s other face', () => {
    expect(rootAttributes(openDoor(), 'ready')['data-board']).toBeNull();
    expect(rootAttributes(openDoor(), 'ready', { idleBoard: true })).toMatchObject({
      'data-screen': 'ready',
      'data-board': 'idle',
    });
  });

  test('a verdict that another screen covers is not told', () => {
    const state = openDoor({ session: lost, verdict });
    expect(rootAttributes(state, 'sign-in')['data-verdict']).toBeNull();
  });
});

describe('behind the PIN', () => {
  test.each<[string, KioskState, View, Screen]>([
    ['the settings', openDoor({ lock: LOCKED }), 'settings', 'unlock'],
    ['the settings, nobody signed in', signedOut({ lock: LOCKED }), 'settings', 'unlock'],
    ['the scanners', openDoor({ lock: LOCKED }), 'scanners', 'unlock'],
    ['what the platform does not accept', openDoor({ lock: LOCKED }), 'discrepancies', 'unlock'],
    ['choosing anew at an open door', openDoor({ lock: LOCKED }), 'choose', 'unlock'],
    ['choosing at a closed one', openDoor({ lock: LOCKED, selection: null }), 'door', 'select'],
    ['the door itself', openDoor({ lock: LOCKED }), 'door', 'ready'],
    ['the history', openDoor({ lock: LOCKED }), 'history', 'history'],
    ['the settings, a verdict', openDoor({ lock: LOCKED, verdict }), 'settings', 'verdict'],
    ['unlocked', openDoor({ lock: { ...LOCKED, isUnlocked: true } }), 'settings', 'settings'],
    ['without a PIN', openDoor(), 'settings', 'settings'],
  ])('%s', (_name, state, view, screen) => {
    expect(screenOf(state, view)).toBe(screen);
  });

  test('something that waits for it: the pad is over what began it, and under a guest', () => {
    expect(screenOf(openDoor({ lock: LOCKED }), 'door', true)).toBe('unlock');
    expect(screenBeneath(openDoor({ lock: LOCKED }), 'door')).toBe('ready');
    expect(screenOf(openDoor({ lock: LOCKED, verdict }), 'door', true)).toBe('verdict');
    expect(screenOf(openDoor({ lock: LOCKED, leaving: 'closing' }), 'door', true)).toBe('leaving');
  });
});
