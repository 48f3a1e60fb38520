import { expect, type Page } from '@playwright/test';
import { expectScreen } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';

/** Milliseconds between two keys of a person: no scanner is that slow. */
const BY_HAND = { delay: 150 };

/** Goes on by Tab, as far as it takes, to the button of that name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true });
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((button) => button === document.activeElement)) return;
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('Tab');
    await page.waitForFunction((element) => document.activeElement !== element, before);
  }
  throw new Error(`no way by Tab to ${name}`);
}

test('with the keyboard alone from the sign-in to the settings and back, in the house’s own look', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');
  const set = await page.evaluate(() =>
    window.kiosk.changeSettings({
      change: { theme: 'light', venueName: 'The Globe', accent: '#c8102e' },
    }),
  );
  expect(set.ok).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByText('The Globe')).toBeVisible();

  const [user] = boxOffice.guide.users;
  await expect(page.getByLabel('User name')).toBeFocused();
  await page.keyboard.type(user?.username ?? '', BY_HAND);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(user?.password ?? '', BY_HAND);
  await page.keyboard.press('Enter');
  await expectScreen(page, 'select');
  await tabTo(page, 'Open the door');
  await page.keyboard.press('Enter');
  await expectScreen(page, 'ready');
  await keepScreenshot(page, 'ready-light');

  await tabTo(page, 'More');
  await page.keyboard.press('Enter');
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  await expect(settings).toBeVisible();
  await tabTo(page, 'Settings');
  await page.keyboard.press('Enter');
  await expectScreen(page, 'settings');
  await tabTo(page, 'Back to the door');
  await page.keyboard.press('Enter');
  await expectScreen(page, 'ready');
});
