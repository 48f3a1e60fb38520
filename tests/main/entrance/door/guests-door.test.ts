import { expect, test } from 'vitest';
import { openEvening, type Start } from '#tests/main/offline/support/evening.ts';
import { err, ok } from '#shared/result.ts';

const NEEDS_PIN = err({ type: 'needs-pin', settings: ['audience'] });

async function openKiosk(settings: Start['settings'] = {}) {
  const evening = await openEvening();
  const kiosk = await evening.kiosk({ settings });
  await kiosk.signIn();
  return { kiosk };
}

test('a screen is given to guests by whoever has the PIN, and without one by nobody', async () => {
  const { kiosk } = await openKiosk();
  const { changeSettings, setPin } = kiosk.handlers;
  expect(await changeSettings({ change: { audience: 'guest' } })).toEqual(NEEDS_PIN);
  expect(kiosk.state().settings.audience).toBe('usher');
  expect(await changeSettings({ change: { audience: 'guest', guestsWithoutPin: true } })).toEqual(
    ok(null),
  );
  expect(await changeSettings({ change: { guestsWithoutPin: false } })).toEqual(NEEDS_PIN);
  await setPin({ pin: '4711' });
  expect(await changeSettings({ change: { guestsWithoutPin: false } })).toEqual(ok(null));
});

test('a guests’ door opens with a PIN, and without one stays closed: whoever passes could set one', async () => {
  const { kiosk } = await openKiosk({ audience: 'guest' });
  const selection = await kiosk.choose();
  expect(await kiosk.handlers.changeSettings({ change: { volume: 0.5 } }), 'all else').toEqual(
    ok(null),
  );
  expect(kiosk.state().door.selection).toBeNull();
  expect(await kiosk.handlers.select({ selection })).toEqual(err({ type: 'no-pin' }));
  await kiosk.handlers.setPin({ pin: '4711' });
  expect(await kiosk.handlers.select({ selection })).toEqual(ok(null));
  expect(kiosk.state().door.selection).toEqual(selection);
});

test('nor does it open again by itself after the power went, where the PIN is gone', async () => {
  const evening = await openEvening();
  const before = await evening.kiosk();
  await before.openDoor();
  const folder = await before.loseItsPower();
  const open = await evening.kiosk({ folder });
  expect(open.state().door.selection, 'an usher’s door does').not.toBeNull();
  const again = await open.loseItsPower();
  const guests = await evening.kiosk({ folder: again, settings: { audience: 'guest' } });
  expect(guests.state().door.selection).toBeNull();
});

test('an opened guests’ door is locked at once, and the PIN that guards it cannot be taken away', async () => {
  const { kiosk } = await openKiosk({ audience: 'guest' });
  await kiosk.handlers.setPin({ pin: '4711' });
  expect(kiosk.state().machine.lock.isUnlocked).toBe(true);
  await kiosk.choose();
  expect(kiosk.state().machine.lock.isUnlocked).toBe(false);
  await kiosk.handlers.unlock({ pin: '4711' });
  expect(await kiosk.handlers.setPin({ pin: null })).toEqual(NEEDS_PIN);
  expect(kiosk.state().machine.lock.hasPin).toBe(true);
});

test('a guest before a door that did not open again cannot sign the kiosk out, or open it for something else', async () => {
  const { kiosk } = await openKiosk({ audience: 'guest' });
  await kiosk.handlers.setPin({ pin: '4711' });
  await kiosk.handlers.lock(null);
  expect(kiosk.state().door.selection).toBeNull();
  expect(['select', 'signOut'].map((name) => kiosk.mayCall(name as 'select'))).toEqual([
    false,
    false,
  ]);
});

test('looking up takes the PIN at an open guests’ door, and ends with the lock', async () => {
  const { kiosk } = await openKiosk({ audience: 'guest' });
  await kiosk.handlers.setPin({ pin: '4711' });
  const ofAnUsher = ['letInHere', 'lookUpOnly', 'noteSeen', 'refreshTickets'] as const;
  const allowed = () => ofAnUsher.filter((name) => kiosk.mayCall(name));
  await kiosk.choose();
  expect(allowed()).toEqual([]);
  await kiosk.handlers.unlock({ pin: '4711' });
  expect(allowed()).toEqual(ofAnUsher);
  await kiosk.handlers.lookUpOnly({ on: true });
  expect(kiosk.state().door.looksUpOnly).toBe(true);
  await kiosk.handlers.lock(null);
  expect(kiosk.state().door.looksUpOnly).toBe(false);
});
