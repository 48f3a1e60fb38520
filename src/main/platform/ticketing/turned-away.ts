import { namesNothing } from '#shared/api/error-codes.ts';
import type { TicketingFailure } from './failure.ts';

/** Statuses that reject the caller (RFC 9110, 15.5.2 and 15.5.4). */
const TURNED_AWAY: readonly number[] = [401, 403];

/**
 * Returns the status with which the caller was rejected without an error of the platform: by a gateway in
 * front of it that no longer accepts the token, or by an unrelated filter on the way. Null if there was no
 * rejection.
 */
export function turnedAwayWith(failure: TicketingFailure): number | null {
  if (failure.type === 'aborted' || failure.status === undefined) return null;
  if (!TURNED_AWAY.includes(failure.status)) return null;
  return failure.type === 'offline' || namesNothing(failure.error) ? failure.status : null;
}
