import { vi } from 'vitest';

/** A machine may stand still for seconds; what hangs still fails. A test has twice the time (`vitest.config.ts`). */
const PATIENCE = 60_000;

/** How often it is asked, and for how long, in milliseconds. */
interface Waiting {
  readonly interval?: number;
  readonly patience?: number;
}

/** Waits until `holds` does not throw any more; gives what it gives. */
export function eventually<T>(
  holds: () => T | Promise<T>,
  { interval = 20, patience = PATIENCE }: Waiting = {},
): Promise<T> {
  return vi.waitFor(holds, { timeout: patience, interval });
}
