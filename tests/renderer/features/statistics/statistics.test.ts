import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { admission, openDoor } from '#tests/renderer/support/builders.ts';
import { snapshot, withChanges } from '#tests/support/kiosk-state.ts';
import { countedDoor, statistics, mainThatCounts } from '#tests/renderer/support/statistics.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';

const COUNTED_EVERY = 15_000;

async function openNumbers(
  state: KioskState = countedDoor(),
  { main = mainThatCounts(state), size = 'laptop' }: { main?: FakeMain; size?: Size } = {},
) {
  const kiosk = await openKiosk(state, { main, size });
  await chooseMore('Numbers');
  await expect.poll(() => root('screen')).toBe('numbers');
  return kiosk;
}

/** A figure, a reason or a row of a table, by what stands before its numbers. */
function row(label: string): string[] {
  const heads = [...document.querySelectorAll('dt, .performances tbody th')];
  const head = heads.find(({ textContent }) => textContent.trim() === label);
  return [...(head?.parentElement?.children ?? [])].map(({ textContent }) =>
    textContent.trim().replace(/\s+/g, ' '),
  );
}

afterEach(() => vi.useRealTimers());

describe('the evening in numbers', () => {
  test('what became of the guests, and why some were turned away', async () => {
    await openNumbers();
    await expect.poll(() => row('Admitted')).toEqual(['Admitted', '1,210']);
    expect(row('Turned away')).toEqual(['Turned away', '13']);
    expect(row('Already scanned')).toEqual(['Already scanned', '6']);
    expect(row('Undecided')).toEqual(['Undecided', '1']);
    expect(row('Only looked up')).toEqual(['Only looked up', '4']);
    expect(row('This ticket is for another performance.')[1]).toBe('7');
    expect(row('Another error of the platform (99)')[1]).toBe('1');
    expect(row('Other')[1]).toBe('1');
  });

  test('each performance: here, and of all that were sold', async () => {
    await openNumbers();
    await expect
      .poll(() => row('The Winter’s Tale'))
      .toEqual(['19:30', 'The Winter’s Tale', '208', '12', '512 of 900']);
    const bars = [...document.querySelectorAll<HTMLElement>('.sold .bar > div')];
    expect(bars.map((bar) => Math.round(parseFloat(bar.style.inlineSize)))).toEqual([57, 98]);
    expect(row('Performance 113')).toEqual(['', 'Performance 113', '0', '1', 'not known']);
    expect(row('Tickets that are not in the copy')[3]).toBe('4');
    await expect.element(page.getByText(/those of the copy of 19:05/)).toBeVisible();
  });

  test('the performance of the door has its name without a copy', async () => {
    const state = countedDoor({ snapshot: snapshot() });
    const [open] = statistics(4).performances;
    const performances = open ? [{ ...open, name: null, start: null, sold: null }] : [];
    await openNumbers(state, { main: mainThatCounts(state, { performances }) });
    await expect.poll(() => row('The Winter’s Tale')[4]).toBe('not known');
    await expect.element(page.getByText(/once this kiosk has a copy/)).toBeVisible();
  });

  test('the chart is also a table, and its bars are as high as its numbers', async () => {
    await openNumbers();
    const table = page.getByRole('table', { name: 'By quarter of an hour' });
    await expect.element(table.getByRole('row', { name: '18:45 84 9' })).toBeInTheDocument();
    await expect.element(page.getByText('Most: 84, from 18:45')).toBeVisible();
    const heights = (which: string) =>
      [...document.querySelectorAll(`.quarter ${which}`)]
        .slice(-5)
        .map((bar) => bar.getBoundingClientRect().height);
    const admitted = heights('.admitted');
    const perGuest = (admitted[3] ?? 0) / 84;
    for (const [index, guests] of [3, 14, 47, 84, 62].entries()) {
      expect(admitted[index]).toBeCloseTo(guests * perGuest, 0);
    }
    expect(heights('.not-let-in').at(-2)).toBeCloseTo(9 * perGuest, 0);
    // 15:00 is the first quarter that is shown.
    const times = [...document.querySelectorAll('.quarter .time')];
    expect(times.map(({ textContent }) => textContent)).toEqual([
      ...['15:00', '16:00', '17:00', '18:00', '19:00'],
    ]);
  });

  test('codes that were read again at once, where there were some', async () => {
    const state = countedDoor();
    await openNumbers(state, { main: mainThatCounts(state, { repeats: 1_204 }) });
    await expect.element(page.getByText(/^1,204 codes were read again at once/)).toBeVisible();
  });

  test('guests who went through a gate that tells so', async () => {
    const told = { passed: 1_204, notPassed: 4, isFaulty: false, isUnread: false };
    const releases = { count: 1_210, ...told };
    const gate = { name: 'North gate', condition: { type: 'ready' }, lastAt: null } as const;
    await openNumbers(
      countedDoor({ outputs: [{ ...gate, commands: 1_210, dropped: 0, releases }] }),
    );
    await expect
      .element(page.getByText(/North gate.*seen to go through since the start: 1,204 of 1,210/))
      .toBeVisible();
    await picture('statistics-gate');
  });

  test('an evening on which nothing has happened yet', async () => {
    const state = openDoor();
    await openNumbers(state, { main: new FakeMain(state) });
    for (const words of [/^Nothing was scanned/, /^Nobody was turned away/, /^Nothing is on/]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
  });
});

describe('how far back, and how fresh', () => {
  test('as many hours as somebody wants', async () => {
    const { main } = await openNumbers();
    await page.getByRole('tab', { name: 'Last 12 hours' }).click();
    await expect.poll(() => document.querySelectorAll('.quarter').length).toBe(49);
    await press('{ArrowRight}');
    await expect.poll(() => document.querySelectorAll('.quarter').length).toBe(97);
    const asked = main.requests('statistics').slice(-3);
    expect(asked).toEqual([{ hours: 4 }, { hours: 12 }, { hours: 24 }]);
  });

  test('counted again every 15 seconds, as long as it is shown', async () => {
    const { main } = await openKiosk(countedDoor(), { main: mainThatCounts(countedDoor()) });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const asked = () =>
      main.requests('statistics').filter((request) => JSON.stringify(request) === '{"hours":4}');
    await chooseMore('Numbers');
    await expect.poll(() => asked().length).toBe(1);
    vi.advanceTimersByTime(COUNTED_EVERY);
    expect(asked()).toHaveLength(2);
    vi.advanceTimersByTime(COUNTED_EVERY / 2);
    expect(asked()).toHaveLength(2);
    await page.getByRole('button', { name: 'Back to the door' }).click();
    vi.advanceTimersByTime(3 * COUNTED_EVERY);
    expect(asked()).toHaveLength(2);
  });

  test('a guest comes first: the numbers give way, and the next look counts anew', async () => {
    const state = countedDoor();
    const { main } = await openNumbers(state);
    await expect.poll(() => row('Admitted')[1]).toBe('1,210');
    main.on('statistics', ({ hours }) => ({
      ok: true,
      value: statistics(hours, { admitted: 1211 }),
    }));
    const verdict = admission();
    main.emit(withChanges(state, { verdict, lastVerdict: verdict }));
    await expect.poll(() => root('screen')).toBe('verdict');
    main.emit(withChanges(state, { lastVerdict: verdict }));
    await expect.poll(() => root('screen')).toBe('ready');
    await chooseMore('Numbers');
    await expect.poll(() => row('Admitted')[1]).toBe('1,211');
  });

  test('a ledger that cannot be read is told of in words, until it can be again', async () => {
    const main = mainThatCounts(countedDoor());
    await openKiosk(countedDoor(), { main });
    main.on('statistics', () => ({ ok: false, error: { type: 'ledger', code: 'unreadable' } }));
    await chooseMore('Numbers');
    const problem = page.getByRole('alert');
    await expect.element(problem.getByText(/^The disk fails/)).toBeVisible();
    expect(row('Admitted')).toEqual([]);
    main.on('statistics', ({ hours }) => ({ ok: true, value: statistics(hours) }));
    await page.getByRole('tab', { name: 'Last 24 hours' }).click();
    await expect.poll(() => row('Admitted')[1]).toBe('1,210');
    await expect.element(problem).not.toBeInTheDocument();
  });
});

describe.each<Size>(['laptop', 'small', 'portrait', '4k'])('on a %s', (size) => {
  test.each([4, 12, 24])('nothing is cut, axe finds nothing, %i hours', async (hours) => {
    await openNumbers(countedDoor(), { size });
    await page.getByRole('tab', { name: `Last ${hours} hours` }).click();
    await expect.poll(() => document.querySelectorAll('.quarter').length).toBe(4 * hours + 1);
    await picture(`numbers-${hours}-${size}`);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    for (const element of document.querySelectorAll('dd, td, .time, button')) {
      const { left, right } = element.getBoundingClientRect();
      expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
      expect(right, element.outerHTML).toBeLessThanOrEqual(innerWidth);
    }
    await expectAccessible();
  });
});
