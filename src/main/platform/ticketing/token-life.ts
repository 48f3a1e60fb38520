import { endsSession, namesNothing, subjectOf } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { LostReason } from '#shared/model/session.ts';
import type { TicketingFailure } from './failure.ts';
import type { SessionTimings } from './session-timings.ts';
import { isInTrouble } from './trouble.ts';
import { turnedAwayWith } from './turned-away.ts';

/** When an idle session renews its token: when half of the remaining life (ms) has gone. */
export function renewalDelay(remaining: number, timings: SessionTimings): number {
  return clamp(remaining / 2, timings.renewalAtLeast, timings.renewalAtMost);
}

/** When it tries again after no answer came; there is no hurry any more once the token should be dead. */
export function retryDelay(remaining: number, timings: SessionTimings): number {
  if (remaining <= 0) return timings.retryAtMost;
  return clamp(remaining / 2, timings.renewalAtLeast, timings.retryAtMost);
}

/**
 * Whether a refusal of validateToken means that the token is dead. It does (spec 4.2, rule 6), unless
 * the platform stumbled over the question (15, 16) and says itself that the token is not affected (spec
 * 2.5), or has not said what the error is.
 */
export function tokenIsDead(error: ApiError): boolean {
  if (endsSession(error)) return true;
  const subject = subjectOf(error);
  if (subject === null) return !namesNothing(error);
  return subject !== 'platform' && subject !== 'request';
}

/** Evidence that a token is dead. */
export interface TokenEvidence {
  /**
   * The platform's word; or somebody turned it away without one, which is an accident unless it is no
   * better a little later; or what may stand in the platform's place says so, which is believed once the
   * token's own time is over.
   */
  readonly weight: 'word' | 'turned-away' | 'hearsay';
  /** Why the session is lost, if it is. */
  readonly reason: LostReason;
}

/** The evidence in a failure of validateToken; null: none. */
export function evidenceOf(failure: TicketingFailure): TokenEvidence | null {
  if (failure.type === 'refused' && tokenIsDead(failure.error)) {
    const reason = { type: 'ended-by-platform', error: failure.error } as const;
    return { weight: isInTrouble(failure.status) ? 'hearsay' : 'word', reason };
  }
  const status = turnedAwayWith(failure);
  if (status === null) return null;
  // Filters on the way block with 403 and a page; 401 is about a token alone.
  const isFilter = status === 403 && failure.type === 'offline' && failure.isPage === true;
  return {
    weight: isFilter ? 'hearsay' : 'turned-away',
    reason: { type: 'turned-away', status },
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
