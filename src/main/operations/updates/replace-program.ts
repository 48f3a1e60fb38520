import { syncFolder } from '#main/base/vault/replace-file.ts';
import { renameSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The path of the copy of the previous version. */
export const previousOf = (program: string): string => `${program}.previous`;
/** The path of the newer version before it is installed, on the same disk. */
const nextOf = (program: string): string => `${program}.next`;

/**
 * Copies a newer program, and the running one, next to the running one, and flushes both to the disk.
 * Rejects with the file system's error.
 */
export async function layBeside(newer: string, program: string): Promise<void> {
  await copyForGood(program, previousOf(program));
  await copyForGood(newer, nextOf(program));
}

/**
 * Replaces the program by the newer one in one step, so that a complete one exists whenever the power
 * fails.
 */
export function takePlace(program: string): void {
  renameSync(nextOf(program), program);
  syncFolder(dirname(program));
}

async function copyForGood(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
