import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Language, Theme } from '#shared/model/settings.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { openDoor } from '#tests/renderer/support/builders.ts';
import { picture, type Size, SIZES } from '#tests/renderer/support/open-kiosk.ts';
import { openSettings, SettingsMain } from '#tests/renderer/support/settings.ts';

const SECTIONS = 15;
const places = () => [...document.querySelectorAll<HTMLElement>('nav button')];

/** A kiosk that somebody has set, in part by a file. */
async function openSet(size: Size, language: Language | null = null, theme: Theme = 'auto') {
  const state = openDoor({
    managed: ['offlineScope', 'repeatWindow'],
    managedBy: '/etc/usher/settings.json',
  });
  const main = new SettingsMain({
    ...state,
    settings: {
      ...state.settings,
      ...{ theme, venueName: 'Harbour Theatre', accent: '#c2410c', verdictTime: 5_000 },
      ...{ timeZone: 'Europe/London', patronDetails: ['name'], silent: ['checked'] },
    },
  });
  await openSettings(null, { main, size });
  main.state({ settings: { ...main.settings, language } });
  await expect.poll(() => document.documentElement.lang).toBe(language ?? 'en');
  return main;
}

/** Nothing is wider than its place. */
function expectNothingCut() {
  const wide = [...document.querySelectorAll<HTMLElement>('main *')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1,
  );
  expect(wide.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([]);
  for (const scroller of document.querySelectorAll('nav, section')) {
    expect(scroller.scrollWidth, scroller.tagName).toBeLessThanOrEqual(scroller.clientWidth);
  }
}

describe.each([
  ['en', 'dark'],
  ['de', 'light'],
  ['ar', 'high-contrast'],
] as const)('in %s, %s', (language, theme) => {
  test('every section keeps nobody out', async () => {
    await openSet('laptop', language, theme);
    expect(places()).toHaveLength(SECTIONS);
    for (const [index, place] of places().entries()) {
      place.click();
      await expect.poll(() => place.getAttribute('aria-current')).toBe('true');
      await expectAccessible();
      expectNothingCut();
      await picture(`settings-${language}-${index}`);
    }
  });
});

test.each(Object.keys(SIZES) as Size[])(
  'at %s nothing is cut, and fingers find it',
  async (size) => {
    await openSet(size, 'de');
    for (const place of places()) {
      place.click();
      await expect.poll(() => place.getAttribute('aria-current')).toBe('true');
      expectNothingCut();
      const small = [
        ...document.querySelectorAll(
          'main button, main [type="text"], main section label:has(input)',
        ),
      ].filter((each) => each.getBoundingClientRect().height < 47.5);
      expect(small.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([]);
    }
    await page.getByRole('button', { name: 'Ergebnisse' }).click();
    await picture(`settings-${size}`);
  },
);
