import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { mountSmallDisk, unmountDisk } from '#tests/support/small-disk.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A disk of a few megabytes; null where this user on this system may not have one. */
export function smallDisk(megabytes: number): string | null {
  const folder = temporaryFolder();
  if (!mountSmallDisk(folder, megabytes)) return null;
  // Registered after the folder's removal, and so run before it; also while a failed test has files open.
  onTestFinished(() => unmountDisk(folder));
  return folder;
}

/** From now on the disk of this folder may only be read. */
export function makeReadOnly(disk: string): void {
  execFileSync('mount', ['-o', 'remount,ro', disk]);
}
