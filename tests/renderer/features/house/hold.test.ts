import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HELD_LONG, NEVER_HELD, type HoldView } from '#shared/model/hold.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { inMinutes, verdict } from '#tests/renderer/support/builders.ts';
import { doorOfHouse, house, houseDoor, mainOfHouse } from '#tests/renderer/support/house.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const ORDER = { count: 3, kioskId: 'foyer', door: 'Foyer left', isHeld: true, at: inMinutes(-2) };
const HELD: HoldView = { ...NEVER_HELD, order: ORDER };

const doorUnder = (hold: HoldView) =>
  doorOfHouse({
    venue: {
      status: 'joined',
      doors: 1,
      trouble: null,
      refused: 0,
      overQuota: 0,
      oddTimes: 0,
      hold,
      calls: [],
      doubted: [],
      inside: null,
    },
  });

async function openHouse(hold: HoldView, view = house()) {
  const state = doorUnder(hold);
  const main = mainOfHouse(view, state);
  main.on('holdDoors', () => ({ ok: true, value: null }));
  main.on('endHoldHere', () => ({ ok: true, value: null }));
  await openKiosk(state, { main });
  await chooseMore('House');
  await expect.poll(() => root('screen')).toBe('house');
  return main;
}

test.each<Size>(['laptop', 'small', 'portrait'])(
  'a held door asks to wait, and says by which door and since when, on a %s screen',
  async (size) => {
    await openKiosk(doorUnder(HELD), { size });
    await expect.element(page.getByRole('heading', { name: 'Please wait' })).toBeVisible();
    await expect
      .element(page.getByText(/The doors are held since 19:08, by order of .Foyer left/))
      .toBeVisible();
    await expect.element(page.getByText(/Ways out are never held/)).toBeVisible();
    await expectAccessible();
    await picture(`hold-door-${size}`);
  },
);

test('a hold that nobody ends says so after a quarter of an hour', async () => {
  const at = inMinutes(0) - HELD_LONG;
  await openKiosk(doorUnder({ ...HELD, order: { ...ORDER, at, door: '' } }));
  await expect
    .element(page.getByText('For 15 mins already: does somebody still know?'))
    .toBeVisible();
  await expect.element(page.getByText('The doors are held since 18:55.')).toBeVisible();
});

test('House says so, too, wherever the order was given', async () => {
  await openHouse({ ...HELD, order: { ...ORDER, at: inMinutes(0) - HELD_LONG } });
  await expect
    .element(page.getByText(/For 15 mins already: does somebody still know\?/))
    .toBeVisible();
});

test('a door that ordered to go on is told which hold has overtaken it', async () => {
  await openKiosk(doorUnder({ ...HELD, isOvertaken: true }));
  await expect
    .element(page.getByText(/Your “go on” was overtaken by a hold at .Foyer left/))
    .toBeVisible();
  await expectAccessible();
  await picture('hold-overtaken');
});

test('House says so, too, also of a door without a name', async () => {
  await openHouse({ ...HELD, order: { ...ORDER, door: '' }, isOvertaken: true });
  await expect
    .element(page.getByText(/Your “go on” was overtaken by a hold at another door\./))
    .toBeVisible();
  await picture('house-overtaken');
});

test('any door can end its own hold', async () => {
  const main = mainOfHouse(null, doorUnder(HELD));
  main.on('endHoldHere', () => ({ ok: true, value: null }));
  await openKiosk(doorUnder(HELD), { main });
  await page.getByRole('button', { name: 'Let this door go on' }).click();
  await expect.poll(() => main.requests('endHoldHere')).toHaveLength(1);
  main.emit(doorUnder({ ...HELD, isEndedHere: true }));
  await expect.element(page.getByRole('heading', { name: 'Please wait' })).not.toBeInTheDocument();
});

test('all doors are held by one press and a confirmation, which can be refused', async () => {
  const main = await openHouse(NEVER_HELD);
  await page.getByRole('button', { name: 'Hold all doors' }).click();
  await expect.element(page.getByText(/This is no emergency function/)).toBeVisible();
  await page.getByRole('button', { name: 'No, go on' }).click();
  expect(main.requests('holdDoors')).toEqual([]);
  await page.getByRole('button', { name: 'Hold all doors' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hold all doors' }).click();
  await expect.poll(() => main.requests('holdDoors')).toEqual([{ on: true }]);
});

test('while the doors are held, House says which of them know, and lets all go on', async () => {
  const doors = [
    houseDoor({ name: 'knows', hold: ORDER }),
    houseDoor({ name: 'goes on', hold: { ...ORDER, isHeld: false } }),
    houseDoor({ name: 'had another', hold: { ...ORDER, count: 2 } }),
    houseDoor({ name: 'never heard', hold: null, isThere: false }),
  ];
  const main = await openHouse(HELD, house({ doors }));
  await expect.poll(() => document.querySelectorAll('ul[aria-label="Doors"] > li').length).toBe(4);
  const said = [...document.querySelectorAll('ul[aria-label="Doors"] > li')].map(
    ({ textContent }) => textContent,
  );
  expect(said[0]).toContain('Held');
  expect(said[1]).toContain('Goes on by itself');
  expect(said[2]).toContain('Does not know of it yet');
  expect(said[3]).toContain('Does not know of it yet');
  await expectAccessible();
  await picture('house-held');
  await page.getByRole('button', { name: 'Let all doors go on' }).click();
  await expect.poll(() => main.requests('holdDoors')).toEqual([{ on: false }]);
});

test('an order that could not be kept says so', async () => {
  const main = await openHouse(HELD);
  main.on('holdDoors', () => ({ ok: false, error: { type: 'no-venue' } }));
  await page.getByRole('button', { name: 'Let all doors go on' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('That did not work. Try again.');
});

test('a guest who scans meanwhile is asked to wait, with a sound once a minute at most', async () => {
  const reason = { type: 'held', door: 'Foyer left', since: ORDER.at } as const;
  const held = (sequence: number) =>
    withChanges(doorUnder(HELD), {
      verdict: verdict('held', reason, { sequence, basis: 'venue' }),
    });
  let now = inMinutes(0);
  const main = mainOfHouse(null, doorUnder(HELD));
  const { sounds } = await openKiosk(doorUnder(HELD), { main, now: () => now });
  main.emit(held(1));
  await expect.poll(() => root('verdict')).toBe('held');
  expect(root('basis')).toBe('venue');
  await expect.element(page.getByText(/Nothing was used up/)).toBeVisible();
  await picture('hold-verdict');
  main.emit(held(2));
  await expect.poll(() => root('sequence')).toBe('2');
  expect(sounds.map(([kind]) => kind)).toEqual(['held']);
  now += 60_000;
  main.emit(held(3));
  await expect.poll(() => sounds.map(([kind]) => kind)).toEqual(['held', 'held']);
});
