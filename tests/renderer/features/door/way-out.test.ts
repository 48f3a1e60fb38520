import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  boardAfter,
  inMinutes,
  openDoor,
  TICKET,
  verdict,
  WENT_OUT,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const SETTINGS = { ...openDoor().settings, reentry: 'always' as const };
const WAY_IN = openDoor({ settings: SETTINGS });
const WAY_OUT: KioskState = withChanges(WAY_IN, { isWayOut: true });

function mainThatSwitches(state: KioskState): FakeMain {
  const main = new FakeMain(state);
  main.on('useAsWayOut', ({ on }) => {
    main.emit(withChanges(state, { isWayOut: on }));
    return { ok: true, value: null };
  });
  return main;
}

test.each<Size>(['laptop', 'small', 'portrait'])(
  'the whole screen says that this is a way out, on a %s screen',
  async (size) => {
    await openKiosk(WAY_OUT, { size });
    await expect.element(page.getByRole('heading', { name: 'Way out' })).toBeVisible();
    await expect.element(page.getByText('Scan your ticket when you leave.')).toBeVisible();
    await expectAccessible();
    await picture(`way-out-${size}`);
  },
);

test('a door is made a way out, and a way in again', async () => {
  const main = mainThatSwitches(WAY_IN);
  await openKiosk(WAY_IN, { main });
  await chooseMore('Make this a way out');
  await expect.element(page.getByRole('heading', { name: 'Way out' })).toBeVisible();
  await page.getByRole('button', { name: 'Make this a way in' }).click();
  await expect.element(page.getByRole('heading', { name: 'Way out' })).not.toBeInTheDocument();
  expect(main.requests('useAsWayOut')).toEqual([{ on: true }, { on: false }]);
});

test('where nobody may come in again, no door is made a way out', async () => {
  await openKiosk(openDoor({ settings: { ...SETTINGS, reentry: DEFAULT_SETTINGS.reentry } }));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'House' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'History' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Make this a way out' }).elements()).toEqual([]);
});

test('a way out stays one, however long nobody leaves', async () => {
  await openKiosk(boardAfter(0, WAY_OUT));
  await expect.element(page.getByRole('heading', { name: 'Way out' })).toBeVisible();
});

test.each([
  ['for as long as it lasts', WENT_OUT, 'Your ticket lets you in again until 19:40.'],
  ['without an end', { ...WENT_OUT, until: null }, 'Your ticket lets you in again.'],
  [
    'not any more',
    { ...WENT_OUT, mayReturn: false, until: null },
    'This ticket does not let you in again.',
  ],
] as const)('who leaves is told whether they may come back: %s', async (_, reason, says) => {
  const exit = verdict('exit', reason, { basis: 'venue' });
  await openKiosk(withChanges(WAY_OUT, { verdict: exit, lastVerdict: exit }));
  await expect.element(page.getByRole('heading', { name: 'See you again' })).toBeVisible();
  await expect.element(page.getByText(says)).toBeVisible();
  await picture(`exit-${reason.mayReturn ? 'back' : 'not-back'}`);
});

test('an exit of somebody who was not known to be inside is told to the usher', async () => {
  const exit = verdict('exit', { ...WENT_OUT, isStray: true }, { basis: 'venue' });
  await openKiosk(withChanges(WAY_OUT, { verdict: exit, lastVerdict: exit }));
  await expect.element(page.getByText(/Nobody was known to be inside/)).toBeVisible();
});

test('who comes in again is welcomed back, and told when they left', async () => {
  const reason = { type: 'came-back', leftAt: inMinutes(-12) } as const;
  const back = verdict('admit', reason, { basis: 'venue', ticket: TICKET });
  await openKiosk(withChanges(WAY_IN, { verdict: back, lastVerdict: back }));
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.element(page.getByText('You left at 18:58.')).toBeVisible();
  expect(root('verdict')).toBe('admit');
  await expectAccessible();
  await picture('welcome-back');
});

test('a full house asks to wait', async () => {
  const held = verdict('held', { type: 'house-full', capacity: 1_200 }, { basis: 'venue' });
  await openKiosk(withChanges(WAY_IN, { verdict: held, lastVerdict: held }));
  await expect.element(page.getByText('The house is full.')).toBeVisible();
});
