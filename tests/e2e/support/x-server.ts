import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** An X server of our own, which is `DISPLAY` for whatever is started until it is closed. */
export interface XServer {
  /** Gives it a window manager, so that full screen is full screen. Resolves when windows are managed. */
  manage(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The server stands for hardware, which waits for no program: where this may be asked for, it goes before
 * everything else.
 */
const AHEAD = process.getuid?.() === 0 ? ['nice', '-n', '-15'] : [];

/** Starts it under a number that is free. Rejects if it ends before it serves. */
export async function startXServer(program: string, args: readonly string[]): Promise<XServer> {
  const before = process.env['DISPLAY'];
  const [command = program, ...rest] = [
    ...AHEAD,
    program,
    // It finds a number of its own, and says which on the fourth of its files.
    ...['-displayfd', '3', '-noreset', '-nolisten', 'tcp'],
    ...args,
  ];
  const server = spawn(command, rest, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await Promise.race([
    once(createInterface(server.stdio[3] as Readable), 'line'),
    once(server, 'exit').then(() => Promise.reject(new Error(`${program} does not start`))),
  ])) as [string];
  process.env['DISPLAY'] = `:${number}`;

  let manager: ChildProcess | null = null;
  return {
    async manage() {
      manager = spawn('openbox', [], { stdio: 'ignore' });
      await isManaged();
    },
    async close() {
      if (manager !== null) await end(manager);
      await end(server);
      if (before === undefined) delete process.env['DISPLAY'];
      else process.env['DISPLAY'] = before;
    },
  };
}

/** Resolves when a window manager has taken the display over. */
async function isManaged(): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    const { stdout } = spawnSync('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], {
      encoding: 'utf8',
    });
    if (stdout.includes('window id')) return;
    await setTimeout(50);
  }
  throw new Error('no window manager has come');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
