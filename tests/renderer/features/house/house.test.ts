import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { HouseView } from '#shared/model/house.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  doorOfHouse,
  house,
  houseDoor,
  housePerformance,
  largeHouse,
  mainOfHouse,
} from '#tests/renderer/support/house.ts';
import type { CallElsewhere } from '#shared/model/venue.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { guests } from '#tests/renderer/support/guests.ts';
import { isOn, silentOf } from '#tests/renderer/support/on-screen.ts';
import { inMinutes } from '#tests/renderer/support/builders.ts';
import { NEVER_HELD } from '#shared/model/hold.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

/** An usher's door, with guests who wait for help at others. */
function callingDoor(calls: readonly CallElsewhere[]) {
  const state = doorOfHouse();
  return withChanges(state, { venue: { ...state.peers, calls } });
}

async function openHouse(view: HouseView | null = house(), size: Size = 'laptop') {
  const main = mainOfHouse(view);
  const kiosk = await openKiosk(doorOfHouse(), { main, size });
  await chooseMore('House');
  await expect.poll(() => root('screen')).toBe('house');
  return kiosk;
}

const text = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );

test('how many are in, of how many, and when all will be, stands above', async () => {
  await openHouse();
  await expect.element(page.getByText('1,210')).toBeVisible();
  await expect.element(page.getByText('let in tonight, at least: a door is silent')).toBeVisible();
  const [first, second] = text('ul[aria-label="Performances"] li');
  expect(first).toBe('The Winter’s Tale 19:30 512 of 900 at this pace all are in at 19:48');
  expect(second).toBe('The Tempest 20:00 118 of 120');
  await picture('house-two-doors');
});

test('a door that has fallen silent stays, with since when, and what it last said', async () => {
  await openHouse();
  const [silent, here] = text('ul[aria-label="Doors"] > li');
  expect(silent).toContain('Stalls right');
  expect(silent).toContain('Silent since 18:58');
  expect(silent).toContain('Offline since 18:39');
  expect(silent).toContain('Scans that wait: 17, the oldest of 18:41');
  expect(here).toContain('Balcony left this door');
  expect(here).toContain('The Winter’s Tale, 19:30');
  expect(here).toContain('112 in 15 min');
});

test('what gates tell of who goes through is told with their door, a faulty or silent input first', async () => {
  const good = { isFaulty: false, isUnread: false };
  const doors = [
    houseDoor({
      gates: [
        { name: 'Left gate', count: 1_210, passed: 1_204, notPassed: 4, ...good },
        { name: 'Right gate', count: 31, passed: 2, notPassed: 29, ...good, isFaulty: true },
        { name: 'Ramp', count: 0, passed: 0, notPassed: 0, ...good },
        { name: 'Lift', count: 3, passed: 0, notPassed: 0, ...good, isUnread: true },
      ],
    }),
    houseDoor(),
  ];
  await openHouse(house({ doors }));
  await expect.poll(() => text('ul[aria-label="Doors"] > li')).toHaveLength(2);
  const [gates, none] = text('ul[aria-label="Doors"] > li').map((words) =>
    words.replaceAll(/[\u2068\u2069]/g, ''),
  );
  expect(gates).toMatch(/Right gate: input faulty ?Lift: input does not answer/);
  expect(gates).toContain('Left gate: 1,204 of 1,210 through, 4 not');
  expect(gates, 'nobody has come').not.toContain('Ramp');
  expect(none).not.toContain('through');
  await picture('house-gates');
});

const callFrom = (kioskId: string, door: string, at: number): CallElsewhere => ({
  ...{ kioskId, door },
  askedAt: inMinutes(at),
});

test('a guest who calls for help at another door is seen on the House page, and heard once', async () => {
  const calm = [houseDoor({ name: 'North' })];
  const { main, sounds } = await openHouse(house({ doors: calm }));
  await expect.poll(() => text('ul[aria-label="Doors"] > li')).toHaveLength(1);
  expect(sounds).toEqual([]);
  const calling = houseDoor({ name: 'North', helpAskedAt: inMinutes(-1) });
  main.on('house', () => ({ ok: true, value: house({ doors: [calling] }) }));
  main.emit(callingDoor([callFrom('north', 'North', -1)]));
  await expect
    .poll(() => text('ul[aria-label="Doors"] > li'))
    .toEqual([expect.stringContaining('A guest asks for help')]);
  await picture('house-help');
  expect(sounds.map(([name]) => name)).toEqual(['help']);
  // Somebody has come there, and at the same time another door calls.
  main.emit(callingDoor([callFrom('south', 'South', 0)]));
  await expect.poll(() => sounds.map(([name]) => name)).toEqual(['help', 'help']);
  // The first guest had taken the call back, and makes it again: it is the same.
  main.emit(callingDoor([callFrom('north', 'North', -1)]));
  await isOn('house');
  expect(sounds.map(([name]) => name)).toEqual(['help', 'help']);
});

test('an usher at any door of the house hears and reads that a guest calls at another one', async () => {
  const main = mainOfHouse();
  const { sounds } = await openKiosk(doorOfHouse(), { main });
  main.emit(callingDoor([callFrom('north', 'North', -1), callFrom('south', '', 0)]));
  await expect
    .poll(() => text('[role="status"]').filter((words) => words.includes('asks for help')))
    .toEqual([expect.stringContaining('North'), expect.stringContaining('Without a name')]);
  expect(sounds.map(([name]) => name)).toEqual(['help']);
  await picture('ready-help-elsewhere');
  await expectAccessible();
  main.emit(callingDoor([]));
  await silentOf('asks for help');
});

test('guests read and hear nothing of a call at another door', async () => {
  const state = guests({ venue: callingDoor([]).peers });
  const main = new FakeMain(state);
  const { sounds } = await openKiosk(state, { main });
  main.emit(
    withChanges(state, { venue: callingDoor([callFrom('north', 'North', -1)]).peers, waiting: 1 }),
  );
  await isOn('ready');
  await silentOf('asks for help');
  expect(sounds).toEqual([]);
});

test('what is wrong at a door is said in words', async () => {
  const doors = [
    houseDoor({ isOutOfOrder: true, name: '' }),
    houseDoor({ hasScanner: false, discrepancies: 2, isSignedIn: false, clockSkew: -200_000 }),
    houseDoor({ openFor: null, isSignedIn: false, copyFrom: null, version: '0.9.1' }),
    houseDoor({ openFor: { scope: 'anything-open', name: 'Royal', start: null } }),
    houseDoor({ isThere: false, isOff: true, heardAt: inMinutes(-12) }),
  ];
  const performances = [
    housePerformance({ performanceId: null, name: null, start: null, sold: null, allInAt: null }),
  ];
  await openHouse(house({ doors, performances }));
  await expect.poll(() => text('ul[aria-label="Doors"] > li')).toHaveLength(5);
  const [broken, poor, closed, anything, off] = text('ul[aria-label="Doors"] > li');
  expect(broken).toContain('Without a name');
  expect(broken).toContain('Out of order');
  expect(poor).toMatch(
    /Nobody is signed in ?No scanner ?Scans to look at: 2 ?Its clock is wrong by/,
  );
  expect(closed).toContain('Closed');
  expect(closed, 'nobody need be').not.toContain('Nobody is signed in');
  expect(closed).toContain('No copy of the tickets');
  expect(closed).toContain('Version 0.9.1');
  expect(anything).toContain('Anything open now');
  expect(off).toContain('Switched off since 18:58');
  expect(off).not.toContain('Silent');
  expect(document.querySelectorAll('.silent')).toHaveLength(0);
  await expect.element(page.getByText('Tickets that are not in the copy')).toBeVisible();
});

test('it is looked at again, as long as somebody looks', async () => {
  const { main } = await openHouse(null);
  await expect.element(page.getByText(/Nothing is known of the other doors/)).toBeVisible();
  main.on('house', () => ({ ok: true, value: house() }));
  await expect.element(page.getByText('1,210')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the door' }).click();
  await expect.poll(() => root('screen')).toBe('ready');
});

test('a kiosk that is alone has no house to look at', async () => {
  await openKiosk(
    doorOfHouse({
      venue: {
        status: 'off',
        doors: 0,
        trouble: null,
        refused: 0,
        overQuota: 0,
        oddTimes: 0,
        hold: NEVER_HELD,
        calls: [],
        doubted: [],
        inside: null,
      },
    }),
  );
  await page.getByRole('button', { name: 'More' }).click();
  expect(page.getByRole('button', { name: 'House', exact: true }).elements()).toEqual([]);
});

test('twenty-four doors and a multiplex’s four performances are on one page, and axe finds nothing', async () => {
  const performances = ['Tosca', 'Hamlet', 'The Winter’s Tale', 'A Midsummer Night’s Dream'].map(
    (name, index) => housePerformance({ performanceId: index + 1, name }),
  );
  const gate = { name: 'Gate', count: 131, passed: 128, notPassed: 1 };
  const gates = [{ ...gate, isFaulty: false, isUnread: false }];
  const doors = largeHouse().doors.map((door) => ({ ...door, gates }));
  await openHouse({ ...largeHouse(), doors, performances });
  await expect.poll(() => text('ul[aria-label="Doors"] > li')).toHaveLength(24);
  const body = document.querySelector('.body');
  await picture('house-24-doors');
  expect(body?.scrollHeight).toBeLessThanOrEqual(body?.clientHeight ?? 0);
  await expectAccessible();
  await picture('house-24-doors');
});
