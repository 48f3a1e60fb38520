import { expect, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectScreen, openTheDoor, signIn } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { userOf } from '#tests/support/demo-users.ts';

const PIN = '2468';
/** Milliseconds between two keys of a person: no scanner is that slow. */
const BY_HAND = { delay: 150 };
const LOCKED = { ok: false, error: { type: 'locked' } };

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function askForSettings(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await click(page, 'Settings');
}

async function enterPin(page: Page, pin: string): Promise<void> {
  await expectScreen(page, 'unlock');
  await page.keyboard.type(pin, BY_HAND);
  await page.keyboard.press('Enter');
}

/** From wherever the settings can be reached, to a kiosk that is locked. */
async function setPinAndLock(page: Page): Promise<void> {
  await askForSettings(page);
  await expectScreen(page, 'settings');
  await click(page, 'Kiosk lock');
  await click(page, 'Set a PIN');
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('The same PIN again').fill(PIN);
  await click(page, 'Save the PIN');
  await expect(page.getByText('The PIN is saved.')).toBeVisible();
  await click(page, 'The kiosk is unlocked. Lock now');
}

test('the public scans at a locked kiosk and changes nothing, not even behind the screens', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await setPinAndLock(page);
  await expectScreen(page, 'ready');

  const answers = await page.evaluate(async () => [
    await window.kiosk.changeSettings({ change: { volume: 0 } }),
    await window.kiosk.useLogo({ image: null }),
    await window.kiosk.setPin({ pin: null }),
    await window.kiosk.select({ selection: null }),
    await window.kiosk.signOut(null),
    await window.kiosk.forgetBaseUrl(null),
    await window.kiosk.exportHistory({
      filter: {
        kinds: [],
        basis: null,
        source: null,
        uploads: [],
        from: null,
        until: null,
        code: null,
      },
    }),
  ]);
  expect(answers).toEqual(answers.map(() => LOCKED));
  const state = await page.evaluate(() => window.kiosk.state(null));
  expect(state).toMatchObject({
    value: {
      slices: {
        settings: { volume: 0.8 },
        machine: { lock: { hasPin: true, isUnlocked: false } },
      },
    },
  });

  await askForSettings(page);
  await expectScreen(page, 'unlock');
  await keepScreenshot(page, 'pin-pad');
  await page.keyboard.type(PIN.slice(0, 2), BY_HAND);
  await expect(page.getByText('2 digits entered')).toBeAttached();
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
  await enterPin(page, PIN);
  await expectScreen(page, 'settings');
  await click(page, 'Verdicts');
  await click(page, 'Volume: less');
  await expect(page.getByText('Saved: Volume.')).toBeVisible();
  await keepScreenshot(page, 'settings');
});

test('whoever guesses waits, also after a restart', async ({ boxOffice, startKiosk }) => {
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const kiosk = await startKiosk({ args });
  await expectScreen(kiosk.page, 'sign-in');
  await setPinAndLock(kiosk.page);
  await askForSettings(kiosk.page);
  for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is']) {
    await enterPin(kiosk.page, '1111');
    await expect(kiosk.page.getByText(`Wrong PIN. ${left} left.`)).toBeVisible();
  }
  await enterPin(kiosk.page, '1111');
  await expect(kiosk.page.getByText(/Too many wrong PINs/)).toBeVisible();
  // Nobody closes it who does not know the PIN; its machine goes down.
  const ended = kiosk.app.waitForEvent('close');
  kiosk.app.process().kill('SIGTERM');
  await ended;

  const { page } = await startKiosk({ args });
  await expectScreen(page, 'sign-in');
  await askForSettings(page);
  await expect(page.getByText(/Too many wrong PINs/)).toBeVisible();
  await expect(page.getByRole('button', { name: '5', exact: true })).toBeDisabled();
  // The right one would not help either.
  expect(await page.evaluate((pin) => window.kiosk.unlock({ pin }), PIN)).toEqual({
    ok: false,
    error: { type: 'wait' },
  });
});

test('a PIN that was forgotten is replaced with the password of who is signed in', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');
  await setPinAndLock(page);
  await askForSettings(page);
  await click(page, 'Forgot the PIN?');
  await expect(page.getByText('Nobody is signed in at this kiosk.')).toBeVisible();
  await click(page, 'Sign in');
  await expectScreen(page, 'sign-in');
  await signIn(page, boxOffice);
  await expectScreen(page, 'select');

  await askForSettings(page);
  await click(page, 'Forgot the PIN?');
  const reset = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('New PIN', { exact: true }).fill('1357');
    await page.getByLabel('The same PIN again').fill('1357');
    await click(page, 'Set the new PIN');
  };
  await reset('a guess');
  await expect(page.getByText('The password is wrong.')).toBeVisible();
  await reset(userOf(boxOffice).password);
  await expectScreen(page, 'settings');
  await click(page, 'The kiosk is unlocked. Lock now');
  await askForSettings(page);
  await enterPin(page, '1357');
  await expectScreen(page, 'settings');
});

test('what a file sets is shown as managed and stays; the rest is the operator’s, also after a restart', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const file = join(dataDirectory, 'fleet.json');
  writeFileSync(file, JSON.stringify({ kioskName: 'West gate', theme: 'light', volume: 0.4 }));
  const args = [`--base-url=${boxOffice.baseUrl}`, `--settings=${file}`];
  const kiosk = await startKiosk({ args });
  const { page } = kiosk;
  await expectScreen(page, 'sign-in');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await askForSettings(page);
  await expect(page.getByLabel('Name of this kiosk', { exact: true })).toHaveValue('West gate');
  await expect(page.getByLabel('Name of this kiosk', { exact: true })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeDisabled();
  await keepScreenshot(page, 'settings-managed');
  expect(
    await page.evaluate(() => window.kiosk.changeSettings({ change: { theme: 'dark' } })),
  ).toEqual({ ok: false, error: { type: 'managed', settings: ['theme'] } });
  await page.getByLabel('Name of the house', { exact: true }).fill('Harbour Theatre');
  await page.getByLabel('Name of the house', { exact: true }).press('Enter');
  await expect(page.getByText('Saved: Name of the house.')).toBeVisible();
  await click(page, 'About');
  await expect(page.getByText(file)).toBeVisible();
  await kiosk.close();

  const again = await startKiosk({ args });
  await expectScreen(again.page, 'sign-in');
  await askForSettings(again.page);
  await expect(again.page.getByLabel('Name of the house', { exact: true })).toHaveValue(
    'Harbour Theatre',
  );
});

test('a file that is wrong keeps the kiosk out of order, and says where', async ({
  dataDirectory,
  startKiosk,
}) => {
  const file = join(dataDirectory, 'fleet.json');
  writeFileSync(file, JSON.stringify({ verdictTime: 5 }));
  const { page } = await startKiosk({ args: [`--settings=${file}`] });
  await expectScreen(page, 'fault');
  await expect(page.getByText(file)).toBeVisible();
  await expect(page.getByText(/verdictTime/)).toBeVisible();
});

test('another language is spoken at once, from right to left, and after a restart', async ({
  boxOffice,
  startKiosk,
}) => {
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const kiosk = await startKiosk({ args });
  await expectScreen(kiosk.page, 'sign-in');
  await askForSettings(kiosk.page);
  await click(kiosk.page, 'Language and time');
  await kiosk.page
    .getByRole('group', { name: 'Language', exact: true })
    .getByText('العربية')
    .click();
  await expect(kiosk.page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectScreen(kiosk.page, 'settings');
  await kiosk.close();

  const { page } = await startKiosk({ args });
  await expectScreen(page, 'sign-in');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
});
