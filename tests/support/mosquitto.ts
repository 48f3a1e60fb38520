import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

/**
 * Whether tests must do without: there is no Mosquitto on this machine, and it is none where everything has to
 * run.
 */
export const lacksMosquitto =
  process.env['CI'] !== 'true' &&
  spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error !== undefined;

/** A Mosquitto with its default limits, on loopback. */
export interface Mosquitto {
  readonly url: string;
  start(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
}

/**
 * Starts a broker.
 *
 * @param folder for its configuration file
 * @param lines added to that; everybody may come in unless these say something about it
 * @param scheme mqtts, where the lines name its certificates
 */
export async function startMosquitto(
  folder: string,
  lines = '',
  scheme: 'mqtt' | 'mqtts' = 'mqtt',
): Promise<Mosquitto> {
  const port = await freePort();
  const configuration = join(folder, 'mosquitto.conf');
  const access = lines.includes('allow_anonymous') ? '' : 'allow_anonymous true\n';
  // Started by root it would become another user, who cannot read this folder.
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  writeFileSync(configuration, `listener ${port} 127.0.0.1\n${user}${access}${lines}\n`);
  let broker: ChildProcess | null = null;

  async function start(): Promise<void> {
    const started = spawn('mosquitto', ['-c', configuration], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    broker = started;
    for await (const line of createInterface(started.stderr)) {
      if (line.endsWith(' running')) break;
    }
    started.stderr.resume();
    if (started.exitCode !== null) throw new Error('the broker does not start');
  }
  async function kill(): Promise<void> {
    if (broker?.exitCode !== null || broker.signalCode !== null) return;
    const ended = once(broker, 'exit');
    broker.kill('SIGKILL');
    await ended;
  }
  await start();
  return { url: `${scheme}://localhost:${port}`, start, kill };
}
