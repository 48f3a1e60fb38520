import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asOfPath } from './as-of.ts';

/** The path of the complete snapshot with this number. */
export function snapshotPath(directory: string, number: number): string {
  return join(directory, nameOf(number));
}

/** The path at which it is built. A file that a crash leaves under such a name is never used. */
export function buildingPath(directory: string, number: number): string {
  return join(directory, `snapshot-${number}.building`);
}

/** The numbers of the complete snapshots, newest first. Throws the file system's errors. */
export function snapshotNumbers(directory: string): number[] {
  return readdirSync(directory)
    .map((name) => Number(/^snapshot-(\d{1,15})\.db$/.exec(name)?.[1] ?? Number.NaN))
    .filter((number) => !Number.isNaN(number))
    .sort((a, b) => b - a);
}

/** When a snapshot was written, on the kiosk's clock; null if it does not exist any more. */
export function writtenAt(directory: string, number: number): number | null {
  return statSync(snapshotPath(directory, number), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Removes all snapshots except these, and what interrupted builds left behind. Returns how many
 * files could not be removed. A missing folder counts as empty.
 */
export function removeOthers(directory: string, kept: readonly number[]): number {
  const names = new Set(kept.map(nameOf).flatMap((name) => [name, asOfPath(name)]));
  return namesIn(directory)
    .filter((name) => /^snapshot-\d+\.(?:db|building|as-of)/.test(name) && !names.has(name))
    .filter((name) => !isRemoved(join(directory, name))).length;
}

function nameOf(number: number): string {
  return `snapshot-${number}.db`;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/**
 * Removes a file. Returns false if it fails: on Windows files cannot be removed while another
 * program, such as a virus scanner, has them open.
 */
function isRemoved(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
