import { syncFolder } from '#main/base/vault/replace-file.ts';
import { renameSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where the version before is kept, for the way back. */
export const previousOf = (program: string): string => `${program}.previous`;
/** Where the newer one waits, on the same disk. */
const nextOf = (program: string): string => `${program}.next`;

/**
 * Copies a newer program beside the one that runs, and a copy of that one too, and waits until both are on
 * the disk. Rejects with the file system's errors.
 */
export async function layBeside(newer: string, program: string): Promise<void> {
  await copyForGood(program, previousOf(program));
  await copyForGood(newer, nextOf(program));
}

/** Replaces the program by the newer one in one step: after a power cut there is either of them, complete. */
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
