import { renameSync } from 'node:fs';
import { systemCode } from './system-code.ts';

/**
 * Windows' error codes for a file that another program has open. On other systems these errors are
 * final.
 */
const HELD: readonly unknown[] = ['EBUSY', 'EPERM', 'EACCES'];

/**
 * Pauses between attempts, in milliseconds: a virus scanner or a backup keeps a file open for some
 * tens of them.
 */
const PAUSES = [10, 20, 40, 80, 150, 200];

export interface RenamePorts {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => void;
  /** Blocks for so many milliseconds. */
  readonly pause: (ms: number) => void;
}

const THIS_SYSTEM: RenamePorts = { platform: process.platform, rename: renameSync, pause };

/**
 * Renames a file, replacing an existing one. On Windows neither of the two may be open in another
 * program: this waits for up to half a second, blocking the thread, and then throws the system's
 * error, with both files unchanged.
 */
export function renamePatiently(from: string, to: string, ports: RenamePorts = THIS_SYSTEM): void {
  const { platform, rename, pause: wait } = ports;
  for (const ms of platform === 'win32' ? PAUSES : []) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!HELD.includes(systemCode(error))) throw error;
      wait(ms);
    }
  }
  rename(from, to);
}

/**
 * Blocks the thread: the caller continues with the file in its resulting state, so nothing else may
 * run in between.
 */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
