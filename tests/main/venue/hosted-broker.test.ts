import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { hostBroker } from '#main/venue/hosted-broker.ts';
import { keepHosting } from '#main/venue/keep-hosting.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freePort } from '#tests/support/free-port.ts';

const THEIRS = { user: 'doors', password: 'a password' };
const LOGIN = { username: THEIRS.user, password: THEIRS.password };

async function hosted(port = 0) {
  const broker = await hostBroker({ address: '127.0.0.1', port, ...THEIRS });
  onTestFinished(() => broker.close());
  return broker;
}

async function clientOf(port: number, login: IClientOptions = LOGIN): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    ...{ protocolVersion: 4, reconnectPeriod: 0, reconnectOnConnackError: false },
    ...login,
  });
  client.on('error', () => undefined);
  onTestFinished(() => void client.end(true));
  return client;
}

/** A clock whose only timer ends when it is woken. */
function wakeable() {
  let onTime: () => void = () => undefined;
  const clock = {
    after(_: number, then: () => void) {
      onTime = then;
      return () => undefined;
    },
  };
  return { clock, wake: () => onTime() };
}

const closingOf = (one: Pick<MqttClient, 'once'> | Socket): Promise<void> =>
  new Promise((resolve) => void one.once('close', () => resolve()));
const heardBy = (client: MqttClient): Promise<string> =>
  new Promise((resolve) => client.once('message', (_, payload) => resolve(payload.toString())));

test('what one door says the others hear', async () => {
  const { port } = await hosted();
  const [left, right] = await Promise.all([clientOf(port), clientOf(port)]);
  await right.subscribeAsync('usher/house/all');
  const heard = heardBy(right);
  left.publish('usher/house/all', 'sealed');
  expect(await heard).toBe('sealed');
});

test('it is reached at its one address, and at no other of the machine', async () => {
  const { port } = await hosted();
  const elsewhere = connect({ host: '127.0.0.2', port });
  const refused = await new Promise((resolve) => {
    elsewhere.once('connect', () => resolve('taken'));
    elsewhere.once('error', (error) => resolve('code' in error && error.code));
  });
  elsewhere.destroy();
  expect(refused).toBe('ECONNREFUSED');
  await expect(clientOf(port)).resolves.toMatchObject({ connected: true });
});

test.each([
  ['no user', {}],
  ['another user', { ...LOGIN, username: 'somebody' }],
  ['another password', { ...LOGIN, password: 'a passwore' }],
  ['no password', { username: LOGIN.username }],
])('with %s nobody comes in', async (_, login) => {
  const { port } = await hosted();
  await expect(clientOf(port, login)).rejects.toMatchObject({ code: 5 });
});

test('whoever may come in may do nothing but talk where doors meet, and nothing is kept', async () => {
  const { port } = await hosted();
  const curious = await clientOf(port);
  await expect(curious.subscribeAsync('#'), 'not granted').rejects.toThrow('Subscribe error');
  for (const [topic, more] of [
    ['elsewhere/all', {}],
    ['$SYS/all', {}],
    ['usher/house/all', { retain: true }],
    // What is to arrive for certain has to be remembered until it has.
    ['usher/house/all', { qos: 1 }],
    ['usher/house/all', { qos: 2 }],
  ] as const) {
    const client = await clientOf(port);
    const closed = closingOf(client);
    client.publish(topic, 'garbage', more);
    await closed;
  }
  const late = await clientOf(port);
  const messages: string[] = [];
  late.on('message', (topic) => messages.push(topic));
  await late.subscribeAsync('usher/#');
  late.publish('usher/house/all', 'now');
  await eventually(() => expect(messages).toEqual(['usher/house/all']));
});

test('garbage, and messages larger than any door sends, end their own connection and no other', async () => {
  const { port } = await hosted();
  const [left, right] = await Promise.all([clientOf(port), clientOf(port)]);
  await right.subscribeAsync('usher/house/all');
  const stranger = connect(port, '127.0.0.1');
  stranger.on('error', () => undefined);
  stranger.write('GET / HTTP/1.1\r\n\r\n');
  await closingOf(stranger);
  const large = await clientOf(port);
  const closed = closingOf(large);
  large.publish('usher/house/all', Buffer.alloc(3_000_000));
  await closed;
  const heard = heardBy(right);
  left.publish('usher/house/all', 'sealed');
  expect(await heard).toBe('sealed');
});

/** A CONNECT of MQTT 3.1.1 that announces `length` bytes, without a password and without its end. */
const connectOf = (length: number): Buffer =>
  Buffer.from([
    ...[0x10, (length & 127) | 128, ((length >> 7) & 127) | 128, (length >> 14) & 127],
    ...[0, 4, 77, 81, 84, 84, 4, 2, 0, 0],
  ]);

test('takes only a short CONNECT from a client that has not shown its password', async () => {
  const { port } = await hosted();
  for (const bytes of [connectOf(900_000), Buffer.from([0x30, 0xa0, 0x8d, 0x06, 0, 1, 0x74])]) {
    const stranger = connect(port, '127.0.0.1');
    stranger.on('error', () => undefined);
    const closed = closingOf(stranger);
    const start = performance.now();
    stranger.write(bytes);
    await closed;
    // Long before the time in which a client has to say who it is.
    expect(performance.now() - start).toBeLessThan(4_000);
  }
});

/** Connections that say nothing, from another address, which come back whenever they are closed. */
async function beSilent(port: number, count: number): Promise<void> {
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  const open = (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.on('error', () => undefined);
    socket.on('close', () => void setTimeout(() => void (isOver || void open()), 50));
    onTestFinished(() => void socket.destroy());
    return new Promise((resolve) => void socket.once('connect', () => resolve()));
  };
  await Promise.all(Array.from({ length: count }, open));
}

test('silent connections keep no door out, and cut no door off', async () => {
  const { port } = await hosted();
  const early = await clientOf(port);
  let isCutOff = false;
  early.on('close', () => (isCutOff = true));
  await early.subscribeAsync('usher/house/all');
  await beSilent(port, 100);
  const late = await clientOf(port);
  const heard = heardBy(early);
  late.publish('usher/house/all', 'sealed');
  expect(await heard).toBe('sealed');
  expect(isCutOff).toBe(false);
});

test('no more doors come in than a venue can have', async () => {
  const { port } = await hosted();
  for (let door = 0; door < 64; door += 1) await clientOf(port);
  await expect(clientOf(port)).rejects.toMatchObject({ code: 3 });
});

test('who reads nothing is cut off, and the others go on', async () => {
  const { port } = await hosted();
  const [left, right, stuck] = [await clientOf(port), await clientOf(port), await clientOf(port)];
  await Promise.all([right, stuck].map((client) => client.subscribeAsync('usher/house/all')));
  stuck.stream.unpipe();
  stuck.stream.pause();
  let heard = 0;
  right.on('message', () => (heard += 1));
  // More than the broker has under way at once: they go on only when the stuck one is gone.
  const [count, large] = [200, Buffer.alloc(200_000, 1)];
  for (let at = 0; at < count; at += 1) left.publish('usher/house/all', large);
  await eventually(() => expect(heard).toBe(count));
});

test('a port that is taken is tried again until it is free', async () => {
  const port = await freePort();
  const other = await hostBroker({ address: '127.0.0.1', port, ...THEIRS });
  let changes = 0;
  const { clock, wake } = wakeable();
  const hosting = await keepHosting({
    ...{ address: '127.0.0.1', port, ...THEIRS, clock },
    onChange: () => (changes += 1),
  });
  onTestFinished(() => hosting.stop());
  expect(hosting.isFailing).toBe(true);
  await other.close();
  wake();
  await eventually(() => expect(hosting.isFailing).toBe(false));
  expect(changes).toBe(1);
  await clientOf(port);
});

test('a broker that only begins to listen after the end is closed', async () => {
  const port = await freePort();
  const other = await hostBroker({ address: '127.0.0.1', port, ...THEIRS });
  const { clock, wake } = wakeable();
  const hosting = await keepHosting({
    ...{ address: '127.0.0.1', port, ...THEIRS, clock },
    onChange: () => undefined,
  });
  await other.close();
  wake();
  hosting.stop();
  await eventually(() => expect(hosting.isFailing, 'it has begun').toBe(false));
  await eventually(async () => {
    const next = await hostBroker({ address: '127.0.0.1', port, ...THEIRS });
    await next.close();
  });
});
