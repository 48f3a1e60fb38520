import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as realTime } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * A server in a process of its own that stands still after it listens. Its queue is filled, and Linux
 * then drops whatever wants to connect, as on the way to a far or unreachable host.
 */
const SERVER = `
  const [host, port, still, body] = process.argv.slice(1);
  const server = require('node:http').createServer((request, response) => response.end(body));
  server.listen({ host, port: Number(port), backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(still));
  });
`;

/** Nobody answers at all in the time of a test. */
export const NEVER = 60_000;

/** Listens on an address of loopback, answers nobody for `still` ms, and returns its port. */
export async function listenSlowly(host: string, still: number, body = '', port = 0) {
  const args = ['-e', SERVER, host, String(port), String(still), body];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [told] = (await once(server.stdout, 'data')) as [Buffer];
  const listening = Number(told.toString());
  await fillQueue(host, listening);
  return listening;
}

async function fillQueue(host: string, port: number): Promise<void> {
  for (let waiting = 0; waiting < 8; waiting += 1) {
    const socket = connect({ host, port });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    if (!(await connects(socket))) return;
  }
  throw new Error('the queue takes everybody in');
}

function connects(socket: Socket): Promise<boolean> {
  return Promise.race([once(socket, 'connect').then(() => true), realTime(100).then(() => false)]);
}
