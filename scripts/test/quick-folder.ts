import { statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
/** What all tests together may need at a time, in bytes. A container's has a thousandth of it, and runs no program. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Where unit tests keep what they throw away: in memory, where a write that waits for the disk takes no time
 * (a ledger does so with each verdict). That it does wait is held by tests of its own, and
 * `npm run test:long` runs all on the disk. Null: the system's own folder.
 */
export function quickFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  if (process.platform !== 'linux' || env['USHER_TESTS'] === 'all') return null;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH ? IN_MEMORY : null;
  } catch {
    return null;
  }
}
