import { expect, type Page } from '@playwright/test';
import { chooseMore, expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';

const PIN = '24683579';

async function setPin(page: Page): Promise<void> {
  const set = await page.evaluate((pin) => window.kiosk.setPin({ pin }), PIN);
  expect(set.ok).toBe(true);
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Name, ticket number or seat' });

test('a guest without a ticket is found by name and let in; the history says by hand', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice, 'scanner-with-patrons');
  await hasTickets(page);
  await letVerdictsLeaveSoon(page);
  await setPin(page);
  const seen = await watchVerdicts(page);
  await chooseMore(page, 'Find a ticket');
  await expectScreen(page, 'find');
  await expect(field(page)).toBeFocused();
  await expect(page.getByText(/tickets are searched/)).toBeVisible();

  await page.keyboard.type('nowak', { delay: 150 });
  const good = page.getByRole('option').filter({ hasText: 'Good' }).first();
  await expect(good).toContainText('Nowak');
  await keepScreenshot(page, 'find');
  const number = /Ticket (\d+)/.exec(await good.innerText())?.[1] ?? '';
  await good.click();
  const asked = () =>
    boxOffice.requests.filter(({ path }) => path.includes('validateTicket')).length;
  expect(asked(), 'nobody is let in unasked').toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Let in', exact: true }).click();
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  expect(asked()).toBe(1);

  await expectScreen(page, 'ready');
  await chooseMore(page, 'Find a ticket');
  await field(page).fill(number);
  await expect(page.getByRole('option').first()).toContainText('Already scanned');
  await expect(page.getByRole('option').first()).toContainText('Let in here');
  await page.getByRole('button', { name: 'Back to the door' }).click();
  await chooseMore(page, 'History');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first();
  await expect(row).toContainText('Admitted');
  await expect(row).toContainText('By hand');
});

test('without the permission nobody is found, and without the PIN nobody looks', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice, 'scanner');
  await hasTickets(page);
  await chooseMore(page, 'Find a ticket');
  await expect(page.getByText('Guests can be found only behind a PIN.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the door' }).click();

  await setPin(page);
  await chooseMore(page, 'Find a ticket');
  await expect(page.getByText('You may not see who has bought a ticket.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the door' }).click();

  await page.evaluate(() => window.kiosk.lock(null));
  await chooseMore(page, 'Find a ticket');
  await expectScreen(page, 'unlock');
  const refused = await page.evaluate(() => window.kiosk.findTickets({ query: 'nowak' }));
  expect(refused).toEqual({ ok: false, error: { type: 'locked' } });
});
