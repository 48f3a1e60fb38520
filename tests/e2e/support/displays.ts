import { expect } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Width and height in pixels: `1280x720`. */
export type Resolution = `${number}x${number}`;

/** What is plugged in. Two displays stand side by side; what is not named is not there. */
export interface Desk {
  readonly left?: Resolution;
  readonly right?: Resolution;
}

/** Displays that can be unplugged and come back: an X server of the test's own. */
export interface Displays {
  /** What is plugged in from now on, as the system's own settings of displays do it. */
  plug(desk: Desk): void;
  close(): Promise<void>;
}

/** Not the program in the search path: that may be the one for a console's user alone. */
const SERVER = '/usr/lib/xorg/Xorg';
const DRIVER = '/usr/lib/xorg/modules/drivers/dummy_drv.so';

/** Whether this machine has what it takes: Debian's X server, with its driver for no hardware. */
export function hasDisplays(): boolean {
  return [SERVER, DRIVER, '/usr/bin/xrandr', '/usr/bin/openbox'].every((path) => existsSync(path));
}

/** It takes no keyboard, no graphics card and no console of the machine's. */
const CONFIGURATION = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "none"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Screen"
  Identifier "screen"
  Device "none"
  DefaultDepth 24
EndSection
`;

const CONNECTORS = { left: 'DUMMY1', right: 'DUMMY2' } as const;
/** On when the server starts; only there so that there is a screen at all. */
const FIRST = 'DUMMY0';

/** Starts the server with these displays, and a window manager. They are `DISPLAY` until it is closed. */
export async function openDisplays(desk: Desk): Promise<Displays> {
  const before = process.env['DISPLAY'];
  const folder = mkdtempSync(join(tmpdir(), 'usher-displays-'));
  const configuration = join(folder, 'xorg.conf');
  writeFileSync(configuration, CONFIGURATION);
  const server = spawn(
    SERVER,
    [
      // It finds a number of its own, and says which on the fourth of its files.
      ...['-displayfd', '3', '-config', configuration, '-logfile', join(folder, 'xorg.log')],
      ...['-noreset', '-novtswitch', '-nolisten', 'tcp'],
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] satisfies StdioOptions },
  );
  const number = await Promise.race([
    once(createInterface(server.stdio[3] as Readable), 'line'),
    once(server, 'exit').then(() => Promise.reject(new Error('the X server does not start'))),
  ]);
  process.env['DISPLAY'] = `:${String(number[0])}`;

  const modes = new Set<string>();
  const plug = (wanted: Desk): void => {
    let x = 0;
    const outputs = (['left', 'right'] as const).flatMap((side) => {
      const output = ['--output', CONNECTORS[side]];
      const resolution = wanted[side];
      if (resolution === undefined) return [...output, '--off'];
      const mode = `usher-${resolution}`;
      if (!modes.has(mode)) addMode(mode, resolution);
      modes.add(mode);
      const at = ['--mode', mode, '--pos', `${x}x0`];
      x += widthAndHeight(resolution)[0];
      return [...output, ...at];
    });
    // With a density of its own: what it works out of sizes that nobody measured comes to nothing in time.
    xrandr('--dpi', '96', '--output', FIRST, '--off', ...outputs);
    // Whoever asks anew has the server look at its plugs, as the kernel's word does, and tell everybody.
    xrandr('--query');
  };

  let manager: ChildProcess | null = null;
  const close = async (): Promise<void> => {
    if (manager !== null) await end(manager);
    await end(server);
    if (before === undefined) delete process.env['DISPLAY'];
    else process.env['DISPLAY'] = before;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    plug(desk);
    manager = spawn('openbox', [], { stdio: 'ignore' });
    await isManaged();
  } catch (error) {
    await close();
    throw error;
  }
  return { plug, close };
}

export function widthAndHeight(resolution: Resolution): readonly [width: number, height: number] {
  const [width = 0, height = 0] = resolution.split('x').map(Number);
  return [width, height];
}

function addMode(mode: string, resolution: Resolution): void {
  const [width, height] = widthAndHeight(resolution);
  const across = [width, width + 64, width + 192, width + 384];
  const down = [height, height + 3, height + 8, height + 28];
  xrandr('--newmode', mode, ...[75, ...across, ...down].map(String));
  for (const connector of Object.values(CONNECTORS)) xrandr('--addmode', connector, mode);
}

function xrandr(...args: readonly string[]): void {
  execFileSync('xrandr', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Comes when a window manager has taken the display over. */
async function isManaged(): Promise<void> {
  const managed = () =>
    execFileSync('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { encoding: 'utf8' });
  const message = 'a window manager is there';
  await expect.poll(managed, { message, timeout: 10_000 }).toContain('window id');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
