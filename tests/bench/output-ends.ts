import { SerialPortStream } from '@serialport/stream';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { devicesAsync, HIDAsync } from 'node-hid';
import { Agent, request } from 'undici';
import type { OutputWay } from '#shared/model/output.ts';
import { VirtualRelay } from '#tests/support/uhid-relay.ts';
import { Arrivals } from './arrivals.ts';

/** What a device hears. */
export const HEARD = { on: 'on', off: 'off' } as const;

/** The other end of an output: a device that says when it was switched, and a bare client that switches it. */
export interface OutputEnd {
  readonly way: OutputWay;
  readonly on: Arrivals;
  /** Null where the device ends its pulse itself. */
  readonly off: Arrivals | null;
  /** Connects a client of a few lines; returns what switches the device on by it, and what ends it. */
  bare(): Promise<BareClient>;
  close(): Promise<void>;
}

interface BareClient {
  readonly send: () => void;
  readonly close: () => Promise<void>;
}

/** A device that takes a request. */
export async function httpEnd(): Promise<OutputEnd> {
  const on = new Arrivals();
  const server = createHttpServer((_request, response) => {
    on.note(HEARD.on);
    response.end();
  });
  const url = `http://127.0.0.1:${await listening(server)}/open`;
  const agent = new Agent();
  return {
    way: { type: 'http', url, method: 'GET', body: '' },
    ...{ on, off: null },
    bare: () =>
      Promise.resolve({
        send: () => void request(url, { dispatcher: agent }).then(({ body }) => body.dump()),
        close: () => agent.close(),
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Coil 3 of unit 1 on, in transaction 1. */
const COIL_ON = Buffer.from([0, 1, 0, 0, 0, 6, 1, 5, 0, 3, 0xff, 0]);

/** A coil: what is written to one comes back as it is. */
export async function modbusEnd(): Promise<OutputEnd> {
  const [on, off] = [new Arrivals(), new Arrivals()];
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (frame) => {
      if (frame[10] === 0xff) on.note(HEARD.on);
      else off.note(HEARD.off);
      socket.write(frame);
    });
  });
  const port = await listening(server);
  return {
    way: {
      ...{ type: 'modbus', host: '127.0.0.1', port, unit: 1, coil: 3 },
      ...{ input: null, passWithin: 8_000 },
    },
    ...{ on, off },
    async bare() {
      const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
      await once(socket, 'connect');
      socket.resume();
      return {
        send: () => void socket.write(COIL_ON),
        close: () => Promise.resolve(void socket.destroy()),
      };
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** Somebody who listens to a topic. */
export async function mqttEnd(broker: string, topic: string): Promise<OutputEnd> {
  const on = new Arrivals();
  const listener = await connectAsync(broker);
  listener.on('message', () => on.note(HEARD.on));
  await listener.subscribeAsync(topic);
  return {
    way: { type: 'mqtt', topic },
    ...{ on, off: null },
    async bare() {
      const client = await connectAsync(broker);
      return { send: () => void client.publish(topic, 'admit'), close: () => client.endAsync() };
    },
    close: () => listener.endAsync(),
  };
}

/** The other end of a pseudo-terminal. Needs socat. */
export async function serialEnd(folder: string, name: string): Promise<OutputEnd> {
  const [on, off] = [new Arrivals(), new Arrivals()];
  const path = join(folder, name);
  const socat = spawn('socat', ['-u', `pty,raw,echo=0,link=${path}`, '-'], {
    // With this process's own stderr it would keep whoever reads that, should it be left behind.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  socat.stdout.setEncoding('latin1').on('data', (text: string) => {
    // On a busy machine both ends of a pulse come at once.
    for (const sign of text) {
      if (sign === '1') on.note(HEARD.on);
      else off.note(HEARD.off);
    }
  });
  while (!existsSync(path)) {
    if (socat.exitCode !== null) throw new Error(`socat ended with ${socat.exitCode}`);
    await wait(5);
  }
  return {
    way: { type: 'serial', path, baudRate: 9_600, on: '1', off: '0' },
    ...{ on, off },
    bare: () => bareSerial(path),
    async close() {
      const ended = once(socat, 'close');
      if (socat.exitCode === null && socat.kill()) await ended;
    },
  };
}

async function bareSerial(path: string): Promise<BareClient> {
  const { autoDetect } = await import('@serialport/bindings-cpp');
  const port = new SerialPortStream({ binding: autoDetect(), path, baudRate: 9_600 });
  await once(port, 'open');
  return {
    send: () => void port.write('1'),
    close: () => new Promise((closed) => port.close(() => closed())),
  };
}

/** What a relay card is told: on, its second relay. */
const RELAY_ON = [0, 0xff, 2, 0, 0, 0, 0, 0, 0];

/**
 * A virtual relay card, below the kernel's HID. One with another name than such cards have is for the bare client,
 * which finds it by that.
 */
export function relayEnd(name: string): OutputEnd {
  const [on, off] = [new Arrivals(), new Arrivals()];
  const card = new VirtualRelay(name, ([what]) => {
    if (what === RELAY_ON[1]) on.note(HEARD.on);
    else off.note(HEARD.off);
  });
  return {
    way: { type: 'relay', channel: 2 },
    ...{ on, off },
    async bare() {
      const path = (await devicesAsync()).find(({ product }) => product === name)?.path;
      if (path === undefined) throw new Error('the bare card is not listed');
      const device = await HIDAsync.open(path, { nonExclusive: true });
      return {
        send: () => void device.sendFeatureReport(RELAY_ON),
        close: () => device.close(),
      };
    },
    close() {
      card.unplug();
      return Promise.resolve();
    },
  };
}

/** Opens a server on loopback; resolves with its port. */
export async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
