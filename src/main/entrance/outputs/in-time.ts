import type { Clock } from '#main/base/ports.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import { err } from '#shared/result.ts';
import type { Done } from './device.ts';

const LATE: Done = err('timeout');
const FAILED: Done = err('failed');

/**
 * Gives `work` so many milliseconds. When they are over it is told by its signal, and not waited for: a device
 * that lies about everything holds up nothing but itself.
 */
export async function inTime(
  clock: Pick<Clock, 'after' | 'now' | 'steady'>,
  limit: number,
  work: (signal: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const ending = new AbortController();
  try {
    return await withTimeout(clock, limit, work(ending.signal), LATE);
  } catch {
    // A device's own words may contain its address.
    return FAILED;
  } finally {
    ending.abort();
  }
}
