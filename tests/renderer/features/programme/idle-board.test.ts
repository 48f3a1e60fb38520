import type { KioskState } from '#shared/model/kiosk-state.ts';
import { ok } from '#shared/result.ts';
import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import {
  admission,
  apiError,
  boardAfter,
  inMinutes,
  NOW,
  offline,
  openDoor,
  SIGNED_IN,
} from '#tests/renderer/support/builders.ts';
import type { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import {
  BOARD,
  EXHIBITION,
  mainWithProgramme,
  performance,
  TONIGHT,
  withProgramme,
} from '#tests/renderer/support/programme.ts';
import { frame, press } from '#tests/renderer/support/press.ts';
import { LOCKED, withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';
import { scan } from '#tests/renderer/support/keys.ts';

const WAIT = 60_000;
const TONIGHT_BEGUN = {
  type: 'starts',
  time: '6:15 PM',
  text: 'Thu, Nov 20, 2025 - 6:15 PM',
} as const;
const idle = (changes: StateChanges = {}) => boardAfter(WAIT, withProgramme(changes));

let clock = NOW;
beforeEach(() => {
  clock = NOW;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

async function pass(milliseconds: number) {
  clock += milliseconds;
  vi.advanceTimersByTime(1000);
  await frame();
}

async function open(
  state = idle(),
  main: FakeMain = mainWithProgramme(state),
  size: Size = 'laptop',
) {
  const kiosk = await openKiosk(state, { main, size, now: () => clock });
  await expect
    .poll(() => main.requests('programmeBoard').length)
    .toBe(state.programme.clientId === null ? 0 : 1);
  return kiosk;
}

async function openBoard(state = idle(), main = mainWithProgramme(state), size?: Size) {
  const kiosk = await open(state, main, size);
  await pass(WAIT);
  await expect.poll(() => root('board')).toBe('idle');
  return kiosk;
}

test('at a guests’ door it says where to hold the ticket, in the languages of the house in turn', async () => {
  const plain = idle();
  const settings = {
    ...plain.settings,
    audience: 'guest',
    venueName: 'The house itself',
    scannerAt: 'below',
    language: 'en',
    languages: ['en', 'de', 'fr'],
  } as const;
  const state = withChanges(plain, { lock: LOCKED, settings });
  await openBoard(state);
  await expect.element(page.getByText('Hold your ticket to the reader below')).toBeVisible();
  expect(document.querySelector('.hold')?.getAttribute('data-place')).toBe('below');
  const shown = () =>
    [...document.querySelectorAll('.turns p')]
      .filter((line) => getComputedStyle(line).visibility === 'visible')
      .map((line) => line.getAttribute('lang'));
  const first = shown();
  expect(first).toHaveLength(1);
  await pass(6_000);
  await expect.poll(() => [...first, ...shown()].sort()).toEqual(['de', 'fr']);
  // Which client of the platform it is, is the house's business.
  expect(document.querySelector('header')?.textContent).toContain('The house itself');
  expect(document.querySelector('header')?.textContent).not.toContain('Harbour Theatre');
  await picture('idle-board-guests');
});

describe('when it comes', () => {
  test('after the wait, and not a moment before; it is still the ready screen', async () => {
    await open();
    await pass(WAIT - 1);
    expect(root('board')).toBeNull();
    await pass(1);
    await expect.poll(() => root('board')).toBe('idle');
    expect(root('screen')).toBe('ready');
    await expect.element(page.getByText('Scan your ticket')).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  test('a touch, a key or a scan begins the wait anew', async () => {
    const { main } = await open();
    const inputs = [
      () => page.getByText('Scan your ticket').click(),
      () => press('{ArrowUp}'),
      () => {
        main.emit(idle({ waiting: 1 }));
        return Promise.resolve();
      },
    ];
    for (const input of inputs) {
      await pass(WAIT - 1);
      await input();
      await pass(1);
      expect(root('board')).toBeNull();
    }
    await pass(WAIT);
    await expect.poll(() => root('board')).toBe('idle');
  });

  test('not while a verdict is shown; the wait begins when that has gone', async () => {
    const { main } = await open();
    main.emit(idle({ verdict: admission() }));
    await pass(2 * WAIT);
    expect(root('screen')).toBe('verdict');
    expect(root('board')).toBeNull();
    main.emit(idle());
    await pass(WAIT - 1);
    expect(root('screen')).toBe('ready');
    expect(root('board')).toBeNull();
    await pass(1);
    await expect.poll(() => root('board')).toBe('idle');
  });

  const none = { today: [], next: [] };
  test.each<[string, KioskState, typeof BOARD | typeof none]>([
    ['it is switched off', withProgramme(), BOARD],
    ['nobody’s programme is known', boardAfter(WAIT, openDoor()), BOARD],
    ['nothing is on', idle(), none],
    [
      'all that was on began long ago',
      idle(),
      { today: [performance({ start: inMinutes(-180) })], next: [] },
    ],
  ])('not if %s', async (_, state, board) => {
    const main = mainWithProgramme(state);
    main.on('programmeBoard', () => ok(board));
    await open(state, main);
    await pass(WAIT);
    expect(root('screen')).toBe('ready');
    expect(root('board')).toBeNull();
  });

  test('a clock that is set back does not put it off for hours', async () => {
    await open();
    await pass(-60 * 60_000);
    await expect.poll(() => root('board')).toBe('idle');
    await press('{ArrowUp}');
    await expect.poll(() => root('board')).toBeNull();
  });
});

describe('when it goes', () => {
  test('a scan takes the screen back in the same frame, by real keys', async () => {
    const { main } = await openBoard();
    const seen: (string | null)[] = [];
    // The last key of the scan has just been pressed.
    main.on('scan', () => {
      requestAnimationFrame(() => seen.push(root('screen'), root('board')));
      main.emit(idle({ verdict: admission() }));
      return ok({ taken: true });
    });
    await scan('4006381333931{Enter}');
    await expect.poll(() => seen).toEqual(['verdict', null]);
    expect(main.requests('scan')).toEqual([{ code: '4006381333931', source: 'wedge' }]);
    expect(document.querySelector('.verdict h1')?.textContent).toBe('Welcome');
  });

  test('a verdict of another scanner replaces it in the same frame', async () => {
    const { main } = await openBoard();
    main.emit(idle({ verdict: admission() }));
    await frame();
    expect([root('screen'), root('board')]).toEqual(['verdict', null]);
  });

  test('a key brings the ready screen in the same frame', async () => {
    const seen: (string | null)[] = [];
    const look = () => void requestAnimationFrame(() => seen.push(root('screen'), root('board')));
    // Before the kiosk listens, which keeps such a key to itself.
    window.addEventListener('keydown', look, { capture: true, once: true });
    await openBoard();
    await press('a');
    await expect.poll(() => seen).toEqual(['ready', null]);
    await expect
      .element(page.getByRole('button', { name: 'Check only', exact: true }))
      .toBeVisible();
  });

  test.each(['mouse', 'touch'])(
    'a %s brings the ready screen, and presses nothing on it',
    async (by) => {
      const { main } = await open();
      const checkOnly = page.getByRole('button', { name: 'Check only', exact: true }).element();
      const field = page.getByLabelText('Enter a code by hand').element();
      const targets = [checkOnly, field].map((element) => element.getBoundingClientRect());
      for (const { left, top, width, height } of targets) {
        await pass(WAIT);
        await expect.poll(() => root('board')).toBe('idle');
        const frameBox = window.frameElement?.getBoundingClientRect();
        const scale = (frameBox?.width ?? innerWidth) / innerWidth;
        const x = (frameBox?.left ?? 0) + scale * (left + width / 2);
        const y = (frameBox?.top ?? 0) + scale * (top + height / 2);
        if (by === 'touch') {
          const touch = cdp().send.bind(cdp());
          await touch('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
          await touch('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        } else {
          const button = { x, y, button: 'left', clickCount: 1 } as const;
          await cdp().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
          await cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
        }
        await expect.poll(() => root('board')).toBeNull();
      }
      await frame();
      expect(main.requests('lookUpOnly')).toEqual([]);
      expect(document.activeElement).toBe(document.body);
      // The next one presses.
      await page.getByRole('button', { name: 'Check only', exact: true }).click();
      expect(main.requests('lookUpOnly')).toEqual([{ on: true }]);
    },
  );
});

describe('what it shows', () => {
  test('today and next: times, titles, venues, doors, marks, messages and logos', async () => {
    await openBoard();
    for (const words of [
      'Today',
      'What’s on',
      '19:30',
      'The Winter’s Tale',
      'Harbour Theatre presents',
      'starts in 19 mins',
      'doors, until 18:00',
      'Ropes, Sails and Tar',
      'Sold out',
      'Returns at the box office from 7 PM.',
      'Cancelled',
      'Moved to the studio',
      'For package holders only',
      'No tickets left',
      'Sat 22 Nov',
    ]) {
      await expect.element(page.getByText(words).first()).toBeVisible();
    }
    expect(document.querySelectorAll('li img').length).toBeGreaterThan(1);
    await expect.element(page.getByText(/as of/)).not.toBeInTheDocument();
  });

  test.each([-26 * 60, 30])(
    'counts down on the platform’s clock, %i minutes ahead of its own',
    async (minutes) => {
      clock = inMinutes(-minutes);
      await openBoard(idle({ clockSkew: minutes * 60_000 }));
      await expect.element(page.getByText('starts in 19 mins').first()).toBeVisible();
    },
  );

  test('what has begun stays, and says when it began', async () => {
    const main = mainWithProgramme(idle());
    const begun = performance({ performanceId: 900, start: inMinutes(-45), times: TONIGHT_BEGUN });
    const off = performance({ ...begun, performanceId: 901, standing: 'cancelled' });
    main.on('programmeBoard', () => ok({ ...BOARD, today: [begun, ...BOARD.today, off] }));
    await openBoard(idle(), main);
    const rows = [...document.querySelectorAll('.board li')].map((row) => row.textContent);
    expect(rows[0]).toContain('began at \u206818:15\u2069');
    expect(rows.filter((row) => row.includes('began'))).toHaveLength(1);
    expect(rows[1]).toContain('Ropes, Sails and Tar');
    await picture('idle-board-begun');
  });

  const texts = { superTitle: 'Das Stadttheater zeigt', subTitle: 'mit großem Orchester' };
  const LONG = performance({
    ...texts,
    productionName:
      'Peter und der Wolf: ein musikalisches Märchen für Kinder und alle, die es waren',
    standing: 'message',
    message: 'Heute im Kleinen Saal, Eingang vom Hof. Bitte planen Sie zehn Minuten mehr ein.',
    saleLimit: 'package-holders',
  });

  test.each(
    (Object.keys(SIZES) as Size[]).flatMap((size) =>
      (['de', 'ar'] as const).map((language) => [size, language] as const),
    ),
  )('on a %s, %s: nothing on the poster is cut, however much there is', async (size, language) => {
    const { settings, ...rest } = idle();
    const state = { ...rest, settings: { ...settings, language } };
    const others = [
      performance({ ...LONG, performanceId: 2, colour: '#ffffff' }),
      performance({ ...LONG, performanceId: 3, times: EXHIBITION.times, logo: null }),
      performance({ performanceId: 4, standing: 'cancelled' }),
    ];
    for (const poster of [LONG, ...others.slice(0, 2), { ...LONG, colour: null }]) {
      const main = mainWithProgramme(state);
      main.on('programmeBoard', () => ok({ today: [poster], next: [...others, ...BOARD.next] }));
      await openBoard(state, main, size);
      const hung = document.querySelector('.poster')?.getBoundingClientRect();
      if (hung === undefined) throw new Error('no poster');
      for (const part of document.querySelectorAll('.poster :is(h2, p, img, .time, .doors)')) {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        expect(left, part.outerHTML).toBeGreaterThanOrEqual(hung.left);
        expect(right, part.outerHTML).toBeLessThanOrEqual(hung.right);
        expect(top, part.outerHTML).toBeGreaterThanOrEqual(hung.top);
        expect(bottom, part.outerHTML).toBeLessThanOrEqual(hung.bottom);
      }
      await picture(
        `poster-${size}-${language}-${poster.performanceId}-${poster.colour ?? 'none'}`,
      );
    }
  });

  test('how old the copy is, when that matters, and why', async () => {
    const connection = offline({ reason: 'unreachable' });
    await openBoard(idle({ connection }));
    await expect.element(page.getByText(/as of 19:05/)).toBeVisible();
    await expect.element(page.getByText('There is no network.')).toBeVisible();
    await picture('idle-board-offline');
  });

  test('a lost session is not hidden by it', async () => {
    const reason = { type: 'ended-by-platform', error: apiError(5) } as const;
    await openBoard(idle({ session: { status: 'lost', user: SIGNED_IN.user, reason } }));
    await expect.element(page.getByText(/This door stays open/)).toBeVisible();
  });

  test('what has no room is counted, never cut', async () => {
    const state = idle();
    const main = mainWithProgramme(state);
    const today = Array.from({ length: 12 }, (_, i) =>
      performance({ ...TONIGHT[0], performanceId: i, start: inMinutes(20 + i) }),
    );
    main.on('programmeBoard', () => ok({ today, next: [] }));
    await openBoard(state, main);
    await expect.element(page.getByText(/^and \d+ more$/)).toBeVisible();
    const list = document.querySelector('.board ul')?.getBoundingClientRect();
    const items = [...document.querySelectorAll('.board li')].map((li) =>
      li.getBoundingClientRect(),
    );
    const visible = items.filter(({ left }) => left < (list?.right ?? 0));
    const counted = Number(/\d+/.exec(document.querySelector('.rest')?.textContent ?? '')?.[0]);
    // One is the poster.
    expect(visible.length + counted).toBe(11);
    for (const { bottom } of visible) expect(bottom).toBeLessThanOrEqual((list?.bottom ?? 0) + 1);
    await picture('idle-board-full');
  });

  test('a new copy, and a new day, are asked for', async () => {
    const state = idle();
    const main = mainWithProgramme(state);
    await openBoard(state, main);
    main.on('programmeBoard', () =>
      ok({ today: [performance({ productionName: 'New' })], next: [] }),
    );
    main.emit(idle({ programme: { ...state.programme, revision: 2 } }));
    await expect.poll(() => main.requests('programmeBoard').length).toBe(2);
    await pass(5 * 60 * 60_000);
    await expect.poll(() => main.requests('programmeBoard').length).toBe(3);
  });
});
