import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { admission, SNAPSHOT, inMinutes, openDoor } from '#tests/renderer/support/builders.ts';
import { snapshot, withChanges } from '#tests/support/kiosk-state.ts';
import {
  countedDoor,
  statistics,
  mainThatCounts,
  performanceCounter,
} from '#tests/renderer/support/statistics.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';

const MINUTE = 60_000;
const foot = page.getByRole('region', { name: 'Scanned of sold, all doors' });
const scanned = (count: number) => ({ performances: [performanceCounter({ scanned: count })] });

afterEach(() => vi.useRealTimers());

test.each<Size>(['laptop', 'small', 'portrait', '4k'])(
  'how full the house is stands at the foot of the door, on a %s',
  async (size) => {
    const state = countedDoor({ lastVerdict: admission() });
    const { main } = await openKiosk(state, { main: mainThatCounts(state), size });
    await expect.element(foot.getByText('512 of 900 are in')).toBeVisible();
    expect(main.requests('statistics')).toEqual([{ hours: 12 }]);
    const bar = document.querySelector('.bar')?.getBoundingClientRect();
    const full = document.querySelector('.bar > div')?.getBoundingClientRect();
    expect((full?.width ?? 0) / (bar?.width ?? 1)).toBeCloseTo(512 / 900, 1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    await picture(`ready-turnout-${size}`);
    await expectAccessible();
  },
);

test('each verdict that leaves the screen counts, and the figures stay meanwhile', async () => {
  const state = countedDoor();
  const main = mainThatCounts(state);
  await openKiosk(state, { main });
  await expect.element(foot.getByText('512 of 900 are in')).toBeVisible();
  let answer = () => {};
  main.on('statistics', ({ hours }) => {
    const value = statistics(hours, scanned(513));
    return new Promise((resolve) => (answer = () => resolve({ ok: true, value })));
  });
  main.emit(withChanges(state, { verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(state);
  await expect.element(foot.getByText('512 of 900 are in')).toBeVisible();
  answer();
  await expect.element(foot.getByText('513 of 900 are in')).toBeVisible();
});

test('each copy counts, and each minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const state = countedDoor();
  const { main } = await openKiosk(state, { main: mainThatCounts(state) });
  const asked = () => main.requests('statistics').length;
  await expect.poll(asked).toBe(1);
  main.emit(withChanges(state, { snapshot: { ...SNAPSHOT, builtAt: inMinutes(-4) } }));
  await expect.poll(asked).toBe(2);
  main.emit(withChanges(state, { snapshot: { ...SNAPSHOT, builtAt: inMinutes(-4) }, waiting: 1 }));
  vi.advanceTimersByTime(MINUTE / 2);
  expect(asked()).toBe(2);
  vi.advanceTimersByTime(MINUTE / 2);
  expect(asked()).toBe(3);
});

test.each([
  ['without a copy', countedDoor({ snapshot: snapshot() }), {}],
  [
    'while it is not known how many were sold',
    countedDoor(),
    { performances: [performanceCounter({ sold: null, scanned: null })] },
  ],
  [
    'where the door is open for more than a performance',
    openDoor({
      snapshot: SNAPSHOT,
      selection: { scope: 'anything-open', clientId: 1, clientName: 'Harbour Theatre' },
    }),
    {},
  ],
])('%s nothing is said', async (_, state, changes) => {
  const main = mainThatCounts(state, changes);
  await openKiosk(state, { main });
  await expect.element(page.getByText('Scan your ticket')).toBeVisible();
  await expect.element(foot).not.toBeInTheDocument();
});

test('figures that cannot be counted any more are not shown as if they could', async () => {
  const state = countedDoor();
  const { main } = await openKiosk(state, { main: mainThatCounts(state) });
  await expect.element(foot).toBeVisible();
  main.on('statistics', () => ({ ok: false, error: { type: 'ledger', code: 'disk-full' } }));
  main.emit(withChanges(state, { snapshot: { ...SNAPSHOT, builtAt: inMinutes(-4) } }));
  await expect.element(foot).not.toBeInTheDocument();
});
