import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { boardAfter, inMinutes, NOW } from '#tests/renderer/support/builders.ts';
import { uploads } from '#tests/support/kiosk-state.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from '#tests/renderer/support/programme.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const CLIENTS = [
  {
    id: 1,
    value: 'Harbour Theatre',
    productions: [
      {
        productionId: 11,
        productionName: 'The Winter’s Tale',
        performances: [{ performanceId: 111, performanceStart: inMinutes(20) }],
      },
      {
        productionId: 14,
        productionName: 'Ropes, Sails and Tar',
        performances: [{ performanceId: 141, performanceStart: inMinutes(-540) }],
      },
    ],
  },
];
const SIZE_NAMES = Object.keys(SIZES) as Size[];

async function openProgramme(size: Size, state: KioskState = withProgramme()) {
  const main = mainWithProgramme(state);
  const kiosk = await openKiosk(state, { size, main });
  await chooseMore('What’s on');
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
  test('ready', async () => {
    const state = withProgramme({ uploads: uploads({ pending: 2, oldest: inMinutes(-3) }) });
    await openKiosk(state, { size, main: mainWithProgramme(state) });
    await picture(`ready-programme-${size}`);
  });
  test('select', async () => {
    const state = withProgramme({ selection: null });
    const main = mainWithProgramme(state);
    main.on('filterOptions', () => ({ ok: true, value: CLIENTS }));
    await openKiosk(state, { size, main });
    await expect.poll(() => document.images.length).toBeGreaterThan(0);
    await picture(`select-programme-${size}`);
  });
  test('idle board', async () => {
    const state = boardAfter(60_000, withProgramme());
    let clock = NOW;
    await openKiosk(state, { size, main: mainWithProgramme(state), now: () => clock });
    clock += 60_000;
    vi.advanceTimersByTime(1000);
    await expect.poll(() => root('board')).toBe('idle');
    await picture(`idle-board-${size}`);
  });
});
