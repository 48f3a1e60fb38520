import { expect } from '@playwright/test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** The kiosk's settings, as they lie on the disk. */
const settingsIn = (dataDirectory: string) => ({
  path: join(dataDirectory, 'settings.json'),
  read(): object {
    return existsSync(this.path) ? (JSON.parse(readFileSync(this.path, 'utf8')) as object) : {};
  },
});

test('a scanner of another country is found, set right with one press, and checks tickets', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const settings = settingsIn(dataDirectory);
  // The last scanner here posed as a French keyboard; this one is American.
  const wedge = { ...DEFAULT_WEDGE_SETTINGS, layout: 'fr' };
  writeFileSync(settings.path, JSON.stringify({ ...settings.read(), wedge }));
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const seen = await watchVerdicts(page);
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'Set up scanners' }).click();
  await expectScreen(page, 'scanners');
  await expect(page.getByText('No ticket is checked')).toBeVisible();

  await scanner.scan([TEST_BARCODE]);
  await expect(page.getByText('It types as American (QWERTY).')).toBeVisible();
  await keepScreenshot(page, 'scanners-wrong');
  await page.getByRole('button', { name: 'Set it right' }).click();
  await expect(page.getByText('Now scan it once more.')).toBeVisible();
  await scanner.scan([TEST_BARCODE]);
  await expect(page.getByText('Read exactly')).toBeVisible();
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('heading', { name: 'Keyboard scanner' })).toBeVisible();
  await keepScreenshot(page, 'scanners');
  // A ticket is read, and not checked.
  const [tried, ticket] = boxOffice.barcodes('valid', 2);
  await scanner.scan([tried ?? '']);
  await expect(page.getByText('Another barcode')).toBeVisible();
  expect(settings.read()).toMatchObject({ wedge: DEFAULT_WEDGE_SETTINGS });

  await page.getByRole('button', { name: 'Back to the door' }).click();
  await expectScreen(page, 'ready');
  await scanner.scan([ticket ?? '', tried ?? '']);
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit' });
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit' });
});
