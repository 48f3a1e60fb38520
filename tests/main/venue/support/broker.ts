import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { freePort } from '#tests/support/free-port.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** Whether there is a Mosquitto on this machine. */
export const hasMosquitto = spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error === undefined;

/** A Mosquitto with its default limits. */
export interface Broker {
  readonly url: string;
  start(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
}

/** @param more lines for its configuration file; users are refused where these say so */
export async function startBroker(more: (folder: string) => string = () => ''): Promise<Broker> {
  const folder = temporaryFolder();
  const port = await freePort();
  const configuration = join(folder, 'mosquitto.conf');
  const lines = more(folder);
  const access = lines.includes('allow_anonymous') ? '' : 'allow_anonymous true\n';
  // Started by root it would become another user, who cannot read this folder.
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(configuration, `listener ${port} 127.0.0.1\n${user}${access}${lines}\n`);
  let broker: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    broker = spawn('mosquitto', ['-c', configuration], { stdio: 'ignore' });
    await eventually(() => connectTo(port));
  };
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => broker?.once('exit', resolve));
    broker?.kill('SIGKILL');
    if (broker?.exitCode === null && broker.signalCode === null) await ended;
  };
  onTestFinished(() => kill());
  await start();
  return { url: `mqtt://127.0.0.1:${port}`, start, kill };
}

/** Rejects while nobody listens there. */
async function connectTo(port: number): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
