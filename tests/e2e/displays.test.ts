import { expect } from '@playwright/test';
import {
  hasDisplays,
  openDisplays,
  widthAndHeight,
  type Displays,
  type Resolution,
} from './support/displays.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test as base, type Kiosk } from './support/kiosk.ts';
import {
  activeOnDisplay,
  asWindowManager,
  numberOnDisplay,
  placeOnDisplay,
  standing,
  statesOnDisplay,
} from './support/window.ts';

// Where all tests have to run, one that cannot is a failure.
base.skip(!hasDisplays() && process.env['CI'] !== 'true', 'Xorg or its dummy driver is missing');

const LEFT = '1024x768';
const RIGHT = '1280x720';
/** What an X server has left when no display is there. */
const NOTHING = '64x64';

const test = base.extend<{ displays: Displays }>({
  displays: async ({}, use) => {
    const displays = await openDisplays({ left: LEFT, right: RIGHT });
    await use(displays);
    await displays.close();
  },
});

/**
 * Waits until the kiosk's window is wholly over this display, by its own word, the X server's and the
 * page's; before all else, and at the keyboard.
 */
async function hasTheWhole(
  { app, page }: Kiosk,
  display: Resolution,
  // What undoes it each time is not fought more often than every half a minute.
  { x = 0, within = 45_000 } = {},
): Promise<void> {
  const [width, height] = widthAndHeight(display);
  const number = await numberOnDisplay(app);
  await expect
    .poll(
      async () => ({
        ...(await standing(app)),
        states: statesOnDisplay(number),
        active: activeOnDisplay(),
        place: placeOnDisplay(number),
        page: await page.evaluate(() => [window.innerWidth, window.innerHeight]),
      }),
      { timeout: within },
    )
    .toEqual({
      fullScreen: true,
      focused: true,
      onTop: true,
      covers: true,
      states: ['ABOVE', 'FULLSCREEN'],
      active: number,
      place: { x, y: 0, width, height },
      page: [width, height],
    });
}

/** Which displays the kiosk is told of: places and sizes. */
function displaysOf({ app }: Kiosk): Promise<readonly string[]> {
  return app.evaluate(({ screen }) =>
    screen
      .getAllDisplays()
      .map(({ bounds: { x, width, height } }) => `${width}x${height} at ${x}`)
      .sort(),
  );
}

/** Has Electron itself remember what it tells of displays, from now on; returns what it has told since. */
async function listen({ app }: Kiosk): Promise<() => Promise<readonly string[]>> {
  const told = await app.evaluateHandle(({ screen }) => {
    const names: string[] = [];
    for (const name of ['display-added', 'display-removed']) {
      screen.on(name as 'display-added', () => names.push(name));
    }
    return names;
  });
  return () => told.evaluate((names) => names.splice(0));
}

/** Scans a ticket, and waits until the kiosk has let in whoever holds it. */
async function letIn({ page, scanner }: Kiosk, code = ''): Promise<void> {
  // At once: on a machine at load a pause between two keys may be any length.
  await scanner.scan([code], { gap: 0 });
  await expect(page.getByText(`Code …${code.slice(-4)}`)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
}

test('a display is unplugged and comes back: the kiosk covers one that is there, and answers all the time', async ({
  displays,
  boxOffice,
  startKiosk,
}) => {
  test.setTimeout(300_000);
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const { app, page } = kiosk;
  const [first, second, third] = boxOffice.barcodes('valid', 3);
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  expect(await displaysOf(kiosk)).toEqual([`${LEFT} at 0`, `${RIGHT} at 1024`]);
  // Somebody moves it to the display at the right; a window manager may first put it back.
  await expect(async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setKiosk(false);
      window?.setBounds({ x: 1100, y: 100, width: 600, height: 400 });
    });
    await hasTheWhole(kiosk, RIGHT, { x: 1024, within: 5_000 });
  }).toPass({ timeout: 60_000 });
  await letIn(kiosk, first);

  const told = await listen(kiosk);
  displays.plug({ left: LEFT });
  await expect.poll(() => displaysOf(kiosk)).toEqual([`${LEFT} at 0`]);
  expect(await told()).toEqual(['display-removed']);
  await hasTheWhole(kiosk, LEFT);
  await letIn(kiosk, second);

  displays.plug({ left: LEFT, right: '1920x1080' });
  await expect.poll(() => displaysOf(kiosk)).toEqual([`${LEFT} at 0`, '1920x1080 at 1024']);
  expect(await told()).toEqual(['display-added']);
  await hasTheWhole(kiosk, LEFT);

  // The one that it has moved to goes, too, and a window manager takes the full screen with it.
  displays.plug({ right: '1920x1080' });
  asWindowManager('-i', '-r', String(await numberOnDisplay(app)), '-b', 'remove,fullscreen');
  await hasTheWhole(kiosk, '1920x1080');
  await letIn(kiosk, third);
});

test('the only display is off for a while: guests are let in meanwhile, and it is covered again whatever its size', async ({
  displays,
  boxOffice,
  startKiosk,
}) => {
  test.setTimeout(300_000);
  displays.plug({ left: LEFT });
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  const [first, second, third] = boxOffice.barcodes('valid', 3);
  await openTheDoor(kiosk.page, boxOffice);
  await hasTickets(kiosk.page);
  await hasTheWhole(kiosk, LEFT);

  displays.plug({});
  await hasTheWhole(kiosk, NOTHING);
  await letIn(kiosk, first);
  displays.plug({ left: '1366x768' });
  await hasTheWhole(kiosk, '1366x768');
  await letIn(kiosk, second);

  displays.plug({});
  await hasTheWhole(kiosk, NOTHING);
  displays.plug({ right: '1080x1920' });
  await hasTheWhole(kiosk, '1080x1920');
  await letIn(kiosk, third);
});
