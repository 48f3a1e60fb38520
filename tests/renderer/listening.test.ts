import { tick } from 'svelte';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { scanners, withChanges } from '#tests/support/kiosk-state.ts';
import { admission, boardAfter, NOW, openDoor } from './support/builders.ts';
import { FakeMain } from './support/fake-transport.ts';
import { scan } from './support/keys.ts';
import { openKiosk, root } from './support/open-kiosk.ts';

const wedge = { ...scanners().wedge };
const withWedge = (changes: Partial<typeof wedge> = {}) =>
  openDoor({ scanners: scanners({ wedge: { ...wedge, ...changes } }) });

describe('keyboard scanners are listened to', () => {
  test('through every new state of the kiosk, in the middle of a code', async () => {
    const main = new FakeMain(withWedge());
    const emit = () => main.emit(withWedge());
    window.addEventListener('keydown', emit, { capture: true });
    onTestFinished(() => window.removeEventListener('keydown', emit, { capture: true }));
    await openKiosk(withWedge(), { main });
    await scan('HALF 2{Enter}', { gap: 40 });
    await expect.poll(() => main.requests('scan')).toEqual([{ code: 'HALF 2', source: 'wedge' }]);
  });

  test('as they are set up from now on', async () => {
    const { main } = await openKiosk(withWedge());
    await scan('*CODE 1{Enter}');
    main.emit(withWedge({ prefix: '*' }));
    await scan('*CODE 2{Enter}');
    const codes = () => main.requests('scan');
    await expect.poll(codes).toEqual([
      { code: '*CODE 1', source: 'wedge' },
      { code: 'CODE 2', source: 'wedge' },
    ]);
    await scan('CODE 3{Enter}');
    await expect.poll(() => main.requests('missScan')).toEqual([{ reason: 'garbled' }]);
    expect(codes()).toHaveLength(2);
  });

  test('and how they type is kept', async () => {
    const { main } = await openKiosk(withWedge());
    await scan('CODE 1{Enter}');
    await expect.poll(() => main.requests('keepRhythms').length).toBeGreaterThan(0);
  });
});

describe('a trial of the scanners that nobody watches', () => {
  const tried = openDoor({ scanners: scanners({ trial: { arrivals: [] } }) });
  const ends = (main: { requests: (name: 'tryScanners') => unknown[] }) =>
    expect.poll(() => main.requests('tryScanners').at(-1)).toEqual({ on: false });

  test('is ended where the page was loaded anew', async () => {
    const { main } = await openKiosk(tried);
    expect(root('screen')).toBe('ready');
    await ends(main);
  });

  test('is ended when the operator goes on, and not before', async () => {
    const { main } = await openKiosk(openDoor());
    await page.getByRole('button', { name: /^Readiness/ }).click();
    await page.getByRole('button', { name: 'Set up scanners' }).click();
    await expect.poll(() => root('screen')).toBe('scanners');
    main.emit(tried);
    main.emit({ ...tried });
    await expect.poll(() => main.requests('tryScanners')).toEqual([{ on: true }]);
    await page.getByRole('button', { name: 'Back to the door' }).click();
    await ends(main);
  });

  test('is ended for a guest who has scanned before', async () => {
    const { main } = await openKiosk(openDoor());
    await page.getByRole('button', { name: /^Readiness/ }).click();
    await page.getByRole('button', { name: 'Set up scanners' }).click();
    await expect.poll(() => root('screen')).toBe('scanners');
    main.emit(withChanges(tried, { verdict: admission() }));
    await expect.poll(() => root('screen')).toBe('verdict');
    await ends(main);
  });
});

test('what a scanner without keys sends keeps the operator’s page, as a touch does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = NOW;
  const state = boardAfter(60_000, openDoor());
  const { main } = await openKiosk(state, { now: () => now });
  await page.getByRole('button', { name: /^Readiness/ }).click();
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(1000);
    await tick();
  };
  await pass(59_000);
  const missed = { number: 1, reason: 'garbled', at: now } as const;
  main.emit({ ...state, scanners: scanners({ missed }) });
  await pass(59_000);
  expect(root('screen')).toBe('readiness');
  await pass(1000);
  expect(root('screen')).toBe('ready');
});
