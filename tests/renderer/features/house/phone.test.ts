import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { HouseLink, NoHouseLink } from '#shared/model/house-page.ts';
import type { Result } from '#shared/result.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { doorOfHouse, mainOfHouse } from '#tests/renderer/support/house.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture } from '#tests/renderer/support/open-kiosk.ts';

const URL = 'http://10.0.7.31:9464/house/pYk2mVd0Q1xZb8cR4sT6uw';

async function askForLink(answer: Result<HouseLink, NoHouseLink>) {
  const main = mainOfHouse();
  main.on('houseLink', () => answer);
  await openKiosk(doorOfHouse(), { main });
  await chooseMore('House');
  await page.getByRole('button', { name: 'On a phone' }).click();
  return main;
}

test('the link is a code for the phone’s camera, and can be read', async () => {
  await askForLink({ ok: true, value: { url: URL } });
  await expect.element(page.getByRole('img', { name: 'Address for a phone' })).toBeVisible();
  await expect.element(page.getByText(URL)).toBeVisible();
  await expectAccessible();
  await picture('house-phone-link');
});

test('another link is made, and the one before is said to have ended', async () => {
  const main = await askForLink({ ok: true, value: { url: URL } });
  const next = URL.replace('pYk2', 'other');
  main.on('renewHouseLink', () => ({ ok: true, value: { url: next } }));
  const code = () => page.getByRole('img', { name: 'Address for a phone' }).element();
  await expect.element(page.getByRole('img', { name: 'Address for a phone' })).toBeVisible();
  const before = code().getAttribute('src');
  await page.getByRole('button', { name: 'Make a new link' }).click();
  await expect.element(page.getByText(next)).toBeVisible();
  await expect.element(page.getByText('The link before leads nowhere any more.')).toBeVisible();
  await expect.poll(() => code().getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(page.getByText(next).elements()).toEqual([]);
});

test.each<[NoHouseLink['type'], RegExp]>([
  ['metrics-off', /under Settings, Monitoring, set a port/],
  ['metrics-here-alone', /no phone reaches it\. Under Settings, Monitoring, set an address/],
  ['metrics-failed', /cannot be opened just now/],
  ['no-address', /no address in a network/],
  ['rehearsal', /Not in a rehearsal/],
])('where there is no link (%s), it says what to do', async (type, said) => {
  await askForLink({ ok: false, error: { type } });
  await expect.element(page.getByText(said)).toBeVisible();
  expect(page.getByRole('button', { name: 'Make a new link' }).elements()).toEqual([]);
});
