import type { ScannerState } from '#shared/model/scanner.ts';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Why a port could not be opened. The bindings report only a message, and the system's part of it
 * is in the user's language; so on Unix the port is opened once more to get the system's error
 * code.
 */
export async function whyNotOpened(path: string, words: string): Promise<ScannerState> {
  if (process.platform === 'win32') return inWordsOfWindows(words);
  // The bindings' own message for a port that another program has locked.
  if (words.includes('Cannot lock port')) return { type: 'in-use' };
  const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
  try {
    await (await open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)).close();
  } catch (error) {
    return ofCode(error instanceof Error && 'code' in error ? error.code : null, words);
  }
  return { type: 'failed', detail: words };
}

function ofCode(code: unknown, words: string): ScannerState {
  switch (code) {
    case 'ENOENT':
    case 'ENODEV':
    case 'ENXIO':
    case 'EIO':
      return { type: 'gone' };
    case 'EACCES':
    case 'EPERM':
      return { type: 'no-permission', vendor: null };
    case 'EBUSY':
      return { type: 'in-use' };
    default:
      return { type: 'failed', detail: words };
  }
}

/**
 * Interprets Windows' message. Windows lets any user open a port, so denied access means that the
 * port is open already.
 */
function inWordsOfWindows(words: string): ScannerState {
  if (words.includes('File not found')) return { type: 'gone' };
  if (words.includes('Access denied')) return { type: 'in-use' };
  return { type: 'failed', detail: words };
}
