import { expect, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { expectScreen, openTheDoor } from './support/door.ts';
import { byHand } from './support/display-keys.ts';
import { test, type Kiosk } from './support/kiosk.ts';
import { HAS_SCREEN } from './support/screen.ts';
import { keepScreenshot } from './support/screenshot.ts';
import {
  activeOnDisplay,
  asWindowManager,
  listenFor,
  numberOnDisplay,
  standing,
  statesOnDisplay,
} from './support/window.ts';

const PIN = '2468';
/** Milliseconds between two keys of a person: no scanner is that slow. */
const BY_HAND = { delay: 150 };

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function enterPin(page: Page, pin: string): Promise<void> {
  await expectScreen(page, 'unlock');
  await page.keyboard.type(pin, BY_HAND);
  await page.keyboard.press('Enter');
}

/** Wants the window closed, as Alt+F4 and a window manager do. */
function askToClose({ app }: Kiosk): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.close();
  });
}

function keepsDisplayOn({ app }: Kiosk): Promise<boolean> {
  return app.evaluate(({ powerSaveBlocker }) =>
    [0, 1, 2, 3].some((id) => powerSaveBlocker.isStarted(id)),
  );
}

test('nobody takes the screen from the kiosk: it comes back from whatever was done to its window', async ({
  boxOffice,
  startKiosk,
}) => {
  test.skip(!HAS_SCREEN, 'needs a display with a window manager');
  const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');
  const number = await numberOnDisplay(app);
  const hasAll = { fullScreen: true, focused: true, onTop: true, covers: true };
  const isBack = () =>
    expect
      .poll(async () => ({
        ...(await standing(app)),
        states: statesOnDisplay(number),
        active: activeOnDisplay(),
      }))
      .toEqual({ ...hasAll, states: ['ABOVE', 'FULLSCREEN'], active: number });
  await isBack();

  const minimized = await listenFor(app, 'blur');
  await byHand([`windowminimize ${number}`]);
  await minimized();
  await isBack();

  const shrunk = await listenFor(app, 'resize');
  asWindowManager('-i', '-r', String(number), '-b', 'remove,fullscreen');
  await shrunk();
  await isBack();

  const covered = await listenFor(app, 'blur');
  const other = spawn('xmessage', ['Something else on the screen']);
  await covered();
  await isBack();
  other.kill();

  // What its own code could do to it: hidden, and left where a display is gone.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await isBack();
  await app.evaluate(({ BrowserWindow, screen }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setKiosk(false);
    window?.setBounds({ x: 2000, y: 900, width: 500, height: 300 });
    screen.emit('display-removed', {}, screen.getPrimaryDisplay());
  });
  await isBack();
});

test('the display stays on, and a pointer that nobody moves is not seen', async ({
  boxOffice,
  startKiosk,
}) => {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const { page } = kiosk;
  await expectScreen(page, 'sign-in');
  expect(await keepsDisplayOn(kiosk)).toBe(true);

  const cursors = () =>
    page.evaluate(() =>
      ['body', 'button', 'input'].map((each) => {
        const element = document.querySelector(each);
        return element && getComputedStyle(element).cursor;
      }),
    );
  await page.mouse.move(300, 300);
  await expect(page.locator('html')).not.toHaveAttribute('data-pointer');
  expect(await cursors()).not.toContain('none');
  await expect(page.locator('html')).toHaveAttribute('data-pointer', 'hidden');
  expect(await cursors()).toEqual(['none', 'none', 'none']);
  await page.mouse.move(310, 300);
  await expect(page.locator('html')).not.toHaveAttribute('data-pointer');
});

test('in an ordinary window the screen is everybody’s, and stays on while a door is open', async ({
  boxOffice,
  startKiosk,
}) => {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`, '--windowed'] });
  const { app, page } = kiosk;
  await expectScreen(page, 'sign-in');
  expect(await standing(app)).toMatchObject({ fullScreen: false, onTop: false });
  expect(await keepsDisplayOn(kiosk)).toBe(false);
  await openTheDoor(page, boxOffice);
  await expect.poll(() => keepsDisplayOn(kiosk)).toBe(true);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await click(page, 'Sign out');
  await expectScreen(page, 'sign-in');
  await expect.poll(() => keepsDisplayOn(kiosk)).toBe(false);
});

test('without a PIN whoever finds “Close Usher” closes it, once asked', async ({
  boxOffice,
  startKiosk,
}) => {
  const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await click(page, 'Close Usher');
  await click(page, 'Keep it open');
  await expectScreen(page, 'ready');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await click(page, 'Close Usher');
  const ended = app.waitForEvent('close');
  await page.getByRole('dialog').getByRole('button', { name: 'Close Usher', exact: true }).click();
  await ended;
});

test('with a PIN nobody closes the kiosk who does not know it, and the system always does', async ({
  boxOffice,
  startKiosk,
}) => {
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const kiosk = await startKiosk({ args });
  const { app, page, scanner } = kiosk;
  await openTheDoor(page, boxOffice);
  const root = page.locator('html');
  await page.evaluate(async (pin) => {
    await window.kiosk.setPin({ pin });
    await window.kiosk.lock(null);
  }, PIN);
  expect(await page.evaluate(() => window.kiosk.quit(null))).toEqual({
    ok: false,
    error: { type: 'locked' },
  });

  await askToClose(kiosk);
  await enterPin(page, '1111');
  await expect(page.getByText('Wrong PIN. 4 tries are left.')).toBeVisible();
  for (const left of ['3 tries are', '2 tries are', '1 try is']) {
    await enterPin(page, '1111');
    await expect(page.getByText(`Wrong PIN. ${left} left.`)).toBeVisible();
  }
  await enterPin(page, '1111');
  await expect(page.getByText(/Too many wrong PINs/)).toBeVisible();
  await askToClose(kiosk);
  await expectScreen(page, 'unlock');
  // Whoever wants to get in meanwhile gets an answer.
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect(root).toHaveAttribute('data-verdict', 'admit');

  // A machine that goes down does not ask for a PIN, whatever the screen does.
  const killed = app.waitForEvent('close');
  app.process().kill('SIGTERM');
  await killed;
});

test('whoever knows the PIN closes the kiosk, from where it asks for it', async ({
  boxOffice,
  startKiosk,
}) => {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const { app, page } = kiosk;
  await expectScreen(page, 'sign-in');
  await page.evaluate(async (pin) => {
    await window.kiosk.setPin({ pin });
    await window.kiosk.lock(null);
  }, PIN);
  await askToClose(kiosk);
  await enterPin(page, PIN);
  const dialog = page.getByRole('dialog', { name: 'Close Usher?' });
  await expect(dialog).toBeVisible();
  await keepScreenshot(page, 'closing-question');
  const ended = app.waitForEvent('close');
  await dialog.getByRole('button', { name: 'Close Usher', exact: true }).click();
  await ended;
});
