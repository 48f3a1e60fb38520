import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where the snapshot of a number lies once it is complete. */
export function snapshotPath(directory: string, number: number): string {
  return join(directory, `snapshot-${number}.db`);
}

/** Where it is built. What a crash leaves behind under such a name is never a snapshot. */
export function buildingPath(directory: string, number: number): string {
  return join(directory, `snapshot-${number}.building`);
}

/** The numbers of the complete snapshots, newest first. */
export function snapshotNumbers(directory: string): number[] {
  return readdirSync(directory)
    .map((name) => Number(/^snapshot-(\d{1,15})\.db$/.exec(name)?.[1] ?? Number.NaN))
    .filter((number) => !Number.isNaN(number))
    .sort((a, b) => b - a);
}

/** Removes what interrupted builds left behind. Brings how many files could not be removed. */
export function removeUnfinished(directory: string): number {
  return remove(directory, (name) => /^snapshot-\d+\.building/.test(name));
}

/** Removes one snapshot. Brings how many files could not be removed. */
export function removeSnapshot(directory: string, number: number): number {
  return remove(directory, (name) => name === `snapshot-${number}.db`);
}

/** Removes all snapshots but one, or all. Brings how many files could not be removed. */
export function removeSnapshots(directory: string, except: number | null): number {
  const kept = `snapshot-${except}.db`;
  return remove(directory, (name) => /^snapshot-\d+\.db/.test(name) && name !== kept);
}

function remove(directory: string, unwanted: (name: string) => boolean): number {
  return readdirSync(directory)
    .filter(unwanted)
    .filter((name) => !isRemoved(join(directory, name))).length;
}

/** On Windows a file stays while anybody, such as a virus scanner, has it open. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
