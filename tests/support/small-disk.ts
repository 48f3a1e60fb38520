import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts a disk of so many megabytes at a folder; false where this user on this system may not. */
export function mountSmallDisk(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Takes the disk at a folder away, also while files on it are open. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['-l', folder]);
}

const ballastOn = (disk: string) => join(disk, 'ballast');

/** Fills what is left of a disk. */
export function fillDisk(disk: string): void {
  for (let size = 4 * 1024 ** 2; size >= 512; size /= 2) {
    try {
      for (;;) writeFileSync(ballastOn(disk), Buffer.alloc(size), { flag: 'a' });
    } catch {
      // As much as there was room for is written.
    }
  }
}

/** Frees what {@link fillDisk} took. */
export function freeDisk(disk: string): void {
  rmSync(ballastOn(disk), { force: true });
}
