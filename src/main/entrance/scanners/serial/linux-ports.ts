import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SerialPort } from '#shared/model/scanner.ts';

/**
 * How many levels above a tty its USB device can be in sysfs: interface, device, and a converter's
 * own port.
 */
const LEVELS = 4;

/**
 * Lists the serial ports of Linux by reading sysfs. The bindings' own list runs `udevadm` and fails
 * where that is not installed.
 *
 * @param root the root of the file system
 */
export async function listLinuxPorts(root = '/'): Promise<readonly SerialPort[]> {
  const names = await entries(join(root, 'sys/class/tty'));
  const stable = await stablePaths(root);
  const ports = await Promise.all(names.map((name) => describe(root, name, stable)));
  return ports.filter((port) => port !== null);
}

async function describe(
  root: string,
  name: string,
  stable: ReadonlyMap<string, string>,
): Promise<SerialPort | null> {
  const tty = join(root, 'sys/class/tty', name);
  const device = await realpath(join(tty, 'device')).catch(() => null);
  // Terminals have no device behind them; Bluetooth ports may have none either, but are listed.
  if (device === null && !name.startsWith('rfcomm')) return null;
  // The kernel always lists four ports of the mainboard; type 0 means that there is none.
  if ((await text(join(tty, 'type'))) === '0') return null;
  return {
    path: stable.get(name) ?? join('/dev', name),
    name: device === null ? null : await usbName(device),
  };
}

/** The paths in `/dev/serial/by-id/`, by the name of the tty that they link to. */
async function stablePaths(root: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(root, 'dev/serial/by-id');
  const paths = new Map<string, string>();
  for (const link of await entries(folder)) {
    const target = await realpath(join(folder, link)).catch(() => null);
    if (target !== null) paths.set(basename(target), join('/dev/serial/by-id', link));
  }
  return paths;
}

async function usbName(device: string): Promise<string | null> {
  let folder = device;
  for (let level = 0; level < LEVELS; level += 1) {
    const words = [await text(join(folder, 'manufacturer')), await text(join(folder, 'product'))];
    const name = words.filter((word) => word !== null && word !== '').join(' ');
    if (name !== '') return name;
    folder = dirname(folder);
  }
  return null;
}

async function entries(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

async function text(path: string): Promise<string | null> {
  return readFile(path, 'utf8').then(
    (content) => content.trim(),
    () => null,
  );
}
