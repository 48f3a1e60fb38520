import { guestState } from '#main/kiosk/guest-state.ts';
import type { NoticeKind } from '#shared/model/notice.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LANGUAGES, type Language } from '#shared/model/settings.ts';
import { LOCKED, scanners, withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { admission, notice, NOW, openDoor } from '#tests/renderer/support/builders.ts';
import { cutTexts } from '#tests/renderer/support/cut-texts.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { resize } from '#tests/renderer/support/page.ts';

const KINDS = ['not-read', 'not-a-ticket'] as const;

const withSettings = (state: KioskState, changes: Partial<KioskState['settings']>): KioskState => ({
  ...state,
  settings: { ...state.settings, ...changes },
});

describe('a failed read', () => {
  test('replaces the previous guest’s verdict at the usher’s display', async () => {
    const { main, screen } = await openKiosk(openDoor({ verdict: admission() }));
    await expect.poll(() => root('verdict')).toBe('admit');
    main.emit(openDoor({ lastVerdict: admission(), notice: notice() }));
    await expect.poll(() => root('notice')).toBe('not-read');
    expect([root('screen'), root('verdict'), root('sequence')]).toEqual(['notice', null, null]);
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Not read Scan again.');
    await expect.element(screen.getByText('Welcome')).not.toBeInTheDocument();
  });

  test('replaces it at the guest’s display, in both languages', async () => {
    const door = (changes: StateChanges) =>
      guestState(withSettings(openDoor(changes), { audience: 'both', secondLanguage: 'de' }));
    const shown = door({ verdict: admission() });
    const { main, screen } = await openKiosk(shown, { side: 'guest' });
    await expect.poll(() => root('verdict')).toBe('admit');
    main.emit(door({ notice: notice() }));
    await expect.poll(() => root('notice')).toBe('not-read');
    expect(root('verdict')).toBeNull();
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Not read Please hold it there once more.');
    await expect.element(screen.getByText('Nicht gelesen')).toBeVisible();
    await expect.element(screen.getByText('half a code')).not.toBeInTheDocument();
  });

  test('has a tone of its own, once', async () => {
    const { main, sounds } = await openKiosk(openDoor());
    const missed = { number: 1, reason: 'garbled', at: NOW, isNotice: true } as const;
    const state = openDoor({ scanners: scanners({ missed }) });
    main.emit(state);
    main.emit(withChanges(state, { notice: notice() }));
    main.emit(withChanges(state, { notice: notice() }));
    expect(sounds.map(([name]) => name)).toEqual(['not-read']);
    main.emit(withChanges(state, { notice: notice('not-read', 2) }));
    expect(sounds).toHaveLength(2);
  });

  test('tells a guest whose code is hard to read to make the screen brighter', async () => {
    const state = withSettings(openDoor({ lock: LOCKED }), { audience: 'guest' });
    const { main, screen } = await openKiosk(state);
    main.emit(withChanges(state, { notice: notice() }));
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Not read Please hold it there once more.');
    main.emit(withChanges(state, { notice: notice('not-read', 2) }));
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Not read Please make your screen brighter, and hold it still.');
  });

  test('covers no screen that staff work on', async () => {
    const { main, screen } = await openKiosk(openDoor());
    await screen.getByRole('button', { name: /^Readiness/ }).click();
    await expect.poll(() => root('screen')).toBe('readiness');
    main.emit(openDoor({ notice: notice() }));
    await expect.poll(() => root('notice')).toBe('not-read');
    expect(root('screen')).toBe('readiness');
  });
});

test('a code that is no ticket is named, with what to scan instead', async () => {
  const { screen } = await openKiosk(openDoor({ notice: notice('not-a-ticket') }));
  await expect.poll(() => root('notice')).toBe('not-a-ticket');
  await expect.element(screen.getByRole('heading')).toHaveTextContent('This is not a ticket');
});

describe('at each size', () => {
  const sizes = [
    [1024, 600],
    [1280, 800],
    [1080, 1920],
  ] as const;

  test.each(sizes)('shows its whole text in every language on %d x %d', async (width, height) => {
    for (const side of ['usher', 'guest'] as const) {
      const { main, screen } = await openKiosk(openDoor(), { side });
      await resize(width, height);
      for (const language of LANGUAGES) {
        for (const kind of KINDS) {
          const secondLanguage = language === 'de' ? 'fr' : 'de';
          const state = withSettings(openDoor({ notice: notice(kind) }), {
            language,
            secondLanguage,
          });
          main.emit(side === 'guest' ? guestState(state) : state);
          await expect.poll(() => document.documentElement.lang).toBe(language);
          await expect.poll(() => root('notice')).toBe(kind);
          expect(cutTexts(), `${language}, ${kind}, ${side}`).toEqual([]);
        }
      }
      await screen.unmount();
    }
  });

  const LOOKS: readonly (readonly [NoticeKind, Language, 'dark' | 'high-contrast'])[] = [
    ['not-read', 'en', 'dark'],
    ['not-a-ticket', 'en', 'dark'],
    ['not-read', 'ar', 'dark'],
    ['not-a-ticket', 'fr', 'high-contrast'],
  ];
  test.each(LOOKS)('%s looks as it should in %s, %s', async (kind, language, theme) => {
    for (const [width, height] of sizes) {
      for (const side of ['usher', 'guest'] as const) {
        const state = withSettings(openDoor({ notice: notice(kind) }), { language, theme });
        const whole = withSettings(state, { secondLanguage: language === 'en' ? 'de' : 'en' });
        const shown = side === 'guest' ? guestState(whole) : whole;
        const { screen } = await openKiosk(shown, { side });
        await resize(width, height);
        await expect.element(page.getByRole('alert')).toBeVisible();
        await picture(`notice-${kind}-${language}-${theme}-${side}-${width}x${height}`);
        await screen.unmount();
      }
    }
  });
});
