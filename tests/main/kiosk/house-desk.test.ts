import Conf from 'conf';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import { sealedFile, type SealedFile } from '#main/base/vault/sealed-file.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { HouseDesk } from '#main/kiosk/house-desk.ts';
import { HouseMembership } from '#main/kiosk/house-membership.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { offerJoining } from '#main/venue/join-offer.ts';
import { JOIN_CODE_LASTS, type JoinOffer } from '#shared/model/join.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { SALT } from '#tests/support/door-keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { newKiosk, watch } from '#tests/support/new-kiosk.ts';
import { EACH_SCAN_COUNTS } from '#tests/support/patient-timings.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from '../ledger/support.ts';
import { silentKiosk } from '../venue/silent-kiosk.ts';

/** A kiosk on this machine that no settings file says anything to. */
async function openKiosk(boxOffice: BoxOffice, dataDirectory = temporaryFolder()) {
  const logger = new RecordingLogger();
  const { kiosk } = newKiosk(
    {
      baseUrl: boxOffice.baseUrl,
      timings: EACH_SCAN_COUNTS,
    },
    { dataDirectory, logger, addresses: () => ['127.0.0.1'] },
  );
  let isOn = true;
  const stop = async (): Promise<void> => {
    if (isOn) await kiosk.stop();
    isOn = false;
  };
  onTestFinished(stop);
  const { verdicts } = watch(kiosk);
  await kiosk.start();
  const { handlers } = kiosk;
  return {
    ...{ kiosk, handlers, dataDirectory, logger, verdicts, stop },
    setup: async () => valueOf(await handlers.houseSetup(null)),
    isJoined: (doors: number) =>
      eventually(() => expect(kiosk.state().peers).toMatchObject({ status: 'joined', doors })),
  };
}

async function openTwo() {
  const boxOffice = await startBoxOffice({ tickets: 200 });
  onTestFinished(() => boxOffice.close());
  const [host, guest] = await Promise.all([openKiosk(boxOffice), openKiosk(boxOffice)]);
  return { boxOffice, host, guest };
}

test('two laptops without a server: one is the broker, the other joins by a scanned code', async () => {
  const { host, guest, boxOffice } = await openTwo();
  expect(await host.setup()).toMatchObject({ broker: null, isBrokerHere: false });
  valueOf(await host.handlers.hostHouse(null));
  await host.isJoined(0);
  const { code } = valueOf(await host.handlers.offerJoining(null));
  expect(await host.setup()).toMatchObject({ isBrokerHere: true, user: 'doors', offer: 'waiting' });

  await guest.handlers.awaitJoinCode({ on: true });
  expect(await guest.handlers.scan({ code, source: 'wedge' })).toEqual({
    ok: true,
    value: { taken: true },
  });
  await Promise.all([host.isJoined(1), guest.isJoined(1)]);
  expect(await host.setup()).toMatchObject({ offer: 'taken' });
  expect(await guest.setup()).toMatchObject({ joining: 'joined', isBrokerHere: false });
  // A scanner that still looks at the other screen reads the code again.
  await guest.handlers.scan({ code, source: 'wedge' });
  expect(await guest.setup()).toMatchObject({ joining: 'joined' });

  for (const { handlers, kiosk } of [host, guest]) {
    await handlers.signIn(userOf(boxOffice, 'scanner'));
    await choose(handlers);
    await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());
  }
  const [ticket = ''] = boxOffice.barcodes('valid', 1);
  await host.handlers.scan({ code: ticket, source: 'wedge' });
  await eventually(() => expect(host.verdicts).toMatchObject([{ kind: 'admit' }]));
  await eventually(async () => {
    await guest.handlers.scan({ code: ticket, source: 'wedge' });
    expect(guest.verdicts.at(-1)?.own?.usedAtDoor?.door).toBe(
      host.kiosk.state().machine.kiosk.name,
    );
  });
});

test('a door of a house is one again after a restart, and none any more once it has left', async () => {
  const { boxOffice, host } = await openTwo();
  valueOf(await host.handlers.hostHouse(null));
  await host.isJoined(0);
  const before = await host.setup();
  await host.stop();
  const again = await openKiosk(boxOffice, host.dataDirectory);
  await again.isJoined(0);
  expect(await again.setup()).toMatchObject({ broker: before.broker, isBrokerHere: true });
  valueOf(await again.handlers.leaveHouse(null));
  await eventually(() => expect(again.kiosk.state().peers.status).toBe('off'));
  expect(await again.setup()).toMatchObject({ broker: null, hasPassword: false });
});

test.each(['rehearsal', 'demonstration'])(
  'a %s at a door of a house meets no other doors, and changes nothing of it',
  async (what) => {
    const { boxOffice, host } = await openTwo();
    valueOf(await host.handlers.hostHouse(null));
    await host.isJoined(0);
    await host.stop();
    const { kiosk } = newKiosk(
      what === 'rehearsal'
        ? { rehearsal: { isOn: true, switchTo: () => Promise.reject(new Error('nobody asks')) } }
        : { demo: boxOffice.guide },
      { dataDirectory: host.dataDirectory, addresses: () => ['127.0.0.1'] },
    );
    onTestFinished(() => kiosk.stop());
    await kiosk.start();
    expect(kiosk.state().peers).toMatchObject({ status: 'off', inside: null });
    expect(await kiosk.handlers.house(null)).toEqual({ ok: true, value: null });
    expect(await kiosk.handlers.holdDoors({ on: true })).toMatchObject({ ok: false });
    for (const refused of [
      await kiosk.handlers.hostHouse(null),
      await kiosk.handlers.leaveHouse(null),
    ]) {
      expect(refused).toEqual({ ok: false, error: { type: 'rehearsal' } });
    }
    await kiosk.stop();
    const again = await openKiosk(boxOffice, host.dataDirectory);
    await again.isJoined(0);
  },
);

test('a code that nobody waits for joins no house, and is no ticket', async () => {
  const { host, guest, boxOffice } = await openTwo();
  valueOf(await host.handlers.hostHouse(null));
  const { code } = valueOf(await host.handlers.offerJoining(null));
  await guest.handlers.signIn(userOf(boxOffice, 'scanner'));
  await choose(guest.handlers);
  const answer = await guest.handlers.scan({ code, source: 'wedge' });
  expect(answer).toEqual({ ok: true, value: { taken: false } });
  expect(guest.kiosk.state().scanners.missed).toMatchObject({ reason: 'join-code' });
  expect(guest.verdicts).toEqual([]);
  expect(await guest.setup()).toMatchObject({ broker: null, joining: null });
});

test('a kiosk that has locked itself, or waited for long, joins no house', async () => {
  const { host, guest } = await openTwo();
  valueOf(await host.handlers.hostHouse(null));
  const { code } = valueOf(await host.handlers.offerJoining(null));
  await guest.handlers.awaitJoinCode({ on: true });
  valueOf(await guest.handlers.setPin({ pin: '2580' }));
  valueOf(await guest.handlers.lock(null));
  const answer = await guest.handlers.scan({ code, source: 'wedge' });
  expect(answer).toEqual({ ok: true, value: { taken: false } });
  expect(guest.kiosk.state().peers.status).toBe('off');

  const clock = new FakeClock();
  const file = sealedFile(join(temporaryFolder(), 'house.sealed'), Buffer.alloc(32, 1));
  const { joining } = deskOf({ clock, file });
  joining.open();
  await clock.advance(JOIN_CODE_LASTS);
  expect(joining.hear(code)).toBe(false);
});

test.each<[string, (handlers: KioskHandlers) => unknown]>([
  ['cancelling', (handlers) => handlers.awaitJoinCode({ on: false })],
  ['locking', (handlers) => handlers.lock(null)],
])('%s while a code is asked leaves the membership, whatever is scanned next', async (_, end) => {
  const { host, guest } = await openTwo();
  valueOf(await guest.handlers.hostHouse(null));
  const before = await guest.setup();
  valueOf(await guest.handlers.setPin({ pin: '2580' }));
  valueOf(await host.handlers.hostHouse(null));
  const { code: forged } = valueOf(await host.handlers.offerJoining(null));
  const { code, asked } = await silentKiosk();
  await guest.handlers.awaitJoinCode({ on: true });
  await guest.handlers.scan({ code, source: 'wedge' });
  await asked;
  await end(guest.handlers);
  valueOf(await guest.handlers.unlock({ pin: '2580' }));
  expect(await guest.handlers.scan({ code: forged, source: 'wedge' })).toEqual({
    ok: true,
    value: { taken: false },
  });
  expect(await guest.handlers.joinHouse({ code: forged })).toEqual({
    ok: false,
    error: { type: 'not-waiting' },
  });
  expect(await guest.setup()).toMatchObject({ broker: before.broker, isBrokerHere: true });
  expect(await host.setup()).toMatchObject({ offer: 'waiting' });
});

test('after a theft the doors meet under a new key, and tell each other again whom they let in', async () => {
  const { boxOffice, host, guest } = await openTwo();
  const stolen = await openKiosk(boxOffice);
  const joinBy = async ({ handlers, setup }: typeof guest, joining: 'joined' | 'confirming') => {
    const { code } = valueOf(await host.handlers.offerJoining(null));
    await handlers.awaitJoinCode({ on: true });
    await handlers.scan({ code, source: 'wedge' });
    await eventually(async () => expect(await setup()).toMatchObject({ joining }));
  };
  valueOf(await host.handlers.hostHouse(null));
  for (const kiosk of [guest, stolen]) await joinBy(kiosk, 'joined');
  await host.isJoined(2);
  for (const { handlers, kiosk } of [host, guest]) {
    await handlers.signIn(userOf(boxOffice, 'scanner'));
    await choose(handlers);
    await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());
  }
  const [ticket = ''] = boxOffice.barcodes('valid', 1);
  await host.handlers.scan({ code: ticket, source: 'wedge' });
  await eventually(() => expect(host.verdicts).toMatchObject([{ kind: 'admit' }]));

  valueOf(await host.handlers.leaveHouse(null));
  valueOf(await host.handlers.hostHouse(null));
  await joinBy(guest, 'confirming');
  const { broker } = await host.setup();
  valueOf(await guest.handlers.confirmJoining({ broker: broker ?? '' }));
  await Promise.all([host.isJoined(1), guest.isJoined(1)]);
  await eventually(() => expect(stolen.kiosk.state().peers).toMatchObject({ status: 'lost' }));
  await eventually(async () => {
    await guest.handlers.scan({ code: ticket, source: 'wedge' });
    expect(guest.verdicts.at(-1)?.own?.usedAtDoor?.door).toBe(
      host.kiosk.state().machine.kiosk.name,
    );
  });
});

test('a code moves a door to another house only after somebody confirmed its broker', async () => {
  const { host, guest } = await openTwo();
  valueOf(await guest.handlers.hostHouse(null));
  valueOf(await host.handlers.hostHouse(null));
  const before = await guest.setup();
  const { broker } = await host.setup();
  const { code } = valueOf(await host.handlers.offerJoining(null));
  await guest.handlers.awaitJoinCode({ on: true });
  await guest.handlers.scan({ code, source: 'wedge' });
  await eventually(async () =>
    expect(await guest.setup()).toMatchObject({ joining: 'confirming', newBroker: broker }),
  );
  expect(await guest.setup()).toMatchObject({ broker: before.broker, isBrokerHere: true });
  valueOf(await guest.handlers.confirmJoining({ broker: broker ?? '' }));
  expect(await guest.setup()).toMatchObject({ broker, isBrokerHere: false, joining: 'joined' });
  await host.isJoined(1);
});

test('hosting replaces no membership, not even one that came while the port was tried', async () => {
  const { host, guest } = await openTwo();
  valueOf(await guest.handlers.hostHouse(null));
  const before = await guest.setup();
  const MEMBER = { ok: false, error: { type: 'member' } };
  expect(await guest.handlers.hostHouse(null)).toEqual(MEMBER);
  expect(await guest.setup()).toEqual(before);
  const typed = { broker: 'mqtt://127.0.0.1:1883', user: null, password: null };
  const hosting = host.handlers.hostHouse(null);
  valueOf(await host.handlers.setUpHouse({ ...typed, key: 'a passphrase of a house' }));
  expect(await hosting).toEqual(MEMBER);
  expect(await host.setup()).toMatchObject({ broker: typed.broker, isBrokerHere: false });
});

test('hosting ends with the lock, even while the port is tried', async () => {
  const { host } = await openTwo();
  valueOf(await host.handlers.setPin({ pin: '2580' }));
  const hosting = host.handlers.hostHouse(null);
  await host.handlers.lock(null);
  expect(await hosting).toEqual({ ok: false, error: { type: 'locked' } });
  valueOf(await host.handlers.unlock({ pin: '2580' }));
  expect(await host.setup()).toMatchObject({ broker: null });
});

test('locking ends the offer to join, and so does closing it before it listens', async () => {
  const { host, guest } = await openTwo();
  const { handlers } = host;
  valueOf(await handlers.hostHouse(null));
  valueOf(await handlers.setPin({ pin: '2580' }));
  const { code } = valueOf(await handlers.offerJoining(null));
  await handlers.lock(null);
  await guest.handlers.awaitJoinCode({ on: true });
  expect(await guest.handlers.joinHouse({ code })).toEqual({
    ok: false,
    error: { type: 'not-reached' },
  });
  valueOf(await handlers.unlock({ pin: '2580' }));
  expect(await host.setup()).toMatchObject({ offer: 'over' });
  const opening = handlers.offerJoining(null);
  await handlers.stopOffering(null);
  expect(await opening).toEqual({ ok: false, error: { type: 'code-over' } });
  expect(await host.setup()).toMatchObject({ offer: null });
});

test('a disk that takes nothing is said, and the kiosk goes on', () => {
  const file = sealedFile(
    join(temporaryFolder(), 'no folder', 'house.sealed'),
    Buffer.alloc(32, 1),
  );
  const desk = deskOf({ clock: new FakeClock(), file });
  const typed = { broker: 'mqtt://127.0.0.1:1', user: null, password: null };
  const answer = desk.setUp({ ...typed, key: 'the same at all doors' });
  expect(answer).toEqual({ ok: false, error: { type: 'no-key-store' } });
});

function deskOf({
  clock,
  file,
  isUnlocked = () => true,
}: {
  clock: FakeClock;
  file: SealedFile;
  isUnlocked?: () => boolean;
}): HouseDesk {
  const logger = new RecordingLogger();
  const settingsFile = openSettingsFile(Conf, {
    ...{ directory: temporaryFolder(), version: '0.1.0', logger },
  });
  const membership = new HouseMembership({
    ...{ settingsFile, file, canKeep: true, isReal: true, logger },
  });
  return new HouseDesk({
    ...{ membership, clock, logger, isUnlocked, addresses: () => [], onChange: () => undefined },
  });
}

test('what is typed wrongly is said, and changes nothing', async () => {
  const { guest } = await openTwo();
  const { handlers } = guest;
  const typed = { broker: 'mqtt://127.0.0.1:1', user: null, password: null, key: null };
  expect(await handlers.setUpHouse(typed)).toEqual({ ok: false, error: { type: 'wrong-key' } });
  const key = 'the same at all doors';
  const far = { ...typed, broker: 'mqtt://broker.example', key };
  expect(await handlers.setUpHouse(far)).toEqual({ ok: false, error: { type: 'wrong-broker' } });
  expect(await handlers.joinHouse({ code: 'USHERJOIN' })).toMatchObject({
    error: { type: 'not-waiting' },
  });
  await handlers.awaitJoinCode({ on: true });
  expect(await handlers.joinHouse({ code: '4006381333931' })).toMatchObject({
    error: { type: 'no-join-code' },
  });
  expect(await handlers.offerJoining(null)).toMatchObject({ error: { type: 'no-venue' } });
  expect(await guest.setup()).toMatchObject({ broker: null });
});

test('a password that was typed for one broker is not sent to another', async () => {
  const { guest } = await openTwo();
  const { handlers } = guest;
  const typed = { broker: 'mqtt://127.0.0.1:1', user: 'doors', password: 'a password' };
  valueOf(await handlers.setUpHouse({ ...typed, key: 'the same at all doors' }));
  expect(await guest.setup()).toMatchObject({ user: 'doors', hasPassword: true });
  await eventually(() => expect(guest.kiosk.state().peers.trouble).toBe('unreachable'));
  valueOf(await handlers.setUpHouse({ ...typed, user: 'doors 2', password: null, key: null }));
  expect(await guest.setup()).toMatchObject({ user: 'doors 2', hasPassword: true });
  const elsewhere = { ...typed, broker: 'mqtt://127.0.0.1:2', password: null, key: null };
  valueOf(await handlers.setUpHouse(elsewhere));
  expect(await guest.setup()).toMatchObject({ hasPassword: false });
});

test('no secret of the house is in the state, in a log or in a file in the clear', async () => {
  const { guest } = await openTwo();
  const secrets = { password: 'a password of the broker’s', key: 'the same at all doors' };
  const typed = { broker: 'mqtt://127.0.0.1:1', user: 'doors', ...secrets };
  valueOf(await guest.handlers.setUpHouse(typed));
  const offer: JoinOffer = valueOf(await guest.handlers.offerJoining(null));
  await guest.handlers.awaitJoinCode({ on: true });
  await eventually(() => expect(guest.kiosk.state().peers.trouble).toBe('unreachable'));
  const files = readdirSync(guest.dataDirectory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(guest.dataDirectory, name)));
  const shown = JSON.stringify([guest.kiosk.state(), await guest.setup(), guest.logger]);
  for (const secret of [secrets.password, secrets.key, offer.code]) {
    expect(shown).not.toContain(secret);
    expect(files.some((content) => content.includes(secret))).toBe(false);
  }
});

test.each([
  ['no broker', { broker: 'nowhere at all' }],
  ['a broker in another network, unencrypted', { broker: 'mqtt://broker.example:1883' }],
  ['a key that can be guessed', { key: 'short' }],
])('a kiosk that offers %s makes no other one a door of its house', async (_, more) => {
  const offer = await offerJoining({
    ...{ address: '127.0.0.1', clock: systemClock, onEnd: () => undefined },
    membership: {
      ...{ broker: 'mqtts://broker.example', user: null, password: null, ca: null },
      ...{ key: 'the same at all doors', salt: SALT, ...more },
    },
  });
  onTestFinished(() => offer.stop());
  const file = sealedFile(join(temporaryFolder(), 'house.sealed'), Buffer.alloc(32, 1));
  const desk = deskOf({ clock: new FakeClock(), file });
  desk.joining.open();
  expect(await desk.joining.read(offer.code)).toMatchObject({ ok: false });
  expect(desk.view).toMatchObject({ broker: null });
});
