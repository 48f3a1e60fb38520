import { renameSync } from 'node:fs';
import { systemCode } from './system-code.ts';

/** The error codes of Windows for a file that another program has open. On other systems they are final. */
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
 * another program: so this tries again for half a second, blocking the thread; then it throws the system's
 * error, and both files are unchanged.
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

/** Blocks, because callers are synchronous and go on with the renamed file. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
