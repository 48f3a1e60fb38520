import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { NOW } from './support/builders.ts';
import { openKiosk, picture, root, SIZES, type Size } from './support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from './support/programme.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const SIZE_NAMES = Object.keys(SIZES) as Size[];

async function openProgramme(size: Size, state: KioskState = withProgramme()) {
  const main = mainWithProgramme(state);
  const kiosk = await openKiosk(state, { size, main });
  await page.getByRole('button', { name: 'What’s on' }).click();
  await expect.poll(() => root('screen')).toBe('programme');
  return kiosk;
}

describe.each(SIZE_NAMES)('on a %s', (size) => {
  test('calendar', async () => {
    await openProgramme(size);
    await expect.poll(() => document.querySelectorAll('.line').length).toBeGreaterThan(5);
    await picture(`programme-calendar-${size}`);
  });
  test('series', async () => {
    await openProgramme(size);
    await page.getByRole('tab', { name: 'Series' }).click();
    await picture(`programme-series-${size}`);
  });
  test('performances', async () => {
    await openProgramme(size);
    await page.getByRole('tab', { name: 'Performances' }).click();
    await expect.element(page.getByRole('button', { name: 'Show more' })).toBeInTheDocument();
    await picture(`programme-performances-${size}`);
  });
  test('detail', async () => {
    await openProgramme(size);
    await page.getByRole('tab', { name: 'Series' }).click();
    await page.getByRole('button', { name: 'The Winter’s Tale' }).click();
    await expect.element(page.getByText('A winter evening')).toBeInTheDocument();
    await picture(`programme-detail-${size}`);
  });
  test('idle board', async () => {
    const state = withProgramme({ idleBoardAfter: 60_000 });
    let clock = NOW;
    await openKiosk(state, { size, main: mainWithProgramme(state), now: () => clock });
    clock += 60_000;
    vi.advanceTimersByTime(1000);
    await expect.poll(() => root('board')).toBe('idle');
    await picture(`idle-board-${size}`);
  });
});
