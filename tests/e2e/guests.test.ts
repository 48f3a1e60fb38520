import { expect } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';

test('guests stand before the screen: they read one sentence, and whoever knows the ring reads the rest', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const file = join(dataDirectory, 'fleet.json');
  const settings = { audience: 'guest', guestsWithoutPin: true, secondLanguage: 'de' };
  writeFileSync(file, JSON.stringify(settings));
  const args = [`--base-url=${boxOffice.baseUrl}`, `--settings=${file}`];
  const { page, scanner } = await startKiosk({ args });
  await openTheDoor(page, boxOffice);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-audience', 'guest');
  // What plays, in the platform's colour.
  await expect(page.locator('.coloured')).toBeVisible();
  await keepScreenshot(page, 'guest-door');

  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expectScreen(page, 'verdict');
  await expect(html).toHaveAttribute('data-verdict', 'admit');
  await expect(page.getByText('Please come in.')).toBeVisible();
  await expect(page.getByText('Bitte treten Sie ein.')).toBeVisible();
  await expect(page.getByText('Let this guest in.')).toHaveCount(0);
  await keepScreenshot(page, 'guest-admit');

  await page.getByRole('button', { name: /^For staff/ }).click();
  await expect(html).not.toHaveAttribute('data-audience', 'guest');
  await expect(page.getByText('Let this guest in.')).toBeVisible();
});
