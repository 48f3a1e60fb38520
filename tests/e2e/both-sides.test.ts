import { expect, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '#main/hosts/electron/place-sides.ts';
import { hasDisplays, openDisplays, type Displays } from './support/displays.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test as base, type Kiosk, type StartKiosk } from './support/kiosk.ts';
import { rootOf } from './support/processes.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { GUESTS, numberOfUshers, pageAt, placesOf, USHERS } from './support/sides.ts';
import { activeOnDisplay, touchDisplay } from './support/window.ts';

// Where all tests have to run, one that cannot is a failure.
base.skip(!hasDisplays() && process.env['CI'] !== 'true', 'Xorg or its dummy driver is missing');

const LEFT = '1024x768';
const RIGHT = '1280x720';
const AT_LEFT = { x: 0, y: 0, width: 1024, height: 768 };
const AT_RIGHT = { x: 1024, y: 0, width: 1280, height: 720 };

const test = base.extend<{ displays: Displays; startBoth: () => Promise<Kiosk> }>({
  displays: async ({}, use) => {
    const displays = await openDisplays({ left: LEFT, right: RIGHT });
    await use(displays);
    await displays.close();
  },
  // The displays have to be there before, and stay until it has ended.
  startBoth: async ({ displays: _displays, boxOffice, dataDirectory, startKiosk }, use) => {
    await use(() => startForBoth(startKiosk, dataDirectory, boxOffice.baseUrl));
  },
});

async function startForBoth(
  startKiosk: StartKiosk,
  folder: string,
  baseUrl: string,
): Promise<Kiosk> {
  const file = join(folder, 'fleet.json');
  writeFileSync(file, JSON.stringify({ audience: 'both', secondLanguage: 'de' }));
  const kiosk = await startKiosk({ args: [`--base-url=${baseUrl}`, `--settings=${file}`] });
  // Either may be the first whose page is there.
  return { ...kiosk, page: await pageAt(kiosk.app, USHERS) };
}

/** Which displays the sides are on, whole; the guest's window is a line higher, out of sight. */
async function expectPlaces(
  { app }: Kiosk,
  { usher, guest }: { readonly usher: Place; readonly guest: Place | null },
): Promise<void> {
  const over = guest && { ...guest, height: guest.height + 1 };
  await expect.poll(() => placesOf(app), { timeout: 45_000 }).toEqual({ usher, guest: over });
}

/** The usher's window has the keyboard. */
async function expectKeyboardAtUsher({ app }: Kiosk): Promise<void> {
  const number = await numberOfUshers(app);
  await expect.poll(() => activeOnDisplay(), { timeout: 45_000 }).toBe(number);
}

async function expectVerdict(page: Page, kind: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-verdict', kind);
}

test('a guest reads on the second display what the usher reads on the first, and nothing else; it goes, and comes back', async ({
  displays,
  boxOffice,
  startBoth,
}) => {
  test.setTimeout(300_000);
  const kiosk = await startBoth();
  const { app, page, scanner } = kiosk;
  await expectPlaces(kiosk, { usher: AT_LEFT, guest: AT_RIGHT });
  const guest = await pageAt(app, GUESTS);
  await expectScreen(guest, 'closed');
  await keepScreenshot(guest, 'both-guest-closed');
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await expectScreen(guest, 'ready');
  await keepScreenshot(guest, 'both-guest-ready');
  await keepScreenshot(page, 'both-usher-ready');

  const [first = '', second = '', third = '', fourth = ''] = boxOffice.barcodes('valid', 4);
  await expectKeyboardAtUsher(kiosk);
  await scanner.scan([first]);
  await expectVerdict(page, 'admit');
  await expectVerdict(guest, 'admit');
  await expect(page.getByText('Let this guest in.')).toBeVisible();
  await expect(page.getByText(`Code …${first.slice(-4)}`)).toBeVisible();
  await expect(guest.getByText('Please come in.')).toBeVisible();
  await expect(guest.getByText('Bitte treten Sie ein.')).toBeVisible();
  await expect(guest.getByText('Let this guest in.')).toHaveCount(0);
  await expect(guest.getByRole('button', { name: /^For staff/ })).toHaveCount(0);
  await keepScreenshot(page, 'both-usher-admit');
  await keepScreenshot(guest, 'both-guest-admit');

  // A guest touches their display, and the next ticket is scanned: its keys reach the usher's window.
  touchDisplay(AT_RIGHT.x + 300, 300);
  await expectKeyboardAtUsher(kiosk);
  await scanner.scan([second]);
  await expect(page.getByText(`Code …${second.slice(-4)}`)).toBeVisible();
  await expectVerdict(guest, 'admit');

  const closed = guest.waitForEvent('close');
  displays.plug({ left: LEFT });
  await closed;
  await expectPlaces(kiosk, { usher: AT_LEFT, guest: null });
  await expectKeyboardAtUsher(kiosk);
  await scanner.scan([third]);
  await expect(page.getByText(`Code …${third.slice(-4)}`)).toBeVisible();
  await expectScreen(page, 'ready');
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await expect(page.getByText('There is no second display')).toBeVisible();
  await page.getByText('There is no second display').scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'both-readiness-missing');

  displays.plug({ left: LEFT, right: RIGHT });
  await expectPlaces(kiosk, { usher: AT_LEFT, guest: AT_RIGHT });
  const again = await pageAt(app, GUESTS);
  await expectScreen(again, 'ready');
  await expect(page.getByText('Guests read their side on the second display.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap the two displays' }).scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'both-readiness-shown');
  await expectKeyboardAtUsher(kiosk);
  await scanner.scan([fourth]);
  await expectVerdict(page, 'admit');
  await expectVerdict(again, 'admit');
});

test('the usher’s display goes: the usher’s side takes the one that is left, and each finds its own again, after a restart and after a swap', async ({
  displays,
  boxOffice,
  startBoth,
}) => {
  test.setTimeout(300_000);
  const kiosk = await startBoth();
  await expectPlaces(kiosk, { usher: AT_LEFT, guest: AT_RIGHT });
  displays.plug({ right: RIGHT });
  await expectPlaces(kiosk, { usher: { ...AT_RIGHT, x: 0 }, guest: null });
  displays.plug({ left: LEFT, right: RIGHT });
  await expectPlaces(kiosk, { usher: AT_LEFT, guest: AT_RIGHT });

  await openTheDoor(kiosk.page, boxOffice);
  await kiosk.page.getByRole('button', { name: /^Readiness/ }).click();
  await kiosk.page.getByRole('button', { name: 'Swap the two displays' }).click();
  await expectPlaces(kiosk, { usher: AT_RIGHT, guest: AT_LEFT });
  await kiosk.close();
  const again = await startBoth();
  await expectPlaces(again, { usher: AT_RIGHT, guest: AT_LEFT });
});

test('the guest’s page may ask for nothing of staff’s, and its end is not the usher’s', async ({
  startBoth,
}) => {
  test.setTimeout(300_000);
  const kiosk = await startBoth();
  const { app, page } = kiosk;
  const guest = await pageAt(app, GUESTS);
  await expectScreen(guest, 'closed');
  for (const name of ['filterOptions', 'signOut', 'lock', 'swapSides', 'quit'] as const) {
    const answer = await guest.evaluate(
      (call) => (window.kiosk[call] as (request: unknown) => Promise<unknown>)(null),
      name,
    );
    expect(answer, name).toEqual({ ok: false, error: { type: 'call-refused' } });
  }
  await expectScreen(page, 'sign-in');
  await page.getByLabel('User name').fill('half a na');

  const ids = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getOSProcessId()),
  );
  expect(new Set(ids).size).toBe(2);
  const crashed = guest.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows())
      if (webContents.getURL().endsWith('/guest')) process.kill(webContents.getOSProcessId(), 9);
  });
  await crashed;
  await expect.poll(() => rootOf(app, GUESTS)).toMatchObject({ screen: 'closed' });
  await expect(page.getByLabel('User name')).toHaveValue('half a na');
});
