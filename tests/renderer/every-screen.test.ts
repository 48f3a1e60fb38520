import { followLanguage } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Language } from '#shared/model/settings.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { STATES } from './support/all-states.ts';
import { expectAccessible } from './support/axe.ts';
import { statistics } from './support/statistics.ts';
import { chooseMore } from './support/menu.ts';
import { openKiosk, picture, root } from './support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from './support/programme.ts';
import { resize } from '#tests/renderer/support/page.ts';

const BESIDE = ['programme', 'numbers', 'history', 'readiness', 'settings', 'find'] as const;

function spoken(state: KioskState, language: Language): KioskState {
  return { ...state, settings: { ...state.settings, language } };
}

afterEach(() => followLanguage('en'));

/** Nothing of the page is cut off at the screen's edges. */
function expectNothingCut(): void {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  for (const element of document.querySelectorAll('h1, h2, button, a, input')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width <= 1) continue;
    expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
    expect(right, element.outerHTML).toBeLessThanOrEqual(innerWidth);
  }
}

// German for its long words, Arabic for its direction; on the smallest screens.
describe.each([
  ['de', [800, 600]],
  ['ar', [1024, 600]],
] as const)('in %s axe finds nothing, and nothing is cut off', (language, [width, height]) => {
  const direction = language === 'ar' ? 'rtl' : 'ltr';

  test.each(Object.entries(STATES))('%s', async (name, state) => {
    await openKiosk(spoken(state, language));
    await resize(width, height);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual([
      language,
      direction,
    ]);
    await picture(`${language}-${name.replaceAll(/[^a-z]+/g, '-')}`);
    await expectAccessible();
    expectNothingCut();
  });

  test.each(BESIDE)('%s', async (screen) => {
    const state = spoken(withProgramme(), language);
    const main = mainWithProgramme(state);
    main.on('statistics', ({ hours }) => ({ ok: true, value: statistics(hours) }));
    await openKiosk(state, { main });
    await resize(width, height);
    await chooseMore(m[`${screen}_title` as const]());
    await expect.poll(() => root('screen')).toBe(screen);
    await picture(`${language}-${screen}`);
    await expectAccessible();
    expectNothingCut();
  });
});
