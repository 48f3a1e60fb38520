import { expect, type Page } from '@playwright/test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBoxOffice } from '#box-office/server.ts';
import { chooseMore, expectScreen, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** The shortest time after which the idle board may come, in milliseconds. */
const SOON = 5_000;

function setIdleBoardAfter(dataDirectory: string, idleBoardAfter: number): void {
  const path = join(dataDirectory, 'settings.json');
  const settings: object = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as object)
    : {};
  writeFileSync(path, JSON.stringify({ ...settings, idleBoardAfter }));
}

/** What the page asked for that the kiosk itself did not serve. */
function requestsOutside(page: Page): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('app://kiosk/')) outside.push(request.url());
  });
  return outside;
}

test('an idle kiosk shows what is on, and the first scan takes the screen back', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  setIdleBoardAfter(dataDirectory, SOON);
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const seen = await watchVerdicts(page);
  await expect(page.locator('html')).toHaveAttribute('data-board', 'idle');
  await expectScreen(page, 'ready');
  await expect(page.getByRole('heading', { name: 'What’s on' })).toBeVisible();
  await keepScreenshot(page, 'idle-board');

  await scanner.scan(boxOffice.barcodes('valid', 1));
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit' });
  await expect(page.locator('html')).not.toHaveAttribute('data-board', 'idle');
});

test('What’s on: calendar, series with logos, performances and a page, and scans all the while', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const outside = requestsOutside(page);
  await openTheDoor(page, boxOffice);
  await letVerdictsLeaveSoon(page);
  const seen = await watchVerdicts(page);
  await chooseMore(page, 'What’s on');
  await expectScreen(page, 'programme');
  await expect(page.getByRole('grid')).toBeVisible();
  // What is on has been downloaded.
  await expect(page.getByRole('gridcell').getByText('Light on Water').first()).toBeVisible();
  await keepScreenshot(page, 'calendar');

  await page.getByRole('tab', { name: 'Series' }).click();
  await expect(page.getByText("A Midsummer Night's Dream").first()).toBeVisible();
  await expect
    .poll(() => page.locator('img').evaluateAll((images) => images.length))
    .toBeGreaterThan(0);
  await expect
    .poll(() =>
      page
        .locator('img')
        .evaluateAll((images) =>
          images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
    )
    .toBe(true);
  await keepScreenshot(page, 'series');
  await page.getByText("A Midsummer Night's Dream").first().click();
  await expect(page.getByText('Next performances')).toBeVisible();
  await keepScreenshot(page, 'production');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Performances' }).click();

  await scanner.scan(boxOffice.barcodes('valid', 1));
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit' });
  await expectScreen(page, 'ready');
  expect(outside, 'the page asked nobody but the kiosk').toEqual([]);
});

test('without the network the programme is there, with its age', async ({
  boxOffice,
  startKiosk,
}) => {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(kiosk.page, boxOffice);
  await chooseMore(kiosk.page, 'What’s on');
  await expect(kiosk.page.getByText(/as of/).first()).toBeVisible();
  const ended = kiosk.app.waitForEvent('close');
  kiosk.app.process().kill('SIGKILL');
  await ended;
  await boxOffice.close();

  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'ready');
  await expect(page.locator('html')).toHaveAttribute('data-connection', 'offline');
  await chooseMore(page, 'What’s on');
  await page.getByRole('tab', { name: 'Series' }).click();
  await expect(page.getByText("A Midsummer Night's Dream").first()).toBeVisible();
  await expect(page.getByText(/as of/).first()).toBeVisible();
  await keepScreenshot(page, 'series-offline');
});

test('logos that are 50 MB, missing, or no image are left out, and cost nobody anything', async ({
  startKiosk,
}) => {
  const spoilt = [
    () =>
      new Response(new Uint8Array(50 * 1024 ** 2), { headers: { 'content-type': 'image/png' } }),
    () => new Response('not here', { status: 404 }),
    () => new Response('<script>alert(1)</script>', { headers: { 'content-type': 'image/png' } }),
  ];
  let asked = 0;
  const boxOffice = await startBoxOffice({
    hooks: {
      beforeAnswer: ({ path }) =>
        path.startsWith('/demo/logo/') ? spoilt[asked++ % spoilt.length]?.() : undefined,
    },
  });
  try {
    const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    await openTheDoor(page, boxOffice);
    await expect.poll(() => asked).toBeGreaterThanOrEqual(spoilt.length);
    await chooseMore(page, 'What’s on');
    await page.getByRole('tab', { name: 'Series' }).click();
    await expect(page.getByText("A Midsummer Night's Dream").first()).toBeVisible();
    await expect(page.locator('img')).toHaveCount(0);
    await scanner.scan(boxOffice.barcodes('valid', 1));
    await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
  } finally {
    await boxOffice.close();
  }
});
