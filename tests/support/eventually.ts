import { vi } from 'vitest';

/** On a busy machine threads and processes start slowly. A test's own time is longer, so that these words are heard. */
const PATIENCE = 50_000;

/** Waits until `holds` does not throw any more, asking every `interval` milliseconds; gives what it gives. */
export function eventually<T>(holds: () => T | Promise<T>, interval = 20): Promise<T> {
  return vi.waitFor(holds, { timeout: PATIENCE, interval });
}
