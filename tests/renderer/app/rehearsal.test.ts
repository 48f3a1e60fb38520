import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Language } from '#shared/model/settings.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAtRest } from '#tests/renderer/support/at-rest.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  mainForScreens,
  WAYS_TO_SCREENS,
  type WayToScreen,
} from '#tests/renderer/support/every-screen.ts';
import {
  admission,
  apiError,
  boardAfter,
  DEMO,
  NOW,
  WENT_OUT,
  openDoor,
  refusal,
  sentTo,
  verdict,
} from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from '#tests/renderer/support/programme.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const REHEARSAL = { rehearsal: true, demo: DEMO } as const;
const click = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

const VERDICTS: Record<VerdictKind, KioskState['verdict']['shown']> = {
  admit: admission(),
  reject: refusal(apiError(11)),
  duplicate: refusal(apiError(12)),
  undecided: verdict('undecided', { type: 'not-signed-in' }),
  checked: verdict('checked', { type: 'not-known' }),
  exit: verdict('exit', WENT_OUT),
  elsewhere: sentTo(),
  held: verdict('held', { type: 'held', door: null, since: NOW }),
};

const TITLES = { en: 'Rehearsal', ar: 'تدريب' } as const;

/** Opens the kiosk on a rehearsal's screen, in a language, which is changed to once it is there. */
async function openRehearsal(
  { state, go }: WayToScreen,
  size: Size,
  language: keyof typeof TITLES,
) {
  const rehearsal = withChanges(state, { ...REHEARSAL });
  const main = mainForScreens(rehearsal);
  const opened = await openKiosk(rehearsal, { size, main });
  await go?.();
  const settings = { ...state.settings, language: language satisfies Language };
  opened.main.emit({ ...rehearsal, settings });
  await expect.poll(() => document.documentElement.lang).toBe(language);
  return opened;
}

/** What is painted at the middle of an element belongs to it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen !== null && element.contains(seen);
}

/** The band is there with its words, over the whole width, and nothing lies over it or its frame. */
function expectMarked(title: string): void {
  expect(root('rehearsal')).toBe('on');
  const band = page.getByRole('region', { name: title }).element();
  expect(band.textContent).toContain(title);
  const words = band.querySelector('p');
  const button = band.querySelector('button');
  if (words === null || button === null) throw new Error('the band is empty');
  expect([isOnTop(words), isOnTop(button)]).toEqual([true, true]);
  const { innerWidth, innerHeight } = window;
  const frame = band.parentElement;
  const edges = [
    [2, innerHeight / 2],
    [innerWidth - 2, innerHeight / 2],
    [innerWidth / 2, innerHeight - 2],
  ] as const;
  expect(edges.map(([x, y]) => document.elementFromPoint(x, y))).toEqual([frame, frame, frame]);
}

describe.each(['laptop', 'portrait'] as const)('on a %s, a rehearsal is marked', (size) => {
  describe.each(['en', 'ar'] as const)('in %s', (language) => {
    test.each(Object.entries(WAYS_TO_SCREENS))('on the screen %s', async (name, way) => {
      await openRehearsal(way, size, language);
      expect(root('screen')).toBe(name);
      expectMarked(TITLES[language]);
      await expectAtRest();
      await expectAccessible();
    });

    test.each(Object.entries(VERDICTS))('on the verdict %s', async (kind, shown) => {
      await openRehearsal({ state: openDoor({ verdict: shown }) }, size, language);
      expect(root('verdict')).toBe(kind);
      expectMarked(TITLES[language]);
      await expectAtRest();
      await expectAccessible();
      await picture(`rehearsal-${kind}-${size}-${language}`);
    });
  });
});

test('it is marked where tickets are only looked up, and on the idle board', async () => {
  await openRehearsal({ state: openDoor({ looksUpOnly: true }) }, 'laptop', 'en');
  expectMarked('Rehearsal');

  let now = NOW;
  const state = withChanges(boardAfter(60_000, withProgramme()), { ...REHEARSAL });
  await openKiosk(state, { main: mainWithProgramme(state), now: () => now });
  now += 60_000;
  await expect.poll(() => root('board'), { timeout: 5000 }).toBe('idle');
  expectMarked('Rehearsal');
  await expectAtRest();
  await expectAccessible();
});

test.each(['laptop', 'small', 'portrait', '4k'] as const)(
  'on a %s the whole verdict is there within the frame, its word as large as ever',
  async (size) => {
    for (const shown of Object.values(VERDICTS)) {
      await openRehearsal({ state: openDoor({ verdict: shown }) }, size, 'en');
      const word = page.getByRole('heading', { level: 1 }).element();
      const { top, bottom, right } = word.getBoundingClientRect();
      const screen = word.closest('main')?.getBoundingClientRect();
      if (screen === undefined) throw new Error('no verdict');
      expect(parseFloat(getComputedStyle(word).fontSize)).toBeGreaterThanOrEqual(
        0.12 * window.innerHeight,
      );
      expect(top).toBeGreaterThanOrEqual(screen.top);
      expect(bottom).toBeLessThanOrEqual(screen.bottom);
      expect(right).toBeLessThanOrEqual(screen.right);
      expect(word.parentElement?.parentElement?.scrollHeight).toBeLessThanOrEqual(
        (word.parentElement?.parentElement?.clientHeight ?? 0) + 1,
      );
    }
  },
);

test('it is read out when it begins', async () => {
  const { main } = await openKiosk(openDoor());
  const said = document.querySelector('p[aria-live]');
  expect(said?.textContent.trim()).toBe('');
  main.emit(withChanges(openDoor(), { ...REHEARSAL }));
  await expect.poll(() => said?.textContent.trim()).toBe('Rehearsal. Nobody is let in.');
});

test('the band ends it', async () => {
  const { main } = await openKiosk(withChanges(openDoor(), { ...REHEARSAL }));
  main.on('rehearse', () => {
    main.emit(openDoor());
    return { ok: true, value: null };
  });
  await click('End rehearsal');
  expect(main.requests('rehearse')).toEqual([{ on: false }]);
  await expect.poll(() => root('rehearsal')).toBeNull();
  await expect.element(page.getByRole('region', { name: 'Rehearsal' })).not.toBeInTheDocument();
});

test('one that does not end is said to go on', async () => {
  const { main } = await openKiosk(withChanges(openDoor(), { ...REHEARSAL }));
  main.on('rehearse', () => ({ ok: false, error: { type: 'internal', incident: 'abc' } }));
  await click('End rehearsal');
  const band = page.getByRole('region', { name: 'Rehearsal' });
  await expect.element(band.getByText(/The kiosk could not do this/)).toBeVisible();
});

test('the other kiosk’s first verdict is heard, though both count from the first', async () => {
  const { main, sounds } = await openKiosk(openDoor({ verdict: admission() }));
  main.emit(withChanges(openDoor(), { ...REHEARSAL }));
  main.emit(withChanges(openDoor({ verdict: refusal(apiError(12)) }), { ...REHEARSAL }));
  await expect.poll(() => root('verdict')).toBe('duplicate');
  expect(sounds.map(([kind]) => kind)).toEqual(['duplicate']);
});

test('beside the door stays nobody: a rehearsal begins, and ends, at the door', async () => {
  const { main } = await openKiosk(openDoor());
  await click(/^Readiness/);
  await expect.poll(() => root('screen')).toBe('readiness');
  main.emit(withChanges(openDoor(), { ...REHEARSAL }));
  await expect.poll(() => root('screen')).toBe('ready');
  await expect.element(page.getByRole('heading', { name: 'Tickets' })).toBeVisible();
});

test('what is on is asked for again, though the other kiosk counts its copies from the first', async () => {
  const state = withProgramme();
  const { main } = await openKiosk(state, { main: mainWithProgramme(state) });
  await expect.poll(() => main.requests('programmeBoard').length).toBe(1);
  main.emit(withChanges(state, { ...REHEARSAL }));
  await expect.poll(() => main.requests('programmeBoard').length).toBe(2);
});
