import type { KioskState } from '#shared/model/kiosk-state.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  admission,
  boardAfter,
  NOW,
  openDoor,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from '#tests/renderer/support/programme.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0h30v10H0z"/></svg>';
const LOGO = `data:image/svg+xml,${encodeURIComponent(SQUARE)}`;

/** A kiosk of a house with a name, a picture and a colour. */
function ofTheGlobe(state: KioskState): KioskState {
  const settings = { ...state.settings, venueName: 'Globe', accent: '#c8102e' };
  return withChanges(state, { settings, venueLogo: 'mark-1' });
}

function showing(main: FakeMain): FakeMain {
  main.on('venueLogo', () => ({ ok: true, value: LOGO }));
  return main;
}

const bar = () => document.querySelector('.accent');
const logo = () => document.querySelector<HTMLImageElement>('.brand img')?.src ?? null;

test.each<[string, KioskState]>([
  ['the ready screen', openDoor()],
  ['the sign-in', signedOut()],
])('%s shows whose house it is', async (name, plain) => {
  const state = ofTheGlobe(plain);
  await openKiosk(state, { main: showing(new FakeMain(state)) });
  await expect.element(page.getByText('Globe', { exact: true })).toBeVisible();
  await expect.poll(logo).toBe(LOGO);
  expect(bar()?.getBoundingClientRect()).toMatchObject({ top: 0, left: 0, width: innerWidth });
  await expect.element(page.getByText('Usher', { exact: true })).not.toBeInTheDocument();
  await picture(`brand-${name.replaceAll(' ', '-')}`);
});

test('so does the idle board', async () => {
  let now = NOW;
  const state = ofTheGlobe(boardAfter(60_000, withProgramme()));
  await openKiosk(state, { main: showing(mainWithProgramme(state)), now: () => now });
  now += 60_000;
  await expect.poll(() => root('board'), { timeout: 5000 }).toBe('idle');
  await expect.element(page.getByText('Globe', { exact: true })).toBeVisible();
  expect(bar()).not.toBeNull();
  await picture('brand-idle-board');
});

test('a verdict shows nothing of it', async () => {
  const state = ofTheGlobe(openDoor({ verdict: admission() }));
  await openKiosk(state, { main: showing(new FakeMain(state)) });
  await expect.element(page.getByText('Globe', { exact: true })).not.toBeInTheDocument();
  expect([bar(), logo()]).toEqual([null, null]);
});

test('without a name and a picture it is the product’s own sign, and no bar without a colour', async () => {
  await openKiosk(openDoor());
  await expect.element(page.getByText('Usher', { exact: true })).toBeVisible();
  expect([bar(), logo()]).toEqual([null, null]);
});

test('the picture is asked for once, and again when there is another one', async () => {
  const state = ofTheGlobe(openDoor());
  const main = showing(new FakeMain(state));
  await openKiosk(state, { main });
  await expect.poll(logo).toBe(LOGO);
  main.emit(withChanges(state, { verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(state);
  await expect.poll(logo).toBe(LOGO);
  expect(main.requests('venueLogo')).toHaveLength(1);
  main.emit(withChanges(state, { venueLogo: 'mark-2' }));
  await expect.poll(() => main.requests('venueLogo').length).toBe(2);
  main.emit(withChanges(state, { venueLogo: null }));
  await expect.poll(logo).toBeNull();
});
