import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own for a folder. */
export interface SmallDisk {
  /** Fills what is left of it. */
  fill(): void;
  /** Frees what was filled. */
  free(): void;
  /** Takes it away, also while files are open. */
  remove(): void;
}

/** Puts a disk of so many megabytes at `folder`; null where this user on this system may not. */
export function smallDiskAt(folder: string, megabytes: number): SmallDisk | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    fill() {
      for (let size = 4 * 1024 ** 2; size >= 512; size /= 2) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
        } catch {
          // As much as there was room for is written.
        }
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
}
