import { expect, type Page } from '@playwright/test';
import { chooseMore, expectScreen, hasTickets } from './support/door.ts';
import { CODES, openHostilePlatform } from './support/hostile-platform.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** What must never stand in the page, whoever wrote it. */
const FORBIDDEN = [
  ...['script:not([src^="/assets/"], [src^="./assets/"], [src^="assets/"])', 'iframe', 'object'],
  ...['embed', 'base', 'meta[http-equiv="refresh"]', 'video', 'audio', 'template', 'a[href]'],
  ...['form[action]', 'input[name="password"]', 'b[style]', 'p[style]', '[autofocus]'],
  ...['[onclick]', '[onerror]', '[onload]', '[onfocus]', '[src*="harm"]', '[href*="harm"]'],
].join(',');

/** Nothing has run, nothing stands there that must not, and every line reads in its own direction. */
async function expectHarmless(page: Page, screen: string): Promise<void> {
  const found = await page.evaluate((forbidden) => {
    const elements = [...document.querySelectorAll(`body ${forbidden.split(',').join(', body ')}`)];
    const text = document.body.innerText;
    return {
      harmed: 'harmed' in window,
      forbidden: elements.map((element) => element.outerHTML.slice(0, 120)),
      // The page’s own words isolate what they quote, by U+2068 and U+2069.
      turned: /[\u202A-\u202E\u2066\u2067]/.test(text),
      towers: /\p{M}{5}/u.test(text),
      // What people press and go by is where they look for it, and no text is beside the screen.
      away: [...document.querySelectorAll('button, time, h1')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1))
        .map(({ element }) => element.outerHTML.slice(0, 120)),
      wide: [document.documentElement, ...document.querySelectorAll('main, main *')]
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120)),
    };
  }, FORBIDDEN);
  expect(found, screen).toEqual({
    ...{ harmed: false, forbidden: [], turned: false, towers: false, away: [], wide: [] },
  });
  await keepScreenshot(page, `hostile-${screen}`);
}

/** The verdict's word can be read: all of it is on the screen, and nothing lies over it. */
async function expectWord(page: Page, word: RegExp): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(word);
  const covered = await heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].flatMap(({ left, right, top, bottom }) => {
      const y = (top + bottom) / 2;
      return [left + 2, (left + right) / 2, right - 2].filter((x) => {
        const at = document.elementFromPoint(x, y);
        return at === null || !(element === at || element.contains(at));
      });
    });
  });
  expect(covered).toEqual([]);
}

test('a platform that means harm with every text it sends does none, and every screen can be read', async ({
  startKiosk,
}) => {
  test.setTimeout(150_000);
  const platform = await openHostilePlatform();
  try {
    const { page, scanner } = await startKiosk({ args: [`--base-url=${platform.baseUrl}`] });
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('app://kiosk/')) outside.push(request.url());
    });
    page.on('dialog', (dialog) => outside.push(dialog.message()));

    await expectScreen(page, 'sign-in');
    const submit = page.getByRole('button', { name: 'Sign in' });
    await page.getByLabel('User name').fill('evil');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await submit.click();
    await expect(page.getByText('bold').first()).toBeVisible();
    await expectHarmless(page, 'sign-in');
    await page.getByLabel('Password', { exact: true }).fill('right');
    await submit.click();

    await expectScreen(page, 'select');
    await expectHarmless(page, 'select');
    await page.getByRole('button', { name: 'Open the door' }).click();
    await expectScreen(page, 'ready');
    await hasTickets(page);
    await expectHarmless(page, 'ready');

    const patronDetails = ['name', 'plus-one', 'phone', 'email', 'addresses'];
    const change = { patronDetails, verdictTime: 60_000 };
    await page.evaluate((change) => window.kiosk.changeSettings({ change }), change);
    const seen = await watchVerdicts(page);
    for (const [index, [name, code, word]] of (
      [
        ['admitted', CODES.admitted, /^Welcome$/],
        ['twice', CODES.twice, /Already scanned/],
        // An error that nobody knows decides nothing; its name is shown all the same.
        ['refused', CODES.refused, /^Please wait/],
      ] as const
    ).entries()) {
      await scanner.scan([code]);
      await verdictNumber(seen, index + 1);
      await expectWord(page, word);
      await expectHarmless(page, name);
    }

    await page.evaluate(() => window.kiosk.changeSettings({ change: { verdictTime: 2_000 } }));
    await scanner.scan([CODES.refused]);
    await expectScreen(page, 'ready');
    await chooseMore(page, 'History');
    await expectScreen(page, 'history');
    await expect(page.getByRole('row').filter({ hasText: 'Admitted' })).not.toHaveCount(0);
    await expectHarmless(page, 'history');
    await page.getByRole('button', { name: 'Back to the door' }).click();

    await page.evaluate(() => window.kiosk.setPin({ pin: '24683579' }));
    await chooseMore(page, 'Find a ticket');
    await expectScreen(page, 'find');
    await page.getByRole('combobox').fill('evil');
    await expect(page.getByRole('option')).not.toHaveCount(0);
    await expectHarmless(page, 'find');
    await page.getByRole('button', { name: 'Back to the door' }).click();

    await chooseMore(page, 'What’s on');
    await expectScreen(page, 'programme');
    await expect(page.getByRole('grid')).toContainText('Evil');
    await expectHarmless(page, 'calendar');
    await page.getByRole('tab', { name: 'Series' }).click();
    await expectHarmless(page, 'series');
    await page.getByRole('tab', { name: 'Performances' }).click();
    await expectHarmless(page, 'performances');
    await page.locator('.list h3 button').first().click();
    await expect(page.locator('.prose')).toContainText('bold');
    await expectHarmless(page, 'series-page');

    expect(outside, 'the page has asked nobody').toEqual([]);
    // The kiosk itself fetches logos, as pictures and nothing else.
    expect(platform.strangers.filter((path) => path !== '/harm/logo')).toEqual([]);
  } finally {
    await platform.close();
  }
});
