import type { Clock } from '#main/base/ports.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import type { OutputTrouble } from '#shared/model/output.ts';
import { err, type Result } from '#shared/result.ts';

const LATE: Result<never, OutputTrouble> = err('timeout');
const FAILED: Result<never, OutputTrouble> = err('failed');

/**
 * Gives `work` so many milliseconds. When they are over it is told by its signal, and not waited for: a device
 * that lies about everything holds up nothing but itself.
 */
export async function inTime<T>(
  clock: Pick<Clock, 'after' | 'now' | 'steady'>,
  limit: number,
  work: (signal: AbortSignal) => Promise<Result<T, OutputTrouble>>,
): Promise<Result<T, OutputTrouble>> {
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
