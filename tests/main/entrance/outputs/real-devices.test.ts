import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OutputCommand } from '#main/entrance/outputs/device.ts';
import { inTime } from '#main/entrance/outputs/in-time.ts';
import { openDevice, type DeviceParts } from '#main/entrance/outputs/open-device.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { OutputWay } from '#shared/model/output.ts';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';
import { Plugged } from '#tests/main/entrance/scanners/hid/plugged.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freePort } from '#tests/support/free-port.ts';
import { lacksMosquitto, startMosquitto } from '#tests/support/mosquitto.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  lacksModbus,
  lacksMosquittoSub,
  linesOf,
  startHttpDevice,
  startModbus,
} from './devices.ts';

const lacksSocat = process.env['CI'] !== 'true' && spawnSync('socat', ['-V']).status !== 0;
const COMMAND: OutputCommand = { verdict: 'admit', door: 'Nord & "Süd"', pulse: 1_500 };

function open(way: OutputWay, more: Partial<DeviceParts> = {}) {
  const device = openDevice(
    { name: 'Gate', purpose: 'gate', follows: ['admit'], pulse: 1_500, way },
    {
      ...{ clock: systemClock, hid: null, broker: () => null, authorizationOf: () => null },
      fetch: openHttp({ logger: new RecordingLogger() }).fetch,
      ...more,
    },
  );
  onTestFinished(() => device.close());
  const during = (limit: number, work: (signal: AbortSignal) => ReturnType<typeof device.on>) =>
    inTime(systemClock, limit, work);
  const none = () => Promise.reject(new Error('it has none'));
  return {
    device,
    on: (limit = 30_000) => during(limit, (signal) => device.on(COMMAND, signal)),
    off: () => during(30_000, (signal) => device.off?.(signal) ?? none()),
    look: () => during(30_000, (signal) => device.look?.(signal) ?? none()),
    input: (limit = 30_000) =>
      inTime(systemClock, limit, (signal) => device.input?.(signal) ?? none()),
  };
}

const modbus = (port: number, unit = 1): OutputWay => ({
  ...{ type: 'modbus', host: '127.0.0.1', port, unit, coil: 3 },
  ...{ input: null, passWithin: 8_000 },
});

test.skipIf(lacksModbus)(
  'a coil of a Modbus server of somebody else’s is on, off, and there; a coil that it does not have is said',
  async () => {
    const { port, coils } = await startModbus();
    const { on, off, look } = open(modbus(port));
    expect(await look()).toEqual({ ok: true, value: null });
    expect(await on()).toEqual({ ok: true, value: null });
    await eventually(() => expect(coils()).toEqual(['coil 3 1']));
    expect(await off()).toEqual({ ok: true, value: null });
    await eventually(() => expect(coils()).toEqual(['coil 3 1', 'coil 3 0']));
    expect(await open({ ...modbus(port), coil: 99 } as OutputWay).on()).toEqual({
      ...{ ok: false, error: 'refused' },
    });
  },
);

test.skipIf(lacksModbus)(
  'a discrete input of a Modbus server of somebody else’s is read; one that it does not have is said before the first guest',
  async () => {
    const { port, input: turn } = await startModbus();
    const { input, look, on } = open({ ...modbus(port), input: 5 } as OutputWay);
    expect(await look()).toEqual({ ok: true, value: null });
    expect(await input()).toEqual({ ok: true, value: false });
    turn(5, true);
    await eventually(async () => expect(await input()).toEqual({ ok: true, value: true }));
    expect(await on()).toEqual({ ok: true, value: null });
    turn(4, true);
    turn(5, false);
    await eventually(async () => expect(await input()).toEqual({ ok: true, value: false }));
    const lacking = open({ ...modbus(port), input: 99 } as OutputWay);
    expect(await lacking.look()).toEqual({ ok: false, error: 'refused' });
    expect(await lacking.input()).toEqual({ ok: false, error: 'refused' });
  },
);

/** A Modbus server that lies: answers each question with what `lie` makes of the right answer. */
async function startLiar(lie: (answer: Buffer) => Buffer) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('data', (question) => socket.write(lie(Buffer.from(question))));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const changed = (at: number, value: number) => (answer: Buffer) => {
  answer.writeUInt8(value, at);
  return answer;
};

test.each([
  ['another unit', changed(6, 7)],
  ['another transaction', changed(1, 99)],
  ['another coil', changed(9, 9)],
  ['another protocol', changed(3, 1)],
  ['another function', changed(7, 6)],
  ['off instead of on', changed(10, 0)],
  ['two answers at once', (answer: Buffer) => Buffer.concat([answer, answer])],
  ['more than there can be', changed(4, 0xff)],
  ['nothing like Modbus', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('a Modbus server that answers with %s has not answered', async (_, lie) => {
  const liar = await startLiar(lie);
  const { on } = open(modbus(liar.port));
  expect(await on()).toEqual({ ok: false, error: 'odd-answer' });
  expect(await on()).toEqual({ ok: false, error: 'odd-answer' });
  expect(liar.connections(), 'nothing of the first answer can be taken for the second').toBe(2);
});

/** What a right answer about one input is made of: its unit, its size and its bits. */
const inputAnswer = (question: Buffer, bits: number): Buffer =>
  Buffer.from([...question.subarray(0, 4), 0, 4, ...question.subarray(6, 8), 1, bits]);

test.each([
  ['another unit', (answer: Buffer) => changed(6, 7)(inputAnswer(answer, 1))],
  ['another transaction', (answer: Buffer) => changed(1, 99)(inputAnswer(answer, 1))],
  ['its coils', (answer: Buffer) => changed(7, 1)(inputAnswer(answer, 1))],
  ['two bytes of bits', (answer: Buffer) => changed(8, 2)(inputAnswer(answer, 1))],
  ['the question', (answer: Buffer) => answer],
])('an input of which %s is told has not been read', async (_, lie) => {
  const liar = await startLiar(lie);
  const { input } = open({ ...modbus(liar.port), input: 0 } as OutputWay);
  expect(await input()).toEqual({ ok: false, error: 'odd-answer' });
  expect(await input()).toEqual({ ok: false, error: 'odd-answer' });
  expect(liar.connections()).toBe(2);
});

test('of the bits of an answer only the one counts that was asked for', async () => {
  const server = await startLiar((question) => inputAnswer(question, 0b1111_1110));
  const { input } = open({ ...modbus(server.port), input: 0 } as OutputWay);
  expect(await input()).toEqual({ ok: true, value: false });
});

test('a Modbus device where nobody listens is unreachable, and one that says nothing is given up', async () => {
  expect(await open(modbus(await freePort())).on()).toEqual({ ok: false, error: 'unreachable' });
  const silent = await startLiar(() => Buffer.alloc(0));
  expect(await open(modbus(silent.port)).on(50)).toEqual({ ok: false, error: 'timeout' });
});

test('a Modbus device that takes one connection, and lets go of the last one slowly, is told all the same, and once', async () => {
  const port = await freePort();
  const heard: string[] = [];
  const answering = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (question) => {
      heard.push(question.toString('hex', 7));
      socket.write(question);
    });
  });
  onTestFinished(() => void answering.close());
  const silent = createServer((socket) => {
    socket.on('error', () => undefined);
    // For a moment it takes no other.
    silent.close();
    socket.once('close', () => setTimeout(() => answering.listen(port, '127.0.0.1'), 200));
    socket.resume();
  }).listen(port, '127.0.0.1');
  await once(silent, 'listening');
  const { on, input } = open({ ...modbus(port), input: 5 } as OutputWay);
  expect(await input(50)).toEqual({ ok: false, error: 'timeout' });
  expect(await on()).toEqual({ ok: true, value: null });
  expect(heard).toEqual(['050003ff00']);
});

test('an HTTP device gets one request, with what is filled in where it belongs', async () => {
  const shelly = await startHttpDevice();
  const url = `${shelly.url}/rpc/Switch.Set?id=0&on=true&toggle_after={pulse}&door={door}`;
  const get = open({ type: 'http', url, method: 'GET', body: '' });
  expect(await get.on()).toEqual({ ok: true, value: null });
  const post = open(
    {
      ...{ type: 'http', url: `${shelly.url}/{verdict}`, method: 'POST' },
      body: '{"door": "{door}", "seconds": {pulse}, "not": "{mine}"}',
    },
    { authorizationOf: () => 'Bearer 9f2c' },
  );
  expect(await post.on()).toEqual({ ok: true, value: null });
  expect(shelly.heard).toEqual([
    {
      ...{ method: 'GET', authorization: undefined, type: undefined, body: '' },
      url: '/rpc/Switch.Set?id=0&on=true&toggle_after=1.5&door=Nord%20%26%20%22S%C3%BCd%22',
    },
    {
      ...{ method: 'POST', authorization: 'Bearer 9f2c', type: 'application/json', url: '/admit' },
      body: '{"door": "Nord & \\"Süd\\"", "seconds": 1.5, "not": "{mine}"}',
    },
  ]);
});

test('an HTTP device that sends on to another server is refused, and that one hears nothing', async () => {
  const other = await startHttpDevice();
  const device = await startHttpDevice();
  device.answer = { status: 307, headers: { location: `${other.url}/elsewhere` } };
  const way: OutputWay = { type: 'http', url: device.url, method: 'POST', body: 'x' };
  const { on } = open(way, { authorizationOf: () => 'Basic secret' });
  expect(await on()).toEqual({ ok: false, error: 'redirected' });
  expect(other.heard).toEqual([]);
});

test.each([
  [401, 'unauthorised'],
  [404, 'refused'],
  [500, 'refused'],
])('an HTTP device that says %i has not switched: %s', async (status, error) => {
  const device = await startHttpDevice();
  device.answer = { status, headers: {} };
  const { on } = open({ type: 'http', url: device.url, method: 'GET', body: '' });
  expect(await on()).toEqual({ ok: false, error });
});

test('an HTTP device that takes a request and says nothing is given up, and asked once', async () => {
  const device = await startHttpDevice();
  device.answer = null;
  const { on } = open({ type: 'http', url: device.url, method: 'GET', body: '' });
  expect(await on(100)).toEqual({ ok: false, error: 'timeout' });
  expect(device.heard.length).toBeLessThanOrEqual(1);
  const nobody = open({
    ...{ type: 'http', method: 'GET', body: '' },
    url: `http://127.0.0.1:${await freePort()}`,
  });
  expect(await nobody.on()).toEqual({ ok: false, error: 'unreachable' });
});

test.skipIf(lacksMosquitto || lacksMosquittoSub)(
  'whoever listens at the broker hears the verdict, and nothing that came after the broker was gone',
  async () => {
    const broker = await startMosquitto(temporaryFolder());
    onTestFinished(() => broker.kill());
    const port = new URL(broker.url).port;
    const way: OutputWay = { type: 'mqtt', topic: 'gates/north' };
    const address = { url: broker.url, user: null, password: null, ca: null };
    const { on, look } = open(way, { broker: () => address });
    expect(await look()).toEqual({ ok: true, value: null });
    const listen = () =>
      linesOf('mosquitto_sub', ['-h', 'localhost', '-p', port, '-t', 'gates/#', '-v']);
    const heard = listen();
    // Until the other one listens nobody hears.
    await eventually(async () => {
      await on();
      expect(heard.length).toBeGreaterThan(0);
    });
    const [topic, ...words] = (heard[0] ?? '').split(' ');
    expect(topic).toBe('gates/north');
    expect(JSON.parse(words.join(' '))).toEqual({
      ...{ verdict: 'admit', door: 'Nord & "Süd"', pulse: 1_500, at: expect.any(Number) as number },
    });
    await broker.kill();
    await eventually(async () => {
      expect(await on(500)).toEqual({ ok: false, error: 'unreachable' });
    });
    await broker.start();
    const later = listen();
    await eventually(async () => {
      expect(await look()).toEqual({ ok: true, value: null });
    });
    const last = open({ type: 'mqtt', topic: 'gates/last' }, { broker: () => address });
    await eventually(async () => {
      await last.on();
      expect(later.length).toBeGreaterThan(0);
    });
    expect(later.filter((line) => line.startsWith('gates/north'))).toEqual([]);
  },
);

test('without a house there is no broker', async () => {
  const { on } = open({ type: 'mqtt', topic: 'gates/north' });
  expect(await on()).toEqual({ ok: false, error: 'no-broker' });
});

test.skipIf(lacksSocat)('a serial relay gets its bytes, and none when it is gone', async () => {
  const path = join(temporaryFolder(), 'relay');
  const socat = spawn('socat', ['-u', `pty,raw,echo=0,link=${path}`, '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void socat.kill());
  const bytes: number[] = [];
  socat.stdout.on('data', (chunk: Buffer) => bytes.push(...chunk));
  await eventually(() => expect(existsSync(path)).toBe(true));
  const { on, off, look, device } = open({
    ...{ type: 'serial', path, baudRate: 9_600 },
    ...{ on: '\\xA0\\x01\\x01\\xA2', off: '\\xA0\\x01\\x00\\xA1\\r' },
  });
  expect(await look()).toEqual({ ok: true, value: null });
  expect(await on()).toEqual({ ok: true, value: null });
  expect(await off()).toEqual({ ok: true, value: null });
  await eventually(() => expect(bytes).toEqual([0xa0, 1, 1, 0xa2, 0xa0, 1, 0, 0xa1, 0x0d]));
  await device.close();
  socat.kill();
  await once(socat, 'close');
  expect(await on()).toEqual({ ok: false, error: 'gone' });
});

test('a USB relay is told which of its relays, and is found among others that share its numbers', async () => {
  const hid = new Plugged();
  const { on, off, look } = open({ type: 'relay', channel: 2 }, { hid });
  expect(await look()).toEqual({ ok: false, error: 'gone' });
  hid.plugIn({ path: 'lamp', vendor: 0x16c0, product: 0x05df, name: 'Somebody LED' });
  hid.plugIn({ path: 'card', vendor: 0x16c0, product: 0x05df, name: 'www.dcttech.com USBRelay2' });
  expect(await on()).toEqual({ ok: true, value: null });
  expect(await off()).toEqual({ ok: true, value: null });
  expect(hid.features).toEqual([
    { path: 'card', report: [0, 0xff, 2, 0, 0, 0, 0, 0, 0] },
    { path: 'card', report: [0, 0xfd, 2, 0, 0, 0, 0, 0, 0] },
  ]);
  hid.unplug('card');
  expect(await off()).toEqual({ ok: false, error: 'gone' });
  hid.plugIn({ path: 'card again', vendor: 0x16c0, product: 0x05df, name: 'USBRelay2' });
  expect(await off()).toEqual({ ok: true, value: null });
});
