import { followLanguage } from '#renderer/i18n/locale.svelte.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LANGUAGES } from '#shared/model/settings.ts';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LOST, STATES } from './support/all-states.ts';
import { admission, apiError, NOW, refusal, signedOut } from './support/builders.ts';
import { cutTexts } from './support/cut-texts.ts';
import { mainForScreens, WAYS_TO_SCREENS, type WayToScreen } from './support/every-screen.ts';
import { guests } from './support/guests.ts';
import { openKiosk, picture, root } from './support/open-kiosk.ts';
import { withProgramme } from './support/programme.ts';
import { lettersAreThere, resize } from './support/page.ts';

afterEach(() => followLanguage('en'));

/** What guests are shown, where nobody of the staff is. */
const GUESTS: Record<string, KioskState> = {
  door: guests(),
  'way out': guests({ isWayOut: true }),
  'only looks up': guests({ looksUpOnly: true }),
  'out of order': guests({ fault: { type: 'demo-failed' } }),
  leaving: guests({ leaving: 'signing-out' }),
  'waits for help': guests({ help: { isOffered: true, askedAt: NOW } }),
  admit: guests({ verdict: admission() }),
  ...Object.fromEntries(
    [9, 10, 11, 12, 14, 16].map((code) => [
      `refused ${code}`,
      guests({ help: { isOffered: true, askedAt: null }, verdict: refusal(apiError(code)) }),
    ]),
  ),
};

const tab = (name: string) => page.getByRole('tab', { name }).click();
const toProgramme = WAYS_TO_SCREENS.programme.go ?? (() => Promise.resolve());

/** Further pages of screens, and what stands on them when something else is set. */
const FURTHER: Record<string, WayToScreen> = {
  'what’s on, the series': {
    state: withProgramme(),
    async go() {
      await toProgramme();
      await tab('Series');
    },
  },
  'what’s on, the performances': {
    state: withProgramme(),
    async go() {
      await toProgramme();
      await tab('Performances');
      await expect.element(page.getByRole('button', { name: 'Show more' })).toBeInTheDocument();
    },
  },
  'what’s on, a production': {
    state: withProgramme(),
    async go() {
      await toProgramme();
      await tab('Series');
      await page.getByRole('button', { name: 'The Winter’s Tale' }).click();
      await expect.element(page.getByText('A winter evening')).toBeInTheDocument();
    },
  },
  'the first start, with a camera': {
    state: signedOut({
      firstStart: { at: 'scanner', skipped: [] },
      settings: { ...signedOut().settings, camera: true },
    }),
  },
  'guests: in two languages': {
    state: guests({
      help: { isOffered: true, askedAt: NOW },
      verdict: refusal(apiError(12)),
      settings: { ...guests().settings, secondLanguage: 'pt' },
    }),
  },
  'guests: the sign-in': {
    state: guests({ session: LOST }),
    async go() {
      await page.getByRole('button', { name: /^For staff/ }).click();
      await page.getByRole('button', { name: 'Forgot the PIN?' }).click();
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
  },
};

/** Every screen by its name, and more states of those that follow from the state alone. */
const WAYS: readonly (readonly [string, WayToScreen])[] = [
  ...Object.entries(WAYS_TO_SCREENS),
  ...Object.entries(STATES).map(([name, state]) => [`state: ${name}`, { state }] as const),
  ...Object.entries(GUESTS).map(([name, state]) => [`guests: ${name}`, { state }] as const),
  ...Object.entries(FURTHER),
];

/** The smallest screen, and one that stands upright; all larger ones are drawn larger. */
describe.each([
  ['small', 1024, 600],
  ['upright', 1080, 1920],
] as const)('on a screen that is %s no text is cut, in any language', (size, width, height) => {
  test.each(WAYS)('%s', async (name, { state, go }) => {
    const main = mainForScreens(state);
    await openKiosk(state, { main });
    await go?.();
    await resize(width, height);
    const before = root('screen');
    for (const language of LANGUAGES) {
      const spoken: KioskState = { ...state, settings: { ...state.settings, language } };
      main.emit(spoken);
      flushSync();
      await expect.poll(() => document.documentElement.lang).toBe(language);
      await lettersAreThere();
      if (['en', 'de', 'ar'].includes(language))
        await picture(`every-${size}-${name.replaceAll(/[^a-z0-9]+/g, '-')}-${language}`);
      expect.soft(cutTexts(), language).toEqual([]);
    }
    expect(root('screen')).toBe(before);
  });
});
