import { watch } from 'node:fs';
import { open as openFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { devicesAsync, HIDAsync, setDriverType, type Device } from 'node-hid';
import type { ScannerState } from '#shared/model/scanner.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { HidDevice, HidListener, HidPort, OpenHid } from './port.ts';

/** Linux names the devices that the hidraw driver serves so. */
const HIDRAW = /^hidraw\d+$/;

/** The HID devices of this machine, by node-hid; on Linux through hidraw, which needs no root. */
export function nodeHidPort(): HidPort {
  setDriverType('hidraw');
  return { list, open, descriptor, watch: watchDevices };
}

async function list(): Promise<Result<readonly HidDevice[], string>> {
  try {
    return ok((await devicesAsync()).flatMap(toDevice));
  } catch (error) {
    return err(wordsOf(error));
  }
}

function toDevice(device: Device): readonly HidDevice[] {
  if (device.path === undefined) return [];
  return [
    {
      path: device.path,
      vendor: device.vendorId,
      product: device.productId,
      serial: device.serialNumber ?? '',
      name: [device.manufacturer, device.product].filter(Boolean).join(' ').trim(),
      usagePage: device.usagePage ?? 0,
      usage: device.usage ?? 0,
    },
  ];
}

async function open(path: string, listener: HidListener): Promise<Result<OpenHid, ScannerState>> {
  try {
    const device = await HIDAsync.open(path, { nonExclusive: true });
    let told = true;
    device.on('error', () => {
      if (told) listener.onLost();
      told = false;
    });
    // Its loss is noticed, too, only while somebody listens for data.
    device.on('data', (report: Uint8Array) => {
      if (told) listener.onReport(report);
    });
    return ok({
      close: async () => {
        told = false;
        await device.close();
      },
    });
  } catch (error) {
    return err(await whyNotOpened(path, wordsOf(error)));
  }
}

/**
 * node-hid tells in words alone, and on Linux they come in the user's language; so the system is asked
 * once more there, for its code. Windows and macOS give a number among the words.
 */
async function whyNotOpened(path: string, words: string): Promise<ScannerState> {
  const code = process.platform === 'linux' ? await codeOf(path) : numberIn(words);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case '0x00000005':
    case '0xE00002E2':
      return { type: 'no-permission' };
    case 'EBUSY':
    case '0x00000020':
    case '0xE00002C5':
      return { type: 'in-use' };
    case 'ENOENT':
    case 'ENODEV':
    case 'ENXIO':
      return { type: 'gone' };
    default:
      return { type: 'failed', detail: words };
  }
}

async function codeOf(path: string): Promise<unknown> {
  try {
    await (await openFile(path, 'r+')).close();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : null;
  }
  return null;
}

function numberIn(words: string): string | undefined {
  return /0x[0-9A-F]{8}/.exec(words)?.[0];
}

async function descriptor(path: string): Promise<Uint8Array | null> {
  const name = basename(path);
  if (!HIDRAW.test(name)) return null;
  return readFile(join('/sys/class/hidraw', name, 'device/report_descriptor')).catch(() => null);
}

/**
 * On Linux devices come and go, and are given to the user, as files in `/dev`. Elsewhere, and where
 * the folder cannot be watched, nothing is said.
 */
function watchDevices(onHint: () => void): () => void {
  if (process.platform !== 'linux') return () => undefined;
  try {
    const watcher = watch('/dev', (_, name) => {
      if (name !== null && HIDRAW.test(name)) onHint();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
