import { m } from '#renderer/i18n/messages.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Theme } from '#shared/model/settings.ts';
import type {} from '@vitest/browser-playwright';
import { afterEach, describe, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Look from '#renderer/app/Look.svelte';
import { STATES } from './support/all-states.ts';
import { expectAccessible } from './support/axe.ts';
import { boardAfter, NOW, openDoor } from './support/builders.ts';
import { chooseMore } from './support/menu.ts';
import { openKiosk, picture, root } from './support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from './support/programme.ts';

const BESIDE = ['programme', 'numbers', 'history', 'readiness', 'settings', 'find'] as const;

function dressed(state: KioskState, theme: Theme, accent: string | null = '#c8102e'): KioskState {
  return { ...state, settings: { ...state.settings, theme, accent, venueName: 'Globe' } };
}

describe.each(['light', 'high-contrast'] as const)('axe finds nothing in the %s theme', (theme) => {
  test.each(Object.entries(STATES))('%s', async (name, state) => {
    await openKiosk(dressed(state, theme));
    expect(root('theme')).toBe(theme);
    await picture(`theme-${theme}-${name.replaceAll(/[^a-z]+/g, '-')}`);
    await expectAccessible();
  });

  test.each(BESIDE)('%s', async (screen) => {
    const state = dressed(withProgramme(), theme);
    await openKiosk(state, { main: mainWithProgramme(state) });
    await chooseMore(m[`${screen}_title` as const]());
    await expect.poll(() => root('screen')).toBe(screen);
    await picture(`theme-${theme}-${screen}`);
    await expectAccessible();
  });

  test('the idle board', async () => {
    let now = NOW;
    const state = dressed(boardAfter(60_000, withProgramme()), theme);
    await openKiosk(state, { main: mainWithProgramme(state), now: () => now });
    now += 60_000;
    await expect.poll(() => root('board'), { timeout: 5000 }).toBe('idle');
    await picture(`theme-${theme}-idle-board`);
    await expectAccessible();
  });
});

const emulate = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] });

describe('until the kiosk’s theme is known', () => {
  afterEach(() => emulate('prefers-color-scheme', 'light'));

  test.each(['light', 'dark'] as const)('it is as the window is: %s', async (scheme) => {
    await emulate('prefers-color-scheme', scheme);
    const { rerender } = await render(Look, { props: { settings: null } });
    expect(root('theme')).toBe(scheme);
    await rerender({ settings: { theme: 'auto', accent: null } });
    expect(root('theme')).toBe('dark');
  });

  test('the page covers nothing of the window', () => {
    document.documentElement.removeAttribute('data-theme');
    expect(getComputedStyle(document.body).backgroundColor).toBe('rgba(0, 0, 0, 0)');
    expect(getComputedStyle(document.documentElement).colorScheme).not.toBe('dark');
  });
});

describe('where nothing is set', () => {
  afterEach(() => emulate('prefers-contrast', 'no-preference'));

  test('it is dark, and follows a machine that asks for more contrast', async () => {
    await openKiosk(openDoor());
    expect(root('theme')).toBe('dark');
    await emulate('prefers-contrast', 'more');
    await expect.poll(() => root('theme')).toBe('high-contrast');
  });

  test('what is set counts more than the machine', async () => {
    await emulate('prefers-contrast', 'more');
    await openKiosk(dressed(openDoor(), 'light'));
    expect(root('theme')).toBe('light');
  });

  test('a machine of forced colours leaves the verdicts theirs', async () => {
    await emulate('forced-colors', 'active');
    const { main } = await openKiosk(openDoor());
    await expect.poll(() => root('theme')).toBe('high-contrast');
    main.emit(STATES['admit'] ?? openDoor());
    await expect.poll(() => root('screen')).toBe('verdict');
    const verdict = document.querySelector('main');
    expect(verdict && getComputedStyle(verdict).backgroundColor).toBe('rgb(61, 220, 132)');
    await emulate('forced-colors', 'none');
  });
});
