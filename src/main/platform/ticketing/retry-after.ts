import type { Answer } from '#main/base/ports.ts';
import { ageOf, dateOf } from './answer-time.ts';

/** A request of the platform to pause. */
export interface Busy {
  /** For how long, in milliseconds; null where it did not say. */
  readonly retryAfter: number | null;
}

/** RFC 6585, 4. */
export const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

/**
 * Returns what an answer's head says about retrying later (RFC 9110, 10.2.3; RFC 6585, 4): status 429, or
 * 503 with a time. Null for every other answer. A date is relative to the answer's own `Date`, because the
 * kiosk's clock may be hours off; without that it is ignored.
 */
export function busyOf(response: Answer): Busy | null {
  const { status, headers } = response;
  const named = headers.get('retry-after');
  if (status === SERVICE_UNAVAILABLE && named === null) return null;
  if (status !== TOO_MANY_REQUESTS && status !== SERVICE_UNAVAILABLE) return null;
  return { retryAfter: named === null ? null : waitOf(named.trim(), response) };
}

function waitOf(named: string, response: Answer): number | null {
  if (/^\d+$/.test(named)) return Number(named) * 1000;
  const wait = Date.parse(named) - (dateOf(response) ?? Number.NaN) - ageOf(response);
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
