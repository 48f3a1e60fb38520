import { closeSync, openSync, readSync } from 'node:fs';
import { MIGRATIONS } from './migrations/index.ts';

/** Where SQLite keeps `user_version` in a file: four bytes, the highest first. */
const USER_VERSION = 60;

/**
 * The schema of the ledger at this path, or the one that this version would bring it to, whichever is
 * newer. Read past SQLite: the file is open for the ledger alone, or of a version that is not known here.
 */
export function schemaOnDisk(path: string): number {
  return Math.max(MIGRATIONS.length, userVersion(path));
}

/** The version that a ledger's file says it has, whoever has it open; 0 where there is none. */
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
