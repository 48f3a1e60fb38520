import type {} from '@vitest/browser-playwright';
import { tick } from 'svelte';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { LOST, STATES } from './support/all-states.ts';
import { expectAtRest } from './support/at-rest.ts';
import { expectAccessible } from './support/axe.ts';
import { scanners, withChanges } from '#tests/support/kiosk-state.ts';
import { admission, boardAfter, inMinutes, NOW, offline, openDoor } from './support/builders.ts';
import { mainWithDiscrepancies } from './support/discrepancies.ts';
import { FakeMain } from './support/fake-transport.ts';
import { chooseMore } from './support/menu.ts';
import { openKiosk, root, type Size } from './support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from './support/programme.ts';
import { scanner } from './support/scanner-main.ts';

describe('axe finds nothing, and nothing moves', () => {
  test.each(Object.entries(STATES))('%s', async (_, state) => {
    const main = new FakeMain(state);
    const performances = [{ performanceId: 1, performanceStart: inMinutes(5) }];
    const productions = [{ productionId: 1, productionName: 'The Tempest', performances }];
    const clients = ['One', 'Two'].map((value, id) => ({ id, value, productions }));
    main.on('filterOptions', () => ({ ok: true, value: clients }));
    await openKiosk(state, { main });
    if (root('screen') === 'select') {
      await expect.element(page.getByRole('button', { name: 'Open the door' })).toBeVisible();
    }
    await expectAtRest();
    await expectAccessible();
  });
});

describe('axe finds nothing beside the door', () => {
  test.each(['laptop', 'portrait'] as const)('readiness, on a %s', async (size) => {
    const all = [scanner(), scanner({ id: 'b', state: { type: 'no-permission', vendor: '1234' } })];
    const broken = { connection: offline(), discrepancies: 2, scanners: scanners({ all }) };
    await openKiosk(openDoor(broken), { size });
    await page.getByRole('button', { name: /^Readiness/ }).click();
    await expect.poll(() => root('screen')).toBe('readiness');
    await expectAccessible();
  });

  test.each(['laptop', 'portrait'] as const)('scans not accepted, on a %s', async (size) => {
    const state = openDoor({ discrepancies: 5 });
    await openKiosk(state, { size, main: mainWithDiscrepancies(state) });
    await page.getByRole('button', { name: 'Look at them' }).click();
    await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: /^Acknowledge all/ }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectAccessible();
  });
});

test('axe finds nothing where a verdict covers the sign-in', async () => {
  const state = openDoor({ session: LOST });
  const { main } = await openKiosk(state);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => root('screen')).toBe('sign-in');
  main.emit(withChanges(state, { verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  await expectAccessible();
});

describe('axe finds nothing in the programme', () => {
  const openProgramme = async (size: Size) => {
    const state = withProgramme();
    await openKiosk(state, { main: mainWithProgramme(state), size });
    await chooseMore('What’s on');
    await expect.element(page.getByRole('grid')).toBeVisible();
  };

  test.each(['laptop', 'portrait'] as const)('on a %s', async (size) => {
    await openProgramme(size);
    await expectAccessible();
    await page.getByRole('tab', { name: 'Series' }).click();
    await expectAccessible();
    await page.getByRole('tab', { name: 'Performances' }).click();
    await expect.element(page.getByRole('button', { name: 'Show more' })).toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('button', { name: 'The Tempest' }).first().click();
    await expect.element(page.getByText('About')).toBeInTheDocument();
    await expectAccessible();
  });

  test('the idle board', async () => {
    let now = NOW;
    const state = boardAfter(60_000, withProgramme());
    await openKiosk(state, { main: mainWithProgramme(state), now: () => now });
    now += 60_000;
    await expect.poll(() => root('board'), { timeout: 5000 }).toBe('idle');
    await expectAccessible();
  });

  test('choosing what to scan', async () => {
    const state = withProgramme({ selection: null });
    const main = mainWithProgramme(state);
    const performances = [{ performanceId: 111, performanceStart: inMinutes(5) }];
    const productions = [{ productionId: 11, productionName: 'The Winter’s Tale', performances }];
    main.on('filterOptions', () => ({ ok: true, value: [{ id: 1, value: 'One', productions }] }));
    await openKiosk(state, { main });
    await expect.poll(() => document.images.length).toBe(1);
    await expectAccessible();
  });
});

describe('with reduced motion', () => {
  const emulate = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    });

  afterEach(() => emulate('no-preference'));

  test('the invitation keeps still; without it, it goes in steps, seconds apart', async () => {
    let now = NOW;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await openKiosk(openDoor(), { now: () => now });
    /** How strongly the corners around the ticket show, in each second that passes. */
    const strengths = async () => {
      const seen: string[] = [];
      for (let second = 0; second < 8; second += 1) {
        now += 1000;
        vi.advanceTimersByTime(1000);
        await tick();
        const corners = document.querySelector('.scan .window');
        seen.push(corners === null ? 'gone' : getComputedStyle(corners).opacity);
      }
      return seen;
    };
    expect(await strengths()).toEqual(['1', '0.75', '0.75', '0.5', '0.5', '0.75', '0.75', '1']);
    await emulate('reduce');
    expect(new Set(await strengths())).toEqual(new Set(['1']));
  });

  test('a scan that takes long is still seen to be under way', async () => {
    await emulate('reduce');
    await openKiosk(openDoor({ waiting: 1 }));
    await expect.element(page.getByText('Checking')).toBeVisible();
  });
});
