import { expect, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxOffice } from '#box-office/server.ts';
import { byHand } from './support/display-keys.ts';
import { expectScreen, openTheDoor } from './support/door.ts';
import { startAttacker } from './support/attacker.ts';
import { test, type Kiosk, type StartKiosk } from './support/kiosk.ts';
import { HAS_SCREEN } from './support/screen.ts';

/** What leaves, reloads, prints, saves, searches, zooms or looks into a page elsewhere; as X11 names keys. */
const SHORTCUTS = [
  ...['F1', 'F3', 'F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'shift+F5', 'shift+F10', 'Menu'],
  ...['ctrl+r', 'ctrl+shift+r', 'ctrl+F5', 'ctrl+shift+i', 'ctrl+shift+j', 'ctrl+shift+c'],
  ...['ctrl+w', 'ctrl+q', 'ctrl+F4', 'ctrl+shift+w', 'ctrl+n', 'ctrl+shift+n', 'ctrl+t', 'ctrl+m'],
  ...['ctrl+p', 'ctrl+s', 'ctrl+o', 'ctrl+u', 'ctrl+f', 'ctrl+g', 'ctrl+h', 'ctrl+l', 'ctrl+d'],
  ...['ctrl+plus', 'ctrl+minus', 'ctrl+0', 'ctrl+KP_Add', 'ctrl+KP_Subtract', 'ctrl+equal'],
  ...['alt+Left', 'alt+Right', 'alt+Home', 'alt+d', 'alt+f', 'alt', 'BackSpace'],
  ...['XF86Back', 'XF86Forward', 'XF86HomePage', 'XF86Reload'],
];

/** What Electron's own menus have. */
const OF_A_MENU = [
  'ctrl+r',
  'ctrl+shift+r',
  'ctrl+shift+i',
  'ctrl+plus',
  'F11',
  'ctrl+q',
  'ctrl+w',
];

/** X11's numbers of the buttons. */
const MIDDLE = 2;
const RIGHT = 3;
const WHEEL_UP = 4;
const BACK = 8;
const FORWARD = 9;

/** No scanner holds its keys so long. */
const pressedByAPerson = (shortcut: string) => {
  const keys = shortcut.split('+');
  return [
    ...keys.map((key) => `keydown ${key}`),
    'sleep 0.07',
    ...keys.reverse().map((key) => `keyup ${key}`),
    'sleep 0.11',
  ];
};

const pressByHand = (shortcuts: readonly string[]) => byHand(shortcuts.flatMap(pressedByAPerson));

async function mark(page: Page): Promise<void> {
  await page.evaluate('globalThis.stillHere = true');
}

/** An open door whose page is marked. */
async function openMarkedDoor(startKiosk: StartKiosk, boxOffice: BoxOffice): Promise<Kiosk> {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(kiosk.page, boxOffice);
  await mark(kiosk.page);
  return kiosk;
}

/** The page is the one that was marked, as large as ever, and alone. */
async function expectUntouched({ app, page }: Kiosk): Promise<void> {
  const seen = await page.evaluate(() => ({
    stillHere: (globalThis as { stillHere?: boolean }).stillHere,
    history: history.length,
    scale: visualViewport?.scale,
    ratio: devicePixelRatio,
  }));
  expect(seen).toEqual({ stillHere: true, history: 1, scale: 1, ratio: 1 });
  const of = await app.evaluate(({ BrowserWindow, webContents }) => {
    const [window] = BrowserWindow.getAllWindows();
    return {
      pages: webContents.getAllWebContents().length,
      tools: window?.webContents.isDevToolsOpened(),
      zoom: window?.webContents.getZoomFactor(),
      visible: window?.isVisible() && !window.isMinimized(),
    };
  });
  expect(of).toEqual({ pages: 1, tools: false, zoom: 1, visible: true });
}

test.describe('at the display', () => {
  test.skip(!HAS_SCREEN, 'keys and buttons come from the display');

  test('no shortcut leaves the kiosk, and scans come through', async ({
    boxOffice,
    startKiosk,
  }) => {
    const kiosk = await openMarkedDoor(startKiosk, boxOffice);
    const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
    await pressByHand(SHORTCUTS);
    await kiosk.scanner.scan([first]);
    await expect(kiosk.page.locator('html')).toHaveAttribute('data-sequence', '1');
    await expectUntouched(kiosk);

    // Even if there were a menu of them all.
    await kiosk.app.evaluate(({ Menu, BrowserWindow }) => {
      const roles = ['fileMenu', 'editMenu', 'viewMenu', 'windowMenu'] as const;
      const menu = Menu.buildFromTemplate(roles.map((role) => ({ role })));
      BrowserWindow.getAllWindows()[0]?.setMenu(menu);
    });
    await pressByHand(OF_A_MENU);
    await kiosk.scanner.scan([second]);
    await expect(kiosk.page.locator('html')).toHaveAttribute('data-sequence', '2');
    await expectUntouched(kiosk);
  });

  test('no button of a mouse opens a menu, goes back or zooms', async ({
    boxOffice,
    startKiosk,
  }) => {
    const kiosk = await openMarkedDoor(startKiosk, boxOffice);
    const menus = kiosk.page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('auxclick', ({ button }) => button === 4 && resolve('all were heard'));
        }),
    );
    await byHand([
      'mousemove 640 400',
      ...[MIDDLE, RIGHT].map((button) => `click ${button}`),
      'keydown ctrl',
      ...[WHEEL_UP, WHEEL_UP, WHEEL_UP].map((button) => `click ${button}`),
      'keyup ctrl',
      ...[BACK, FORWARD].map((button) => `click ${button}`),
    ]);
    expect(await menus).toBe('all were heard');
    await expectUntouched(kiosk);
    // A menu would take the keys.
    await kiosk.scanner.scan(boxOffice.barcodes('valid', 1));
    await expect(kiosk.page.locator('html')).toHaveAttribute('data-verdict', 'admit');
  });
});

test('files and links that are dropped on the kiosk, and fingers that spread, change nothing', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const attacker = await startAttacker();
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const { page } = kiosk;
  await expectScreen(page, 'sign-in');
  await mark(page);
  const file = join(dataDirectory, 'dropped.html');
  writeFileSync(file, '<title>taken over</title>');
  const field = await page.getByLabel('User name').boundingBox();
  const chromium = await page.context().newCDPSession(page);
  const link = { mimeType: 'text/uri-list', data: `${attacker.url}/dropped` };
  for (const data of [
    { items: [], files: [file], dragOperationsMask: 1 },
    { items: [link], files: [], dragOperationsMask: 1 },
  ]) {
    for (const { x, y } of [{ x: 5, y: 5 }, field ?? { x: 0, y: 0 }]) {
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await chromium.send('Input.dispatchDragEvent', { type, x: x + 2, y: y + 2, data });
      }
    }
  }
  await chromium.send('Input.synthesizePinchGesture', { x: 400, y: 300, scaleFactor: 3 });
  await expectUntouched(kiosk);
  await expectScreen(page, 'sign-in');
  expect(attacker.heard).toEqual([]);
  await attacker.close();
});
