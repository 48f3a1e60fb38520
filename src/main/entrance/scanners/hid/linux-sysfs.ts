import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The names that Linux gives to devices of the hidraw driver. */
const HIDRAW = /^hidraw\d+$/;
/** How many levels above a HID device its USB device can be: the interface, then the device. */
const LEVELS = 3;

/** Whether a file in `/dev` is a HID device. */
export function isHidraw(name: string): boolean {
  return HIDRAW.test(name);
}

/** A device's report descriptor; null if sysfs does not have it. */
export async function readDescriptor(path: string, root = '/sys'): Promise<Uint8Array | null> {
  const folder = folderOf(path, root);
  if (folder === null) return null;
  return readFile(join(folder, 'report_descriptor')).catch(() => null);
}

/**
 * Whether the USB device that a HID device belongs to is suspended. Also false if that is unknown:
 * over Bluetooth, for example, or without sysfs.
 */
export async function isSuspended(path: string, root = '/sys'): Promise<boolean> {
  const folder = folderOf(path, root);
  const hid = folder === null ? null : await realpath(folder).catch(() => null);
  if (hid === null) return false;
  for (let at = hid, level = 0; level < LEVELS; at = dirname(at), level += 1) {
    // Only the USB device has a maker's number, while every level has a power status.
    if ((await read(join(at, 'idVendor'))) !== null) {
      return (await read(join(at, 'power/runtime_status'))) === 'suspended';
    }
  }
  return false;
}

function folderOf(path: string, root: string): string | null {
  const name = basename(path);
  return isHidraw(name) ? join(root, 'class/hidraw', name, 'device') : null;
}

async function read(file: string): Promise<string | null> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}
