import { expect } from '@playwright/test';
import { chooseMore, expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';

test('a ticket is only looked up, then let in; the numbers have both', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const seen = await watchVerdicts(page);
  const [code = ''] = boxOffice.barcodes('valid', 1);
  const [voided = ''] = boxOffice.barcodes('voided', 1);
  const asked = () =>
    boxOffice.requests.filter(({ path }) => path.includes('validateTicket')).length;
  const scannedOfSold = page.getByRole('region', { name: 'Scanned of sold, all doors' });
  const before = await scannedOfSold.innerText();

  await page.getByRole('button', { name: 'Check only', exact: true }).click();
  await expect(page.getByText('Nobody is let in.')).toBeVisible();
  await keepScreenshot(page, 'check-only');
  await scanner.scan([code]);
  const lookedUp = await verdictNumber(seen, 1);
  expect(lookedUp).toMatchObject({ verdict: 'checked', code: null, basis: 'cache' });
  expect(lookedUp.text).toContain('This ticket is valid.');
  expect(lookedUp.text).toContain('By this kiosk’s copy of the tickets');
  await keepScreenshot(page, 'checked-valid');
  await scanner.scan([voided]);
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'checked', code: '13' });
  await keepScreenshot(page, 'checked-code-13');
  expect(asked(), 'the platform is not asked').toBe(0);
  expect(boxOffice.scansOf(code)).toEqual([]);
  expect(boxOffice.scansOf(voided)).toEqual([]);

  await expectScreen(page, 'ready');
  await page.getByRole('button', { name: 'End check only' }).click();
  await expect(page.getByText('Scan your ticket')).toBeVisible();
  expect(await scannedOfSold.innerText()).toBe(before);
  await letVerdictsLeaveSoon(page);
  await scanner.scan([code]);
  expect(await verdictNumber(seen, 3)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  expect(asked()).toBe(1);
  expect(boxOffice.scansOf(code)).toHaveLength(1);
  await expectScreen(page, 'ready');
  await expect(scannedOfSold).not.toHaveText(before);

  await chooseMore(page, 'Numbers');
  await expectScreen(page, 'numbers');
  const figure = (label: string) =>
    page.locator('dl > div', { hasText: label }).locator('dd').first();
  await expect(figure('Admitted')).toHaveText('1');
  await expect(figure('Only looked up')).toHaveText('2');
  await expect(figure('Turned away')).toHaveText('0');
  await keepScreenshot(page, 'numbers');
});
