import { open } from 'node:fs/promises';
import type { ScannerState } from '#shared/model/scanner.ts';
import { vendorOf } from './found.ts';
import type { HidDevice } from './port.ts';

/**
 * Why a device could not be opened. node-hid reports only a message, on Linux in the user's
 * language; so there the device is opened once more to get the system's error code. On Windows and
 * macOS the message contains a number.
 */
export async function whyNotOpened(
  device: HidDevice,
  words: string,
  platform = process.platform,
): Promise<ScannerState> {
  const isLinux = platform === 'linux';
  const code = isLinux ? await codeOf(device.path) : numberIn(words);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case '0x00000005':
    case '0xE00002E2':
      return { type: 'no-permission', vendor: isLinux ? vendorOf(device) : null };
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
    await (await open(path, 'r+')).close();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : null;
  }
  return null;
}

function numberIn(words: string): string | undefined {
  return /0x[0-9A-F]{8}/.exec(words)?.[0];
}
