import { spawnSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import type { Clock } from '#main/base/ports.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { DoorTrust } from '#main/venue/door-trust.ts';
import { DoorRegister } from '#main/venue/door-register.ts';
import { HoldRegister } from '#main/venue/hold-register.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { House } from '#main/venue/house.ts';
import type { BrokerAddress } from '#main/venue/link.ts';
import { Topics } from '#main/venue/topics.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { envelopesOf, idOf, keyOf, keysOf } from '#tests/support/door-keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { howMuch } from '#tests/support/how-much.ts';
import { openLinkProxy } from '#tests/support/link-proxy.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admission, doorReport } from './support/air.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';
import { PUBLISH, Wiretap } from './support/wiretap.ts';

const test = unitTest.skipIf(lacksMosquitto);
const PASSPHRASE = 'Theater am Markt, alle Türen';

interface RunningDoor {
  readonly house: House;
  readonly store: HouseStore;
  readonly news: AnyEvent[];
  /** How often it has said that something has changed. */
  changes(): number;
  /** @param isOff whether it says goodbye */
  close(isOff?: boolean): void;
}

/** A door starts; its file is new, unless the folder has one. */
async function openDoor(
  kioskId: string,
  broker: Partial<BrokerAddress> & Pick<BrokerAddress, 'url'>,
  {
    passphrase = PASSPHRASE,
    folder = temporaryFolder(),
    clock = systemClock,
    disregarded = null,
  }: {
    passphrase?: string;
    folder?: string;
    clock?: Clock;
    /** The key of a door whose claims are left out here. */
    disregarded?: string | null;
  } = {},
): Promise<RunningDoor> {
  const keys = await keysOf(passphrase);
  const key = keyOf(kioskId);
  const db = openHouseFile(join(folder, `${kioskId}.db`));
  const store = new HouseStore(db, key);
  const register = new DoorRegister(db);
  const hold = new HoldRegister(db, key, store.origin);
  if (disregarded !== null) {
    const row = db.prepare(`INSERT INTO trust VALUES (?, 'disregarded', 'many', 601, 1, 0, NULL)`);
    row.run(disregarded);
  }
  const trust = new DoorTrust({
    ...{ db, key, name: () => kioskId, clock },
    ...{ now: () => clock.now(), onChange: () => undefined },
  });
  const news: AnyEvent[] = [];
  let changes = 0;
  const house = new House({
    ...{ keys, key, store, register, hold, trust, quarantined: 0, clock },
    broker: { user: null, password: null, ca: null, ...broker },
    onNews: (events) => news.push(...events),
    onCopies: () => undefined,
    onCopyMessage: () => undefined,
    onChange: () => (changes += 1),
  });
  let isOpen = true;
  const close = (isOff = false): void => {
    if (!isOpen) return;
    isOpen = false;
    void house.close(isOff).then(() => store.close());
  };
  onTestFinished(() => close());
  return { house, store, news, changes: () => changes, close };
}

const isJoined = ({ house }: RunningDoor) =>
  eventually(() => expect(house.state.trouble).toBeNull());
const knows = (door: RunningDoor, ids: readonly string[]) =>
  eventually(() => expect(door.news.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids])));

function letIn(door: RunningDoor, kioskId: string, count = 1): string[] {
  const events = Array.from({ length: count }, () => admission(kioskId));
  door.house.tell(events);
  return events.map(({ id }) => id);
}

test('doors of one house find each other at the broker, and tell whom they let in', async () => {
  const { url } = await startBroker();
  const left = await openDoor('left', { url });
  const right = await openDoor('right', { url });
  await Promise.all([isJoined(left), isJoined(right)]);
  await knows(right, letIn(left, 'left'));
  await knows(left, letIn(right, 'right'));
  await eventually(() => expect(left.house.state.doors).toEqual([right.store.origin]));
});

test('a guest who calls for help at one door is known at the others, until somebody has come or the door has gone', async () => {
  const { url } = await startBroker();
  const left = await openDoor('left', { url });
  const right = await openDoor('right', { url });
  await Promise.all([isJoined(left), isJoined(right)]);
  const now = systemClock.now();
  const report = (helpAskedAt: number | null) =>
    left.house.reportThat(doorReport('left', { helpAskedAt }), now);
  report(now);
  const calls = [{ kioskId: idOf('left'), door: 'left', askedAt: now }];
  await eventually(() => expect(right.house.state.calls).toMatchObject(calls));
  expect(left.house.state.calls, 'its own is no call elsewhere').toEqual([]);
  const before = right.changes();
  report(null);
  await eventually(() => expect(right.house.state.calls).toEqual([]));
  expect(right.changes(), 'the kiosk is told').toBeGreaterThan(before);
  report(now);
  await eventually(() => expect(right.house.state.calls).toHaveLength(1));
  left.close(true);
  await eventually(() => expect(right.house.state.calls).toEqual([]));
});

test('20,000 admissions reach a new door through a broker with its default limits', async () => {
  const { url } = await startBroker();
  const left = await openDoor('left', { url });
  const right = await openDoor('right', { url });
  await Promise.all([isJoined(left), isJoined(right)]);
  const count = howMuch(5_000, 20_000);
  letIn(left, 'left', count);
  await eventually(() => expect(right.store.count()).toBe(count));
  left.close();
  const late = await openDoor('late', { url });
  await eventually(() => expect(late.store.count()).toBe(count));
  expect(late.news).toHaveLength(count);
});

test('a broker that is killed in a rush and comes back with nothing costs no admission', async () => {
  const broker = await startBroker();
  const names = ['left', 'right', 'balcony'];
  const doors = await Promise.all(names.map((name) => openDoor(name, broker)));
  await Promise.all(doors.map(isJoined));
  const rush = (): string[] => doors.flatMap((door, at) => letIn(door, names[at] ?? '', 10));
  const ids = rush();
  const killed = broker.kill();
  ids.push(...rush());
  await killed;
  ids.push(...rush());
  await Promise.all(
    doors.map(({ house }) => eventually(() => expect(house.state.trouble).toBe('unreachable'))),
  );
  ids.push(...rush());
  await broker.start();
  ids.push(...rush());
  for (const { store } of doors) await eventually(() => expect(store.count()).toBe(ids.length));
});

test('a door with another key hears nothing, and what it says counts for nothing', async () => {
  const { url } = await startBroker();
  const left = await openDoor('left', { url });
  const stranger = await openDoor('stranger', { url }, { passphrase: 'another house altogether' });
  const right = await openDoor('right', { url });
  await Promise.all([isJoined(left), isJoined(stranger), isJoined(right)]);
  const strange = letIn(stranger, 'stranger');
  const ids = letIn(left, 'left');
  await knows(right, ids);
  expect(right.news.map(({ id }) => id)).toEqual(ids);
  expect(
    stranger.news.map(({ id }) => id),
    'its own alone',
  ).toEqual(strange);
});

test('whoever listens at the broker reads no name, no barcode and no door', async () => {
  const { url } = await startBroker();
  const caught: Buffer[] = [];
  const listener = await connectAsync(url);
  onTestFinished(() => void listener.end(true));
  listener.on('message', (topic, payload) => caught.push(Buffer.from(topic), payload));
  await listener.subscribeAsync('#');
  const left = await openDoor('Balcony left', { url });
  const right = await openDoor('Foyer right', { url });
  await Promise.all([isJoined(left), isJoined(right)]);
  const event = admission('Balcony left');
  left.house.tell([event]);
  await knows(right, [event.id]);
  const all = Buffer.concat(caught);
  expect(all.length).toBeGreaterThan(200);
  const secrets = ['Balcony', 'Foyer', 'tickets.example', event.id, event.ticketHash];
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
});

test('what is forged, moved, repeated or garbage counts for nothing, and is counted', async () => {
  const { url } = await startBroker();
  const left = await openDoor('left', { url });
  const right = await openDoor('right', { url });
  await Promise.all([isJoined(left), isJoined(right)]);
  const attacker = await connectAsync(url);
  onTestFinished(() => void attacker.end(true));
  const caught: (readonly [string, Buffer])[] = [];
  attacker.on('message', (topic, payload) => caught.push([topic, payload]));
  await attacker.subscribeAsync('#');
  const ids = letIn(left, 'left');
  await knows(right, ids);
  await eventually(() => expect(caught.length).toBeGreaterThan(0));
  const [topic, sealed] = caught[0] ?? ['', Buffer.alloc(0)];
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
  await attacker.publishAsync(topic, sealed, { retain: true });
  await attacker.publishAsync(topic, changed);
  await attacker.publishAsync(topic, Buffer.alloc(0));
  await attacker.publishAsync(topic, Buffer.alloc(2_000_000, 7), { retain: true });
  for (let flood = 0; flood < howMuch(2_000, 50_000); flood += 1) {
    attacker.publish(topic, Buffer.from(`garbage ${flood}`));
  }
  await knows(right, letIn(left, 'left'));
  await eventually(() => expect(right.house.state.refused.large).toBeGreaterThan(0));
  const { foreign, repeated } = right.house.state.refused;
  expect(foreign).toBeGreaterThan(2);
  expect(repeated).toBeGreaterThan(0);
  expect(right.store.count()).toBe(2);
});

test('a broker that hangs in the middle is noticed, and the door stays as it was', async () => {
  const sockets = new Set<Socket>();
  const hanging = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy());
    hanging.close();
  });
  const { port } = hanging.address() as AddressInfo;
  const left = await openDoor('left', { url: `mqtt://127.0.0.1:${port}` });
  letIn(left, 'left');
  await eventually(() => expect(left.house.state.trouble).toBe('unreachable'));
  expect(left.store.count()).toBe(1);
});

test('a user that the broker does not take, or lets do nothing, is told apart', async () => {
  const { url } = await startBroker((folder) => {
    const passwords = join(folder, 'passwords');
    writeFileSync(passwords, '');
    for (const user of ['door', 'nobody']) {
      spawnSync('mosquitto_passwd', ['-b', passwords, user, 'open sesame']);
    }
    const rights = join(folder, 'rights');
    writeFileSync(rights, 'user door\ntopic readwrite usher/#\n');
    return ['allow_anonymous false', `password_file ${passwords}`, `acl_file ${rights}`].join('\n');
  });
  const password = 'open sesame';
  const good = await openDoor('good', { url, user: 'door', password });
  await isJoined(good);
  const wrong = await openDoor('wrong', { url, user: 'door', password: 'sesame' });
  await eventually(() => expect(wrong.house.state.trouble).toBe('refused'));
  const idle = await openDoor('idle', { url, user: 'nobody', password });
  await eventually(() => expect(idle.house.state.trouble).toBe('no-rights'));
});

const certificates = new URL('../platform/ticketing/support/certificates/', import.meta.url);
const pem = (name: string) => fileURLToPath(new URL(`${name}.pem`, certificates));
const withCertificate = (name: string, key: string) => () =>
  `certfile ${pem(name)}\nkeyfile ${pem(key)}`;

test('a broker with TLS is joined by who knows its authority, and by nobody else', async () => {
  const { url } = await startBroker(withCertificate('server', 'server-key'), 'mqtts');
  const good = await openDoor('good', { url, ca: readFileSync(pem('authority'), 'utf8') });
  await isJoined(good);
  const isOfCertificate = ({ house }: RunningDoor) =>
    eventually(() => expect(house.state.trouble).toBe('certificate'));
  await isOfCertificate(await openDoor('by the system’s', { url }));
  const another = readFileSync(pem('self-signed'), 'utf8');
  await isOfCertificate(await openDoor('by another', { url, ca: another }));
  // A file that is none: the door goes on, alone.
  await isOfCertificate(await openDoor('by none', { url, ca: 'unreadable' }));
  const wrongName = url.replace('localhost', '127.0.0.1');
  const ca = readFileSync(pem('authority'), 'utf8');
  const byAnotherName = await openDoor('by another name', { url: wrongName, ca });
  await eventually(() => expect(byAnotherName.house.state.trouble).toBe('certificate-name'));
});

test('a broker whose certificate has expired is not joined, and it is said why', async () => {
  const { url } = await startBroker(withCertificate('expired', 'self-signed-key'), 'mqtts');
  const door = await openDoor('left', { url, ca: readFileSync(pem('expired'), 'utf8') });
  await eventually(() => expect(door.house.state.trouble).toBe('certificate-date'));
});

test('a flood of what only looks sealed costs the house no word and no write, and the kiosk one line a second', async () => {
  const { url } = await startBroker();
  const wire = new Wiretap();
  const link = await openLinkProxy(url, wire.listener('left'));
  onTestFinished(() => link.close());
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const door = await openDoor('left', { url: link.url }, { clock, folder });
  await isJoined(door);
  const attacker = await connectAsync(url);
  onTestFinished(() => void attacker.end(true));
  const topic = new Topics(await keysOf(PASSPHRASE)).all;
  const costs = () => ({
    lines: door.changes(),
    words: wire.packets().filter(({ way, type }) => way === 'there' && type === PUBLISH).length,
    file: contentOf(folder),
  });
  const before = costs();
  const [waves, wave] = [howMuch(10, 100), 500];
  for (let sent = wave; sent <= waves * wave; sent += wave) {
    for (let at = 0; at < wave; at += 1) attacker.publish(topic, randomBytes(200));
    // Else the broker would drop what the door has not read.
    await eventually(() => expect(door.house.state.refused.foreign).toBe(sent));
  }
  // No time has passed for the door: the kiosk has not been told once, nor anybody else.
  expect(costs()).toEqual(before);
  expect(door.house.state).toMatchObject({ trouble: null, doors: [], silent: 0 });
  expect(door.news).toEqual([]);
  await clock.advance(1_000);
  expect(costs().lines - before.lines, 'and then once').toBe(1);

  // The door is one of its house as before.
  const right = await openDoor('right', { url });
  await knows(door, letIn(right, 'right'));
});

/** What lies in a folder, byte by byte. */
function contentOf(folder: string): string {
  const files = readdirSync(folder).toSorted();
  return hash('sha256', Buffer.concat(files.map((name) => readFileSync(join(folder, name)))));
}

test('doors tell each other how it is at each', async () => {
  const { url } = await startBroker();
  const [left, right] = [await openDoor('left', { url }), await openDoor('right', { url })];
  const now = systemClock.now() + DAY;
  left.house.reportThat(doorReport('left', { waiting: 3 }), now);
  right.house.reportThat(doorReport('right'), now);
  const seen = ({ house }: RunningDoor) =>
    house
      .doors()
      .map(({ report, isHere, isThere }) => ({ name: report.name, isHere, isThere }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  const both = [
    { name: 'left', isHere: false, isThere: true },
    { name: 'right', isHere: true, isThere: true },
  ];
  await eventually(() => expect(seen(right)).toEqual(both));
  const found = right.house.doors().find(({ report }) => report.name === 'left');
  expect(found?.report.waiting).toBe(3);
  // By the platform's clock, whatever this machine's says.
  expect(Math.abs((found?.heardAt ?? 0) - now)).toBeLessThan(HOUR);
});

test('a door that ends says so: it is off, not silent, unless it knew what nobody else has heard', async () => {
  const { url } = await startBroker();
  const folder = temporaryFolder();
  const [left, right] = [
    await openDoor('left', { url }),
    await openDoor('right', { url }, { folder }),
  ];
  const report = (door: RunningDoor, name: string) =>
    door.house.reportThat(doorReport(name), systemClock.now());
  report(right, 'right');
  const other = () => left.house.doors().find(({ isHere }) => !isHere);
  await eventually(() => expect(other()).toMatchObject({ isThere: true }));
  right.close(true);
  await eventually(() =>
    expect(other()).toMatchObject({ isThere: false, report: { isOff: true } }),
  );
  expect(left.house.state).toMatchObject({ doors: [], silent: 0 });

  const again = await openDoor('right', { url }, { folder });
  report(again, 'right');
  await eventually(() =>
    expect(other()).toMatchObject({ isThere: true, report: { isOff: false } }),
  );
  // What it tells is lost on the way, all but its goodbye.
  again.store.tell([admission('right')]);
  again.close(true);
  await eventually(() =>
    expect(other()).toMatchObject({ isThere: false, report: { isOff: false } }),
  );
  expect(left.house.state).toMatchObject({ doors: [], silent: 1 });
});

test('a door that vanishes without a word is silent within a minute, and its guests are at least so many', async () => {
  const { url } = await startBroker();
  const link = await openLinkProxy(url);
  onTestFinished(() => link.close());
  const clock = new FakeClock();
  const left = await openDoor('left', { url }, { clock });
  const right = await openDoor('right', { url: link.url });
  for (const [door, name] of [
    [left, 'left'],
    [right, 'right'],
  ] as const) {
    door.house.reportThat(doorReport(name), clock.now());
  }
  const other = () => left.house.doors().find(({ isHere }) => !isHere);
  await eventually(async () => {
    await clock.advance(50);
    expect(other()).toMatchObject({ isThere: true });
  });
  link.hang();
  await clock.advance(30_000);
  expect(left.house.state, 'it has missed one of its words').toMatchObject({ silent: 0 });
  expect(left.house.state.doors).toHaveLength(1);
  const changes = left.changes();
  await clock.advance(30_000);
  expect(left.house.state).toMatchObject({ silent: 1, doors: [] });
  expect(other()).toMatchObject({ isThere: false, report: { isOff: false } });
  expect(left.changes(), 'and it is said').toBeGreaterThan(changes);
});

test('an order to hold comes to every door at once, and to one that was away when it is back', async () => {
  const broker = await startBroker();
  const { url } = broker;
  const folder = temporaryFolder();
  const doors = [await openDoor('a', { url }), await openDoor('b', { url })];
  const away = await openDoor('c', { url }, { folder });
  await Promise.all([...doors, away].map(isJoined));
  away.close();
  const [first, second] = doors;
  const order = { kioskId: idOf('a'), door: 'Door a', isHeld: true, at: systemClock.now() };
  first?.house.orderHold(order);
  const held = (door: RunningDoor | undefined) => door?.house.state.hold.order;
  await eventually(() => expect(held(second)).toEqual({ ...order, count: 1 }));
  const back = await openDoor('c', { url }, { folder });
  await eventually(() => expect(held(back)).toEqual({ ...order, count: 1 }));
  // The broker is gone: each may end its own hold; who orders then is heard when it is back.
  await broker.kill();
  second?.house.endHoldHere();
  expect(second?.house.state.hold.isEndedHere).toBe(true);
  back.house.orderHold({ ...order, kioskId: idOf('c'), isHeld: false });
  await broker.start();
  for (const door of doors) {
    await eventually(() => expect(held(door)).toMatchObject({ count: 2, isHeld: false }));
  }
});

test('a hold of a door that was cut off wins when it is back, and the door that ordered to go on is told', async () => {
  const broker = await startBroker();
  const { url } = broker;
  const folder = temporaryFolder();
  const doors = [await openDoor('a', { url }), await openDoor('b', { url })] as const;
  const cutOff = await openDoor('c', { url }, { folder });
  await Promise.all([...doors, cutOff].map(isJoined));
  cutOff.close();
  const [first, second] = doors;
  const at = systemClock.now();
  const held = ({ house }: RunningDoor) => house.state.hold.order?.isHeld;
  for (const isHeld of [true, false]) {
    first.house.orderHold({ kioskId: idOf('a'), door: 'Door a', isHeld, at });
    await eventually(() => expect(held(second)).toBe(isHeld));
  }
  // Its count is lower, since it has heard nothing.
  const away = await openDoor('c', { url: 'mqtt://127.0.0.1:1' }, { folder });
  away.house.orderHold({ kioskId: idOf('c'), door: 'Door c', isHeld: true, at });
  away.close();
  const back = await openDoor('c', { url }, { folder });
  for (const door of [...doors, back]) {
    await eventually(() =>
      expect(door.house.state.hold).toMatchObject({
        order: { kioskId: idOf('c'), isHeld: true },
        isOvertaken: door === first,
      }),
    );
  }
});

test('follows no order of a door that is disregarded, whoever passes it on', async () => {
  const { url } = await startBroker();
  const peer = await openDoor('peer', { url });
  const honest = await openDoor('honest', { url });
  const door = await openDoor('door', { url }, { disregarded: idOf('peer') });
  await Promise.all([peer, honest, door].map(isJoined));
  await eventually(() => expect(door.house.state.doors).toHaveLength(2));
  const at = systemClock.now();
  const held = ({ house }: RunningDoor) => house.state.hold.order?.isHeld ?? false;
  peer.house.orderHold({ kioskId: idOf('peer'), door: 'Peer', isHeld: true, at });
  await eventually(() => expect(held(honest)).toBe(true));
  await knows(door, letIn(honest, 'honest'));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(held(door), 'by itself or through another door').toBe(false);

  honest.house.orderHold({ kioskId: idOf('honest'), door: 'Honest', isHeld: true, at });
  await eventually(() => expect(held(door)).toBe(true));
  peer.house.orderHold({ kioskId: idOf('peer'), door: 'Peer', isHeld: false, at });
  await eventually(() => expect(held(honest)).toBe(false));
  expect(held(door), 'it ends no hold either').toBe(true);
  door.house.orderHold({ kioskId: idOf('door'), door: 'Door', isHeld: false, at });
  expect(held(door)).toBe(false);
});

test('counts no more doors than a venue can have', async () => {
  const { url } = await startBroker();
  const door = await openDoor('left', { url });
  await isJoined(door);
  const keys = await keysOf(PASSPHRASE);
  const topic = new Topics(keys).to(door.store.origin);
  const peer = await connectAsync(url);
  onTestFinished(() => void peer.end(true));
  for (let at = 0; at < 503; at += 1) {
    const ask = { type: 'ask', origin: 'any', after: 0 } as const;
    await peer.publishAsync(topic, envelopesOf(keys, `made up ${at}`).seal(topic, ask));
  }
  await eventually(() => expect(door.house.state.refused.overQuota).toBe(3));
  expect(door.house.state.doors).toHaveLength(500);
});

test('hears the other doors, however many runs one door makes up', async () => {
  const { url } = await startBroker();
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const stolen = keyOf('stolen');
  const db = openHouseFile(join(folder, 'left.db'));
  // It is known for longer than any other.
  db.prepare('INSERT INTO known VALUES (?, 0, 0)').run(stolen.id);
  db.close();
  const left = await openDoor('left', { url }, { clock, folder, disregarded: stolen.id });
  const right = await openDoor('right', { url });
  await Promise.all([isJoined(left), isJoined(right)]);
  const keys = await keysOf(PASSPHRASE);
  const topic = new Topics(keys).to(left.store.origin);
  const peer = await connectAsync(url);
  onTestFinished(() => void peer.end(true));
  for (let at = 0; at < 503; at += 1) {
    const ask = { type: 'ask', origin: 'any', after: 0 } as const;
    await peer.publishAsync(topic, envelopesOf(keys, 'stolen', `run ${at}`).seal(topic, ask));
  }
  await peer.publishAsync(topic, 'the last');
  await eventually(() => expect(left.house.state.refused.foreign).toBe(1));
  await knows(left, letIn(right, 'right'));
});

test('a door stays there although somebody repeats what it said in many earlier runs', async () => {
  const { url } = await startBroker();
  const left = await openDoor('left', { url });
  const right = await openDoor('right', { url });
  await Promise.all([isJoined(left), isJoined(right)]);
  const there = [right.store.origin];
  await eventually(() => expect(left.house.state.doors).toEqual(there));
  const keys = await keysOf(PASSPHRASE);
  const topic = new Topics(keys).all;
  const peer = await connectAsync(url);
  onTestFinished(() => void peer.end(true));
  for (let at = 0; at < 20; at += 1) {
    const ask = { type: 'ask', origin: 'any', after: 0 } as const;
    await peer.publishAsync(topic, envelopesOf(keys, 'right', `run ${at}`).seal(topic, ask));
  }
  await peer.publishAsync(topic, 'the last');
  await eventually(() => expect(left.house.state.refused.foreign).toBe(1));
  expect(left.house.state.doors).toEqual(there);
});
