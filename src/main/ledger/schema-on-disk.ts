import { closeSync, openSync, readSync } from 'node:fs';
import { LEDGER_VERSION } from './schema.ts';

/** Where SQLite keeps `user_version` in a file: four bytes, the highest first. */
const USER_VERSION = 60;

/**
 * Returns the version of the ledger at this path, or that of the files that this program writes, whichever is
 * newer. Reads the file without SQLite, because the ledger holds it exclusively or its version
 * is unknown here.
 */
export function schemaOnDisk(path: string): number {
  return Math.max(LEDGER_VERSION, userVersion(path));
}

/** Reads a file's `user_version`, even while it is open; 0 if there is no file. */
export function userVersion(path: string): number {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return 0;
  }
  try {
    const bytes = Buffer.alloc(4);
    return readSync(file, bytes, 0, 4, USER_VERSION) === 4 ? bytes.readUInt32BE() : 0;
  } catch {
    return 0;
  } finally {
    closeSync(file);
  }
}
