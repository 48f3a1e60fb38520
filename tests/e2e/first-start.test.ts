import { expect } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_FIRST_START } from '#shared/model/first-start.ts';
import { TEST_BARCODE } from '#shared/wedge/diagnose.ts';
import { CALL_CHANNELS } from '#shared/ipc/channels.ts';
import { expectScreen, openTheDoor, signIn } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';

test('a new kiosk asks five questions, goes on with them after a restart, and is then ready', async ({
  boxOffice,
  startKiosk,
}) => {
  const first = await startKiosk();
  await expectScreen(first.page, 'first-start');
  await keepScreenshot(first.page, 'first-platform');
  await first.page.getByLabel('Server address').fill(boxOffice.baseUrl);
  await first.page.getByRole('button', { name: 'Connect' }).click();
  await expect(first.page.getByText('Question 2 of 5')).toBeVisible();
  await first.close();

  const { page, scanner } = await startKiosk();
  await expect(page.getByText('Question 2 of 5')).toBeVisible();
  await page.getByLabel('Name of this kiosk').fill('Balcony left');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('radio', { name: 'An usher' })).toBeFocused();
  await keepScreenshot(page, 'first-audience');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByText('Question 4 of 5')).toBeVisible();
  await scanner.scan([TEST_BARCODE]);
  await expect(page.getByText('Read exactly')).toBeVisible();
  await keepScreenshot(page, 'first-scanner');
  await page.getByRole('button', { name: 'Next' }).click();

  const newPin = page.getByLabel('New PIN', { exact: true });
  let written = 0;
  // Once what was written was gone: see docs/testing.md, Still unexplained.
  await expect(async () => {
    written += 1;
    await newPin.fill('4711');
    await expect(newPin).toHaveValue('4711', { timeout: 100 });
  }).toPass({ timeout: 10_000 });
  if (written > 1) process.stdout.write(`The PIN's field had to be written ${written} times.\n`);
  await page.getByLabel('The same PIN again').fill('4711');
  await page.getByRole('button', { name: 'Save the PIN' }).click();

  await expect(page.getByRole('heading', { name: 'That was all' })).toBeVisible();
  await expect(page.getByText('Balcony left')).toBeVisible();
  await keepScreenshot(page, 'first-end');
  await page.getByRole('button', { name: 'Go on' }).click();
  await openTheDoor(page, boxOffice);
  const state = await page.evaluate(() => window.kiosk.state(null));
  expect(state).toMatchObject({ value: { slices: { machine: { lock: { hasPin: true } } } } });
});

test('a kiosk that knows no server asks for its address, checks it, and keeps it', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const settings = join(dataDirectory, 'settings.json');
  writeFileSync(settings, JSON.stringify({ firstStart: NO_FIRST_START }));
  const kiosk = await startKiosk();
  const address = kiosk.page.getByLabel('Server address');
  const connect = kiosk.page.getByRole('button', { name: 'Connect' });
  await expectScreen(kiosk.page, 'server');
  await keepScreenshot(kiosk.page, 'server');

  for (const [typed, says] of [
    ['not an address', 'not a web address'],
    ['http://tickets.example', 'not encrypted'],
    ['http://127.0.0.1:9', 'Nothing answers'],
  ] as const) {
    await address.fill(typed);
    await connect.click();
    await expect(kiosk.page.getByText(says)).toBeVisible();
    await expect(address, 'what was typed stays').toHaveValue(typed);
  }

  await address.fill(boxOffice.baseUrl);
  await connect.click();
  await openTheDoor(kiosk.page, boxOffice);
  await kiosk.close();

  const { page } = await startKiosk();
  await expectScreen(page, 'sign-in');
});

test('each sign-in that fails says why and leaves the form usable', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');
  await signIn(page, boxOffice, 'no-permission');
  await expect(page.getByText('This user may not check tickets')).toBeVisible();
  await signIn(page, boxOffice, 'password-expired');
  await expect(page.getByText('The password has expired.', { exact: true })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('User name or password is wrong.').first()).toBeVisible();
  await openTheDoor(page, boxOffice);
});

test('a demonstration shows users and tickets to try, and takes them', async ({ startKiosk }) => {
  const { page, scanner } = await startKiosk({ args: ['--demo', '--windowed'] });
  await expectScreen(page, 'sign-in');
  await expect(page.getByRole('img', { name: 'Barcode: Valid ticket' }).first()).toBeVisible();
  await keepScreenshot(page, 'demo');
  await page.getByRole('button', { name: 'door@usher.example' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectScreen(page, 'select');
  await page.getByRole('button', { name: 'Open the door' }).click();
  await expectScreen(page, 'ready');
  const state = await page.evaluate(() => window.kiosk.state(null));
  const tickets = state.ok ? (state.value.slices.machine.demo?.tickets ?? []) : [];
  await scanner.scan([tickets.find(({ kind }) => kind === 'valid')?.barcode ?? '']);
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
});

test('the page has the kiosk’s calls and nothing of Node or Electron', async ({ startKiosk }) => {
  const { page } = await startKiosk();
  await expectScreen(page, 'first-start');
  const found = await page.evaluate(() => ({
    kiosk: Object.keys(window.kiosk).sort(),
    node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in globalThis,
    ),
  }));
  expect(found).toEqual({
    // The contract, and not a call more.
    kiosk: [...Object.keys(CALL_CHANNELS), 'onState', 'platform'].sort(),
    node: [],
  });
});

test('without --windowed the kiosk fills the screen', async ({ startKiosk }) => {
  const { page } = await startKiosk();
  await expectScreen(page, 'first-start');
  await expect
    .poll(() => page.evaluate(() => [innerWidth === screen.width, innerHeight === screen.height]))
    .toEqual([true, true]);
});
