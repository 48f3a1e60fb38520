import { namesNothing } from '#shared/api/error-codes.ts';
import type { TicketingFailure } from './failure.ts';

/** Whoever asks is not let in (RFC 9110, 15.5.2 and 15.5.4). */
const TURNED_AWAY: readonly number[] = [401, 403];

/**
 * The status with which whoever asked was turned away without a word of the platform: by a gateway before
 * it that takes the token no more, or by something on the way that has no say in it. Null: they were not.
 */
export function turnedAwayWith(failure: TicketingFailure): number | null {
  if (failure.type === 'aborted' || failure.status === undefined) return null;
  if (!TURNED_AWAY.includes(failure.status)) return null;
  return failure.type === 'offline' || namesNothing(failure.error) ? failure.status : null;
}
