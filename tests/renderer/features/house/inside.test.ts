import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { InsideView } from '#shared/model/venue.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  doorOfHouse,
  house,
  houseDoor,
  insideView,
  mainOfHouse,
} from '#tests/renderer/support/house.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';

async function openHouse(inside: InsideView | null) {
  const main = mainOfHouse(house({ inside }));
  main.on('correctInside', () => ({ ok: true, value: null }));
  await openKiosk(doorOfHouse(), { main });
  await chooseMore('House');
  await expect.poll(() => root('screen')).toBe('house');
  return main;
}

test('a house that lets guests out says how many are inside', async () => {
  await openHouse(insideView());
  await expect.element(page.getByText('1,164')).toBeVisible();
  await expect.element(page.getByText('Nearly full: 1,164 of 1,280')).toBeVisible();
  await expect.element(page.getByText('Left without having been counted in: 3')).toBeVisible();
  await expectAccessible();
  await picture('house-inside');
});

test('where not all doors can be heard, it is at least so many', async () => {
  await openHouse(insideView({ isAtLeast: true, count: 1_280 }));
  await expect.element(page.getByText(/inside at least/)).toBeVisible();
  await expect.element(page.getByText('Full: 1,280 of 1,280')).toBeVisible();
});

test('without a way out it only says how many came, until the house is nearly full', async () => {
  const main = await openHouse(insideView({ hasWaysOut: false, capacity: 2_000 }));
  await expect.element(page.getByText('1,210')).toBeVisible();
  const right = page.getByRole('button', { name: 'Put the number right' });
  expect(right.elements()).toEqual([]);
  const filling = house({ inside: insideView({ hasWaysOut: false, capacity: 1_280 }) });
  main.on('house', () => ({ ok: true, value: filling }));
  await expect.element(page.getByText('Nearly full: 1,164 of 1,280')).toBeVisible();
  await expect.element(right).toBeVisible();
});

test('the number is put right by hand, with a reason', async () => {
  const main = await openHouse(insideView());
  await page.getByRole('button', { name: 'Put the number right' }).click();
  const dialog = page.getByRole('dialog');
  const keep = dialog.getByRole('button', { name: 'Put right' });
  await dialog.getByLabelText('How many are really inside').fill('many');
  await expect.element(dialog.getByText('A whole number, please.')).toBeVisible();
  await dialog.getByLabelText('Why').fill('counted in the interval');
  await expect.element(keep).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabelText('How many are really inside').fill('1150');
  await picture('house-correct');
  await keep.click();
  await expect
    .poll(() => main.requests('correctInside'))
    .toEqual([{ by: -14, why: 'counted in the interval' }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a correction that cannot be kept says so, and loses nothing', async () => {
  const main = await openHouse(insideView());
  main.on('correctInside', () => ({ ok: false, error: { type: 'no-venue' } }));
  await page.getByRole('button', { name: 'Put the number right' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('How many are really inside').fill('1150');
  await dialog.getByLabelText('Why').fill('counted');
  await dialog.getByRole('button', { name: 'Put right' }).click();
  await expect.element(dialog.getByText('This did not work. Try again.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Why')).toHaveValue('counted');
});

test.each([
  [1_151, null],
  [1_152, 'Nearly full: 1,152 of 1,280'],
  [1_280, 'Full: 1,280 of 1,280'],
])('with %i inside a door says %s', async (count, says) => {
  const { peers: venue } = doorOfHouse();
  await openKiosk(doorOfHouse({ venue: { ...venue, inside: insideView({ count }) } }));
  const full = page.getByText(/of 1,280/);
  if (says === null) await expect.element(full).not.toBeInTheDocument();
  else await expect.element(page.getByText(says)).toBeVisible();
});

test('other rules than here, and a way out, are said of a door', async () => {
  const rules = { ...houseDoor().rules, reentry: 'once' as const };
  const doors = [houseDoor({ rules }), houseDoor({ isWayOut: true, isHere: true })];
  await openKiosk(doorOfHouse(), { main: mainOfHouse(house({ doors })) });
  await chooseMore('House');
  await expect
    .element(page.getByText('Other rules for coming back, or for a full house'))
    .toBeVisible();
  await expect.element(page.getByText('Way out')).toBeVisible();
});
