import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { press } from '#tests/renderer/support/press.ts';
import { openKiosk, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import {
  mainWithProgramme,
  performance,
  TODAY,
  withProgramme,
} from '#tests/renderer/support/programme.ts';
import { typeByHand } from '#tests/renderer/support/keys.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const grid = page.getByRole('grid');
const panel = () => document.querySelector('.day')?.textContent ?? '';
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['date'];
const cell = (date: string) => {
  const found = document.querySelector<HTMLElement>(`[data-date="${date}"]`);
  if (found === null) throw new Error(`${date} is not in the grid`);
  return found;
};

async function openCalendar(size: Size = 'laptop', state = withProgramme()) {
  const main = mainWithProgramme(state);
  const kiosk = await openKiosk(state, { size, main });
  await chooseMore('What’s on');
  await expect.poll(() => document.querySelectorAll('.name').length).toBeGreaterThan(5);
  return kiosk;
}

/** A finger on an element, as the browser sees one. */
async function tap(element: Element) {
  const frame = window.frameElement?.getBoundingClientRect();
  const scale = (frame?.width ?? innerWidth) / innerWidth;
  const box = element.getBoundingClientRect();
  const x = (frame?.left ?? 0) + scale * (box.left + box.width / 2);
  const y = (frame?.top ?? 0) + scale * (box.top + box.height / 2);
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('the month’s whole weeks as they are given, each day with what is on, today marked', async () => {
  await openCalendar();
  const heads = [...document.querySelectorAll('[role=columnheader]')];
  expect(heads.map((head) => head.textContent)).toEqual([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ]);
  expect(heads[0]?.getAttribute('aria-label')).toBe('Sunday');
  const cells = [...document.querySelectorAll<HTMLElement>('[role=gridcell]')];
  expect(cells).toHaveLength(42);
  expect(cells[0]?.dataset['date']).toBe('2025-10-26');
  expect(cells.filter((day) => day.getAttribute('aria-current') === 'date')).toEqual([cell(TODAY)]);
  await expect
    .element(grid.getByRole('gridcell', { name: /Thursday,? 20 November, 2 performances/ }))
    .toBeVisible();
  // Each of the sixty is counted in some day.
  const counted = cells.map((day) =>
    Number(
      /(\d+) performances?$/.exec(day.querySelector('.visually-hidden')?.textContent ?? '')?.[1] ??
        0,
    ),
  );
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(60);
});

test.each([
  ['of a week that is over', 'laptop', 13],
  ['of one that comes', 'small', 25],
] as const)(
  'more than a day has room for are counted, and listed when the day is opened: %s',
  async (_what, size, number) => {
    await openCalendar(size);
    const day = cell(`2025-11-${number}`);
    await expect.poll(() => day.textContent).toContain('+3');
    day.click();
    await expect.poll(panel).toContain(`${number} November`);
    expect(document.querySelectorAll('.day li')).toHaveLength(4);
  },
);

test.each(Object.keys(SIZES) as Size[])(
  'days that come have more room than those that are over, and none is cut: %s',
  async (size) => {
    await openCalendar(size);
    await expect.poll(() => document.querySelectorAll('.name').length).toBeGreaterThan(5);
    const [over, coming] = [cell('2025-11-13'), cell('2025-11-25')].map((day) => {
      const { bottom, height } = day.getBoundingClientRect();
      const lines = [...day.querySelectorAll('.line')].map((line) => line.getBoundingClientRect());
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(Math.floor(line.bottom)).toBeLessThanOrEqual(bottom);
      return { height, lines: lines.length };
    });
    expect(over?.lines).toBe(1);
    expect(coming?.lines).toBeGreaterThan(1);
    expect(coming?.height).toBeGreaterThanOrEqual(over?.height ?? Infinity);
  },
);

describe('by mouse', () => {
  test('a day, another month, a production, and back', async () => {
    const { main } = await openCalendar();
    await page.getByRole('gridcell', { name: /26 November/ }).click();
    await expect.poll(panel).toContain('26 November');
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect.element(page.getByRole('heading', { name: 'December 2025' })).toBeVisible();
    expect(main.requests('programmeMonth')).toContainEqual({ year: 2025, month: 12 });
    await expect.poll(panel).toContain('Choose a day');
    await page.getByRole('button', { name: 'Today' }).click();
    await expect.element(page.getByRole('heading', { name: 'November 2025' })).toBeVisible();
    await page.getByRole('button', { name: 'The Tempest' }).first().click();
    await expect.element(page.getByRole('heading', { name: 'Next performances' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect.element(grid).toBeVisible();
  });

  test('nothing before this month', async () => {
    await openCalendar();
    const previous = page.getByRole('button', { name: 'Previous month' });
    await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
    (previous.element() as HTMLElement).click();
    await expect.element(page.getByRole('heading', { name: 'November 2025' })).toBeVisible();
  });
});

describe('by touch', () => {
  test.each(['laptop', 'small', 'portrait'] as const)('on a %s', async (size) => {
    await openCalendar(size);
    await tap(cell('2025-11-26'));
    await expect.poll(panel).toContain('26 November');
    await tap(page.getByRole('button', { name: 'Next month' }).element());
    await expect.element(page.getByRole('heading', { name: 'December 2025' })).toBeVisible();
    await tap(page.getByRole('button', { name: 'Back to the door' }).element());
    await expect.poll(() => root('screen')).toBe('ready');
  });

  test.each(Object.keys(SIZES) as Size[])('everything is 48 px or more on a %s', async (size) => {
    await openCalendar(size);
    const targets = [...document.querySelectorAll('main button, [role=gridcell]')];
    expect(targets.length).toBeGreaterThan(40);
    for (const target of targets) {
      // In a list, the whole row is the button.
      const { width, height } = (target.closest('li') ?? target).getBoundingClientRect();
      expect(Math.round(height), target.textContent).toBeGreaterThanOrEqual(48);
      expect(Math.round(width), target.textContent).toBeGreaterThanOrEqual(48);
    }
  });
});

describe('by keyboard alone', () => {
  async function toGrid() {
    (document.querySelector('[role=tab][aria-selected=true]') as HTMLElement).focus();
    for (let tabs = 0; tabs < 5; tabs += 1) await press('{Tab}');
    await expect.poll(focused).toBe(TODAY);
  }

  test('Tab leads to one day: today', async () => {
    await openCalendar();
    await toGrid();
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });

  test('arrows, Home and End', async () => {
    await openCalendar();
    await toGrid();
    const steps = [
      ['{ArrowRight}', '2025-11-21'],
      ['{ArrowDown}', '2025-11-28'],
      ['{ArrowLeft}', '2025-11-27'],
      ['{ArrowUp}', '2025-11-20'],
      ['{Home}', '2025-11-16'],
      ['{End}', '2025-11-22'],
    ] as const;
    for (const [key, date] of steps) {
      await press(key);
      await expect.poll(focused, { message: key }).toBe(date);
    }
  });

  test('pages turn months, also where the grid ends', async () => {
    await openCalendar();
    await toGrid();
    await press('{PageDown}');
    await expect.poll(focused).toBe('2025-12-20');
    await expect.element(page.getByRole('heading', { name: 'December 2025' })).toBeVisible();
    await typeByHand('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.poll(focused).toBe('2026-01-10');
    await expect.element(page.getByRole('heading', { name: 'January 2026' })).toBeVisible();
    await typeByHand('{PageUp}{PageUp}{PageUp}{PageUp}');
    await expect.poll(focused).toBe('2025-11-10');
  });

  test('Enter opens the day, its performance, and Escape goes back step by step', async () => {
    await openCalendar();
    await toGrid();
    await press('{ArrowRight}');
    await press('{Enter}');
    await expect.poll(panel).toContain('21 November');
    await expect.element(page.getByRole('heading', { name: /21 November/ })).toHaveFocus();
    await press('{Tab}');
    await press('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Next performances' })).toBeVisible();
    await press('{Escape}');
    await expect.poll(() => document.activeElement?.tagName).toBe('BUTTON');
    expect(panel()).toContain('21 November');
    await press('{Escape}');
    await expect.poll(focused).toBe('2025-11-21');
    expect(cell('2025-11-21').getAttribute('aria-selected')).toBe('false');
    await press('{Escape}');
    await expect.poll(() => root('screen')).toBe('ready');
  });
});

test('a month that is not here stands empty, says so, and fills when it comes', async () => {
  const { main } = await openCalendar();
  main.on('programmeMonth', (month) => ({
    ok: true,
    value: { ...month, weeks: [], fetchedAt: null },
  }));
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect.element(page.getByText('This month has not been loaded yet.')).toBeVisible();
  expect(document.querySelectorAll('[role=gridcell]')).toHaveLength(35);
  expect(document.querySelectorAll('.name')).toHaveLength(0);

  const week = Array.from({ length: 7 }, (_, i) => ({
    date: `2025-12-0${i + 1}`,
    performances: i === 2 ? [performance({ productionName: 'Only one' })] : [],
  }));
  main.on('programmeMonth', (month) => ({
    ok: true,
    value: { ...month, weeks: [week], fetchedAt: 1 },
  }));
  main.emit(withProgramme({}, { revision: 2 }));
  await expect.element(page.getByText('Only one')).toBeVisible();
  expect(document.querySelectorAll('[role=gridcell]'), 'the grid as it is given').toHaveLength(7);
});
