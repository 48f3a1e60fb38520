import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startXServer } from './x-server.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'usher-displays-'));
  const configuration = join(folder, 'xorg.conf');
  writeFileSync(configuration, CONFIGURATION);
  const log = join(folder, 'xorg.log');
  const server = await startXServer(SERVER, [
    ...['-config', configuration, '-logfile', log, '-novtswitch'],
  ]);

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

  const close = async (): Promise<void> => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    plug(desk);
    await server.manage();
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
