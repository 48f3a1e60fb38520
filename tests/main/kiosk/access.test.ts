import { behindThePin } from '#main/kiosk/access.ts';
import { Lock } from '#main/operations/lock/lock.ts';
import { LOCK_TIMINGS } from '#main/operations/lock/timings.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CALLS, type CallAccess, type KioskCallName } from '#shared/ipc/calls.ts';
import { QUICK } from '#tests/main/operations/lock/quick.ts';

/** A kiosk, 2468 its PIN, locked unless it has none. */
async function kiosk({
  hasPin = true,
  isDoorOpen = true,
  isForGuests = false,
  isSignedIn = true,
  isOutOfOrder = false,
} = {}) {
  const clock = new FakeClock();
  const lock = new Lock({
    file: sealedFile(join(temporaryFolder(), 'pin.sealed'), Buffer.alloc(32, 7)),
    clock,
    logger: new RecordingLogger(),
    onChange: () => undefined,
    cost: QUICK,
  });
  if (hasPin) await lock.setPin('2468');
  lock.lock();
  const door = {
    isOpen: () => isDoorOpen,
    isGuests: () => isDoorOpen && isForGuests,
    isSignedIn: () => isSignedIn,
    isOutOfOrder: () => isOutOfOrder,
  };
  return { clock, lock, mayCall: behindThePin(lock, door) };
}

test('whoever walks past an open door can scan and look, but neither change it nor end the work', async () => {
  const { mayCall } = await kiosk();
  for (const name of [
    'scan',
    'state',
    'lookUpOnly',
    'statistics',
    'history',
    'unlock',
    'setLanguage',
  ] as const) {
    expect(mayCall(name), name).toBe(true);
  }
  for (const name of [
    'select',
    'signOut',
    'changeSettings',
    'setPin',
    'useBaseUrl',
    'quit',
  ] as const) {
    expect(mayCall(name), name).toBe(false);
  }
});

/** All calls with this access. */
const callsWith = (access: CallAccess) =>
  (Object.keys(CALLS) as KioskCallName[]).filter((name) => CALLS[name] === access).toSorted();

// A call that is missing here takes the PIN. Before you add one: what may a stranger do with it at an open door?
test('exactly these calls are for anybody, or for anybody at times', () => {
  expect(callsWith('public')).toEqual([
    'askForHelp',
    'checkHealth',
    'endHelp',
    'filterOptions',
    'keepRhythms',
    'lastOffered',
    'leaveParty',
    'lock',
    'mendLedger',
    'missScan',
    'nextPerformances',
    'noteCamera',
    'programmeBoard',
    'programmeDetail',
    'programmeMonth',
    'programmePerformances',
    'programmeSeries',
    'readByCamera',
    'refreshProgramme',
    'resetPin',
    'scan',
    'setLanguage',
    'state',
    'statistics',
    'stopParty',
    'unlock',
    'venueLogo',
  ]);
  expect(callsWith('pin-automatic')).toEqual([
    'discrepancies',
    'findTicketsAgain',
    'house',
    'houseSetup',
  ]);
  expect(callsWith('pin-while-open')).toEqual(['select', 'signOut', 'useAsWayOut']);
  expect(callsWith('pin-while-at-work')).toEqual(['signIn']);
  expect(callsWith('pin-with-guests')).toEqual([
    'history',
    'letInHere',
    'lookUpOnly',
    'noteSeen',
    'refreshTickets',
    'serialPorts',
  ]);
  expect(callsWith('pin-while-in-order')).toEqual(['saveSupportBundle']);
});

test('every other call takes the PIN at an open door', async () => {
  const allowed = async (isForGuests: boolean) => {
    const { mayCall } = await kiosk({ isForGuests });
    return (Object.keys(CALLS) as KioskCallName[]).filter((name) => mayCall(name)).toSorted();
  };
  expect(await allowed(false)).toEqual(
    [...callsWith('public'), ...callsWith('pin-with-guests')].toSorted(),
  );
  expect(await allowed(true)).toEqual(callsWith('public'));
});

test('calls that need no PIN at a staff screen take it on a guests’ screen', async () => {
  const { clock, lock, mayCall } = await kiosk({ isForGuests: true });
  expect(mayCall('letInHere')).toBe(false);
  expect((await lock.unlock('2468')).ok).toBe(true);
  await clock.advance(LOCK_TIMINGS.unlockedFor - 1);
  expect(mayCall('letInHere')).toBe(true);
  await clock.advance(LOCK_TIMINGS.unlockedFor - 1);
  expect(mayCall('changeSettings')).toBe(true);
});

test('nobody ends the work by signing in over it, but who lost the session signs in again', async () => {
  expect((await kiosk()).mayCall('signIn')).toBe(false);
  expect((await kiosk({ isSignedIn: false })).mayCall('signIn')).toBe(true);
  expect((await kiosk({ isDoorOpen: false })).mayCall('signIn')).toBe(true);
});

test('who has signed in at a closed door may open it, or sign out, without the PIN', async () => {
  const { mayCall } = await kiosk({ isDoorOpen: false });
  expect(mayCall('select')).toBe(true);
  expect(mayCall('signOut')).toBe(true);
  expect(mayCall('changeSettings')).toBe(false);
});

test('a file for whoever helps takes the PIN, but for a kiosk that is out of order', async () => {
  expect((await kiosk()).mayCall('saveSupportBundle')).toBe(false);
  const { mayCall } = await kiosk({ isOutOfOrder: true });
  expect(mayCall('saveSupportBundle')).toBe(true);
  expect(mayCall('changeSettings')).toBe(false);
});

test('without a PIN nothing is locked', async () => {
  const { mayCall } = await kiosk({ hasPin: false });
  expect(mayCall('changeSettings')).toBe(true);
  expect(mayCall('signOut')).toBe(true);
});

test.each<KioskCallName>(['discrepancies', 'findTicketsAgain', 'house', 'houseSetup'])(
  'a page that polls %s does not keep the kiosk unlocked',
  async (name) => {
    const { clock, lock, mayCall } = await kiosk();
    expect((await lock.unlock('2468')).ok).toBe(true);
    for (let asked = 0; asked < 10; asked += 1) {
      expect(mayCall(name)).toBe(true);
      await clock.advance(LOCK_TIMINGS.unlockedFor / 10);
    }
    expect(mayCall(name)).toBe(false);
    expect(mayCall('changeSettings')).toBe(false);
  },
);

test('it stays unlocked for whoever is at work, and no longer', async () => {
  const { clock, lock, mayCall } = await kiosk();
  expect((await lock.unlock('2468')).ok).toBe(true);
  const nearly = LOCK_TIMINGS.unlockedFor - 1;
  await clock.advance(nearly);
  expect(mayCall('changeSettings')).toBe(true);
  await clock.advance(nearly);
  // What anybody may do is no work behind the PIN.
  expect(mayCall('scan')).toBe(true);
  await clock.advance(nearly);
  expect(mayCall('changeSettings')).toBe(false);
});
