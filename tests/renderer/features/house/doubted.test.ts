import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DoubtedDoors } from '#shared/model/venue.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { inMinutes } from '#tests/renderer/support/builders.ts';
import { doorOfHouse, house, houseDoor, mainOfHouse } from '#tests/renderer/support/house.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const SUSPICIOUS: DoubtedDoors = {
  ...{ group: 3, isDisregarded: false, why: 'many', doors: 1 },
  ...{ name: 'Garden gate', count: 5_000, since: inMinutes(-1), byName: null },
};

function withDoubted(doubted: readonly DoubtedDoors[]) {
  const state = doorOfHouse();
  return withChanges(state, { venue: { ...state.peers, doubted } });
}

async function openHouse(doubted: readonly DoubtedDoors[], size: Size = 'laptop') {
  const state = withDoubted(doubted);
  const main = mainOfHouse(house(), state);
  main.on('judgeDoors', () => ({ ok: true, value: null }));
  await openKiosk(state, { main, size });
  await chooseMore('House');
  await expect.poll(() => root('screen')).toBe('house');
  return main;
}

test.each<Size>(['laptop', 'small', 'portrait'])(
  'names a suspicious door, and disregards it after a question, on a %s screen',
  async (size) => {
    const main = await openHouse([SUSPICIOUS], size);
    await expect
      .element(page.getByText(/Garden gate. reports 5,000 admissions within ten minutes/))
      .toBeVisible();
    await expectAccessible();
    await picture(`house-suspicious-${size}`);
    await page.getByRole('button', { name: 'Disregard this door' }).click();
    await expect.element(page.getByText(/Nothing is deleted, and you can undo this/)).toBeVisible();
    expect(main.requests('judgeDoors')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Disregard this door' }).click();
    await expect
      .poll(() => main.requests('judgeDoors'))
      .toEqual([{ judged: { group: 3 }, isDisregarded: true }]);
    main.emit(withDoubted([{ ...SUSPICIOUS, group: 4, isDisregarded: true }]));
    await expect.element(page.getByText(/disregarded since 19:09/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => main.requests('judgeDoors'))
      .toContainEqual({ judged: { group: 4 }, isDisregarded: false });
  },
);

test('disregards many new doors in one press', async () => {
  const many: DoubtedDoors = { ...SUSPICIOUS, why: 'new', doors: 302, name: '', count: 604 };
  const main = await openHouse([many]);
  await expect.element(page.getByText(/302 new doors report/)).toBeVisible();
  await page.getByRole('button', { name: 'Disregard these doors' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disregard these doors' }).click();
  await expect.poll(() => main.requests('judgeDoors')).toHaveLength(1);
});

test('trusts a door without a name', async () => {
  const main = await openHouse([{ ...SUSPICIOUS, why: 'contradicted', name: '', count: 12 }]);
  await expect
    .element(page.getByText(/A door without a name reports 12 tickets as used/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Trust it' }).click();
  await expect
    .poll(() => main.requests('judgeDoors'))
    .toEqual([{ judged: { group: 3 }, isDisregarded: false }]);
});

test('says at which other door people have disregarded doors', async () => {
  const staff = { ...SUSPICIOUS, isDisregarded: true, why: 'staff' } as const;
  await openHouse([
    { ...staff, byName: 'Foyer' },
    { ...staff, group: 4, doors: 2, name: '', byName: null },
  ]);
  await expect
    .element(page.getByText(/Garden gate.: disregarded since 19:09.* at .Foyer/))
    .toBeVisible();
  await expect.element(page.getByText('2 doors: disregarded since 19:09')).toBeVisible();
});

test('disregards any other door of the list by its key, and undoes that', async () => {
  const doors = [
    houseDoor({ kioskId: 'a', isHere: true }),
    houseDoor({ kioskId: 'b', name: 'Garden gate', fingerprint: 'BBBB 0000 0000 0001' }),
    houseDoor({ kioskId: 'c', name: 'Foyer', isDisregarded: true }),
  ];
  const state = withDoubted([]);
  const main = mainOfHouse({ ...house(), doors }, state);
  main.on('judgeDoors', () => ({ ok: true, value: null }));
  await openKiosk(state, { main, size: 'laptop' });
  await chooseMore('House');
  const keys = page.getByRole('button', { name: 'Keys of the doors' });
  await keys.click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('BBBB 0000 0000 0001')).toBeVisible();
  await expectAccessible();
  await picture('house-keys');
  expect(dialog.getByRole('button', { name: 'Disregard this door' }).all()).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Disregard this door' }).click();
  await expect.element(page.getByText(/Disregard .Garden gate. at all doors/)).toBeVisible();
  expect(main.requests('judgeDoors')).toEqual([]);
  await dialog.getByRole('button', { name: 'Disregard this door' }).click();
  await expect
    .poll(() => main.requests('judgeDoors'))
    .toEqual([{ judged: { door: 'b' }, isDisregarded: true }]);
  await keys.click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => main.requests('judgeDoors'))
    .toContainEqual({ judged: { door: 'c' }, isDisregarded: false });
});
