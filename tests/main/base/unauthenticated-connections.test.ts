import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { machineOf } from '#main/base/machine-of.ts';
import { UnauthenticatedConnections } from '#main/base/unauthenticated-connections.ts';
import { eventually } from '#tests/support/eventually.ts';

/** A server with these limits, and those who connect to it. */
async function limited(perMachine: number, total: number) {
  const connections = new UnauthenticatedConnections({ perMachine, total });
  const accepted: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    accepted.push(socket);
    connections.add(socket);
  }).listen(0, '0.0.0.0');
  onTestFinished(() => {
    accepted.forEach((socket) => socket.destroy());
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Connects from this address; returns the server's end. */
  async function from(localAddress: string): Promise<Socket> {
    const before = accepted.length;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await eventually(() => expect(accepted.length).toBe(before + 1));
    const [end] = accepted.slice(-1);
    if (end === undefined) throw new Error('nobody has connected');
    return end;
  }
  const areOpen = (...sockets: Socket[]) => sockets.map(({ destroyed }) => !destroyed);
  return { connections, from, areOpen };
}

test('a machine with too many connections loses its own oldest', async () => {
  const { from, areOpen } = await limited(2, 10);
  const guest = await from('127.0.0.1');
  const flood: Socket[] = [];
  for (let at = 0; at < 5; at += 1) flood.push(await from('127.0.0.2'));
  expect(areOpen(guest, ...flood)).toEqual([true, false, false, false, true, true]);
});

test('beyond the total the oldest of all is closed', async () => {
  const { from, areOpen } = await limited(2, 3);
  const sockets: Socket[] = [];
  for (let at = 1; at <= 5; at += 1) sockets.push(await from(`127.0.0.${at}`));
  expect(areOpen(...sockets)).toEqual([false, false, true, true, true]);
});

test('an authenticated connection is neither counted nor closed', async () => {
  const { connections, from, areOpen } = await limited(2, 3);
  const door = await from('127.0.0.1');
  connections.authenticated(door);
  const flood: Socket[] = [];
  for (let at = 0; at < 4; at += 1) flood.push(await from('127.0.0.1'));
  expect(areOpen(door, ...flood)).toEqual([true, false, false, true, true]);
});

test('a connection that has ended is not counted', async () => {
  const { from, areOpen } = await limited(2, 3);
  const first = await from('127.0.0.1');
  const second = await from('127.0.0.1');
  second.destroy();
  await once(second, 'close');
  const third = await from('127.0.0.1');
  expect(areOpen(first, third)).toEqual([true, true]);
});

test.each([
  ['192.168.7.2', '192.168.7.2'],
  ['::ffff:192.168.7.2', '::ffff:192.168.7.2'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2:bbbb:1:2:3', '2001:db8:1:2'],
  ['fe80::1', 'fe80::1'],
  ['fe80::2', 'fe80::2'],
])('the machine of %s is %s', (address, machine) => {
  expect(machineOf(address)).toBe(machine);
});
