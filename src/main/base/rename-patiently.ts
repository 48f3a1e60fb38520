import { renameSync } from 'node:fs';
import { systemCode } from './system-code.ts';

/** What Windows says of a file that another program has open. Elsewhere these are the last word. */
const HELD: readonly unknown[] = ['EBUSY', 'EPERM', 'EACCES'];

/** Between one try and the next, in milliseconds: a virus scanner or a backup looks at a file for some tens of them. */
const PAUSES = [10, 20, 40, 80, 150, 200];

export interface RenamePorts {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => void;
  /** Returns after so many milliseconds. */
  readonly pause: (ms: number) => void;
}

const THIS_SYSTEM: RenamePorts = { platform: process.platform, rename: renameSync, pause };

/**
 * Gives a file another name, in the place of what has had it. On Windows neither of the two may be open in
 * another program: that is waited for, for half a second, while everything stands still; then the system's
 * error is thrown, and both files are as they were.
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

/** The caller has to go on with the file as it then is, so nothing else may happen meanwhile. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
