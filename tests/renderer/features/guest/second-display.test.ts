import { expect, test } from 'vitest';
import { guestState } from '#main/kiosk/guest-state.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { admission, openDoor } from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { scan, typeByHand } from '#tests/renderer/support/keys.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { scanners, type StateChanges } from '#tests/support/kiosk-state.ts';

/** A door at which each side has a display, as the usher's is told of it. */
function bothSides(changes: StateChanges = {}): KioskState {
  const state = openDoor(changes);
  return { ...state, settings: { ...state.settings, audience: 'both', volume: 1 } };
}

test('a verdict is on both sides, in their own words, and heard from the usher’s alone', async () => {
  for (const [side, shown, heard] of [
    ['usher', bothSides(), [1]],
    ['guest', guestState(bothSides()), [0]],
  ] as const) {
    const main = new FakeMain(shown);
    const { screen, sounds } = await openKiosk(shown, { main, side });
    const told = bothSides({ verdict: admission() });
    main.emit(side === 'guest' ? guestState(told) : told);
    await expect.poll(() => root('verdict')).toBe('admit');
    const words = screen.getByText('Let this guest in.');
    await (side === 'guest'
      ? expect.element(words).not.toBeInTheDocument()
      : expect.element(words).toBeVisible());
    expect(sounds.map(([, volume]) => volume)).toEqual(heard);
    await screen.unmount();
  }
});

test('a scanner that types into the guest’s window is heard; whatever else is pressed there does nothing', async () => {
  const state = guestState(bothSides());
  const { main } = await openKiosk(state, { side: 'guest' });
  await scan('4006381333931{Enter}');
  expect(main.requests('scan')).toEqual([{ code: '4006381333931', source: 'wedge' }]);
  await typeByHand('abc{Enter}');
  expect(main.requests('scan')).toHaveLength(1);
  // Who has the rhythms of scanners is the usher's side.
  const asked = new Set(main.calls.map(([name]) => name));
  expect([...asked].sort()).toEqual(['scan', 'state']);
});

test('a code that could not be read is asked for once more, on the guest’s side as well', async () => {
  const begun = guestState(bothSides());
  const { main, screen } = await openKiosk(begun, { side: 'guest' });
  const missed = { number: 7, reason: 'garbled', at: Date.UTC(2025, 10, 20, 19, 10) } as const;
  main.emit(guestState(bothSides({ scanners: scanners({ missed }) })));
  await expect.element(screen.getByText('Please hold it there once more.')).toBeVisible();
});

test('what the usher mistypes is not answered on the guest’s side', async () => {
  const begun = guestState(bothSides());
  const { main, screen } = await openKiosk(begun, { side: 'guest' });
  const missed = { number: 7, reason: 'empty', at: Date.UTC(2025, 10, 20, 19, 10) } as const;
  main.emit(
    guestState(
      bothSides({ waiting: 1, scanners: scanners({ missed: { ...missed, byHand: true } }) }),
    ),
  );
  await expect.element(screen.getByText('Checking').first()).toBeVisible();
  await expect.element(screen.getByText('Please hold it there once more.')).not.toBeInTheDocument();
});

test('while staff sign out or change to a rehearsal the entrance is closed, and nothing is out of order', async () => {
  for (const leaving of ['signing-out', 'switching', 'closing'] as const) {
    const { screen } = await openKiosk(guestState(bothSides({ leaving })), { side: 'guest' });
    await expect.element(screen.getByText('This entrance is closed just now.')).toBeVisible();
    await expect.element(screen.getByText('Out of order')).not.toBeInTheDocument();
    await screen.unmount();
  }
});
