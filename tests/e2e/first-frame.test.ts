import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { expectScreen } from './support/door.ts';
import { test } from './support/kiosk.ts';

const DARK = '#0E1116';
const LIGHT = '#EFF1F5';

const background = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor());

/** The themes that the page wears from its very beginning until it knows the kiosk's. */
async function themesOfABeginning(page: Page): Promise<unknown> {
  await page.addInitScript(() => {
    const themes: unknown[] = [];
    Object.assign(window, { themes });
    const note = () => {
      const theme = document.documentElement.dataset['theme'];
      if (theme !== undefined && themes.at(-1) !== theme) themes.push(theme);
    };
    new MutationObserver(note).observe(document, {
      attributeFilter: ['data-theme'],
      subtree: true,
    });
  });
  await page.reload();
  await expectScreen(page, 'sign-in');
  return page.evaluate(() => Object.entries(window).find(([name]) => name === 'themes')?.[1]);
}

/** What is painted of a page that has come, and has not put anything on itself. */
async function paintedBare({ app, page }: { app: ElectronApplication; page: Page }) {
  await page.evaluate(() => {
    document.body.replaceChildren();
    document.documentElement.removeAttribute('data-theme');
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return app.evaluate(async ({ BrowserWindow }) => {
    const picture = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    const [blue = 0, green = 0, red = 0] = picture?.toBitmap() ?? [];
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
  });
}

test('the window is in the kiosk’s theme from its first frame on, dark or light', async ({
  boxOffice,
  startKiosk,
}) => {
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const first = await startKiosk({ args });
  await expectScreen(first.page, 'sign-in');
  expect(await background(first.app)).toBe(DARK);
  expect(await themesOfABeginning(first.page)).toEqual(['dark']);

  await first.page.evaluate(() => window.kiosk.changeSettings({ change: { theme: 'light' } }));
  await expect.poll(() => background(first.app)).toBe(LIGHT);
  expect(await themesOfABeginning(first.page)).toEqual(['light']);
  await first.close();

  const second = await startKiosk({ args });
  await expectScreen(second.page, 'sign-in');
  expect(await background(second.app)).toBe(LIGHT);
  expect(await paintedBare(second)).toBe(LIGHT);
  await second.page.evaluate(() => window.kiosk.changeSettings({ change: { theme: 'dark' } }));
  await expect.poll(() => paintedBare(second)).toBe(DARK);
});
