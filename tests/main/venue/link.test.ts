import { Aedes } from 'aedes';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DoorTrust } from '#main/venue/door-trust.ts';
import { DoorRegister } from '#main/venue/door-register.ts';
import { HoldRegister } from '#main/venue/hold-register.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { House, type HouseState } from '#main/venue/house.ts';
import { openLink, type BrokerAddress } from '#main/venue/link.ts';
import { MINUTE } from '#shared/time.ts';
import { SELF_SIGNED } from '#tests/main/platform/ticketing/support/tls.ts';
import { keyOf, keysOf } from '#tests/support/door-keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { PUBREC, publishOf, startRawBroker } from './support/raw-broker.ts';

const keys = await keysOf('Theater am Markt, alle Türen');

/** Listens on loopback; ends with its test. */
async function listening(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  await once(server, 'listening');
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A broker with rights that a test gives and takes. */
async function brokerWith(rights: { mayListen: boolean; mayHear: boolean }): Promise<string> {
  const broker = await Aedes.createBroker({
    authorizeSubscribe: (_, subscription, done) => {
      done(null, rights.mayListen ? subscription : null);
    },
    authorizeForward: (_, packet) => (rights.mayHear ? packet : null),
  });
  broker.on('clientError', () => undefined);
  onTestFinished(() => new Promise((resolve) => broker.close(resolve)));
  return await listening((socket) => broker.handle(socket));
}

function openDoor(url: string) {
  const key = keyOf('left');
  const db = openHouseFile(join(temporaryFolder(), 'house.db'));
  const store = new HouseStore(db, key);
  const clock = new FakeClock();
  const troubles: HouseState['trouble'][] = [];
  const house: House = new House({
    ...{
      keys,
      key,
      store,
      register: new DoorRegister(db),
      hold: new HoldRegister(db, key, store.origin),
      trust: new DoorTrust({
        ...{ db, key, name: () => 'Left', clock, now: () => 0, onChange: () => undefined },
      }),
      quarantined: 0,
      clock,
    },
    ...{ onNews: () => undefined, onCopies: () => undefined, onCopyMessage: () => undefined },
    ...{ onChange: () => troubles.push(house.state.trouble) },
    broker: { url, user: null, password: null, ca: null },
  });
  onTestFinished(() => {
    void house.close();
    store.close();
  });
  const becomes = (trouble: HouseState['trouble']) =>
    eventually(() => expect(house.state.trouble).toBe(trouble));
  return { house, clock, troubles, becomes };
}

test('rights that a broker gives later count without anybody’s doing', async () => {
  const rights = { mayListen: false, mayHear: true };
  const { becomes } = openDoor(await brokerWith(rights));
  await becomes('no-rights');
  rights.mayListen = true;
  await becomes(null);
});

test('a broker that hands over nothing any more is told of, and when it does again', async () => {
  const rights = { mayListen: true, mayHear: true };
  const { becomes, clock } = openDoor(await brokerWith(rights));
  await becomes(null);
  rights.mayHear = false;
  await clock.advance(MINUTE);
  await becomes('no-rights');
  rights.mayHear = true;
  await clock.advance(MINUTE);
  await becomes(null);
});

const CONNACK = Buffer.from([0x20, 2, 0, 0]);
const SUBSCRIBE = 0x82;

test('a broker that takes the kiosk and then says nothing is told of', async () => {
  let subscribed = 0;
  const url = await listening((socket) => {
    socket.on('data', (bytes) => {
      if (bytes[0] === 0x10) socket.write(CONNACK);
      if (bytes.includes(SUBSCRIBE)) subscribed += 1;
    });
  });
  const { house, clock } = openDoor(url);
  await eventually(() => expect(subscribed).toBe(1));
  await clock.advance(MINUTE);
  expect(house.state.trouble).not.toBe('connecting');
});

test('a broker that dies before it has granted anything does not lack rights', async () => {
  let died = 0;
  const url = await listening((socket) => {
    socket.on('data', (bytes) => {
      if (bytes[0] === 0x10) socket.write(CONNACK);
      else {
        died += 1;
        socket.destroy();
      }
    });
  });
  const { troubles, becomes } = openDoor(url);
  await eventually(() => expect(died).toBe(2));
  await becomes('unreachable');
  expect(troubles).not.toContain('no-rights');
});

/** A link that records what comes. */
function openRecordedLink(broker: BrokerAddress) {
  const recorded = { messages: [] as string[], dropped: 0, troubles: [] as string[] };
  const link = openLink({
    ...{ broker, topics: ['t', 'u'], onTaken: () => undefined, onUp: () => undefined },
    onDown: (why) => recorded.troubles.push(why),
    onMessage: (_, sealed) => recorded.messages.push(sealed.toString()),
    onDropped: () => (recorded.dropped += 1),
  });
  onTestFinished(() => link.close());
  return recorded;
}

test('a message with a QoS above 0 is dropped and never acknowledged', async () => {
  const { port, types } = await startRawBroker((socket) => {
    for (let id = 1; id <= 100; id += 1) socket.write(publishOf(2, id, Buffer.alloc(10_000, 1)));
    socket.write(publishOf(1, 101, Buffer.from('at least once')));
    socket.write(publishOf(0, 0, Buffer.from('good')));
  });
  const url = `mqtt://127.0.0.1:${port}`;
  const recorded = openRecordedLink({ url, user: null, password: null, ca: null });
  await eventually(() => expect(recorded.messages).toContain('good'));
  expect(recorded).toMatchObject({ messages: ['good'], dropped: 101 });
  expect(types).not.toContain(PUBREC);
});

test('an environment that accepts any certificate is ignored', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = createTlsServer(SELF_SIGNED);
  const { port, types } = await startRawBroker(() => undefined, server);
  const url = `mqtts://127.0.0.1:${port}`;
  const login = { user: 'doors', password: 'a password' };
  const recorded = openRecordedLink({ url, ...login, ca: null });
  await eventually(() => expect(recorded.troubles.length + types.size).toBeGreaterThan(0));
  expect(recorded.troubles[0]).toBe('certificate');
  expect(types, 'the broker learns no password').toEqual(new Set());
});
