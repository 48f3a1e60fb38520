import { flushSync } from 'svelte';
import { guestState } from '#main/kiosk/guest-state.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { VERDICTS } from './support/all-verdicts.ts';
import { expectAccessible } from './support/axe.ts';
import { boardAfter, NOW, openDoor } from './support/builders.ts';
import { mainForScreens, WAYS_TO_SCREENS } from './support/every-screen.ts';
import { FakeMain } from './support/fake-transport.ts';
import { guests } from './support/guests.ts';
import { openKiosk, root } from './support/open-kiosk.ts';
import { mainWithProgramme, withProgramme } from './support/programme.ts';
import { expectNothingFails, failuresOf } from './support/second-engine.ts';
import type { StateChanges } from '#tests/support/kiosk-state.ts';

async function expectBothFindNothing(): Promise<void> {
  await expectAccessible();
  await expectNothingFails();
}

describe('two engines find nothing, at an usher’s', () => {
  test.each(Object.entries(WAYS_TO_SCREENS))('%s', async (screen, { state, go }) => {
    await openKiosk(state, { main: mainForScreens(state) });
    await go?.();
    await expect.poll(() => root('screen')).toBe(screen);
    await expectBothFindNothing();
  });
});

/** One verdict for each reason, and whatever else a guest can stand before. */
const FOR_GUESTS: readonly (readonly [string, StateChanges])[] = [
  ['door', {}],
  ...Object.entries(VERDICTS).map(([name, [verdict = null]]) => [name, { verdict }] as const),
  ['help can be asked for', { help: { isOffered: true, askedAt: null } }],
  ['help was asked for', { help: { isOffered: true, askedAt: 1 } }],
  ['way out', { isWayOut: true }],
  ['looks up only', { looksUpOnly: true }],
  ['out of order', { fault: { type: 'demo-failed' } }],
  ['leaving', { leaving: 'closing' }],
];

test(
  'two engines find nothing, at the guests’, whatever their verdict',
  { timeout: 180_000 },
  async () => {
    const main = new FakeMain(guests());
    await openKiosk(guests(), { main });
    for (const [, changes] of FOR_GUESTS) {
      main.emit(guests(changes));
      flushSync();
      await expectBothFindNothing();
    }
    main.emit(guests());
    await page.getByRole('button', { name: 'English' }).click();
    await expectBothFindNothing();
  },
);

test(
  'two engines find nothing, on a display of the guests’ own',
  { timeout: 180_000 },
  async () => {
    const main = new FakeMain(guestState(openDoor()));
    await openKiosk(guestState(openDoor()), { main, side: 'guest' });
    for (const [, changes] of [...FOR_GUESTS, ['closed', { selection: null }] as const]) {
      main.emit(guestState(openDoor(changes)));
      flushSync();
      await expectBothFindNothing();
    }
  },
);

test('two engines find nothing, on the idle board', async () => {
  let now = NOW;
  const state = boardAfter(60_000, withProgramme());
  await openKiosk(state, { main: mainWithProgramme(state), now: () => now });
  now += 60_000;
  await expect.poll(() => root('board')).toBe('idle');
  await expectBothFindNothing();
});

test('what keeps people out is found: a name that nothing has, a picture without words', async () => {
  await openKiosk(openDoor());
  const [button] = document.querySelectorAll('#app button');
  button?.setAttribute('aria-labelledby', 'nobody');
  document.querySelector('#app')?.append(new Image());
  const failures = await failuresOf(document);
  expect(failures.map((one) => one.split(':')[0])).toEqual(
    expect.arrayContaining(['aria_id_unique', 'img_alt_valid']),
  );
});
