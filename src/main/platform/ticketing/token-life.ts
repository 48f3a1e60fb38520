import { endsSession, namesNothing, subjectOf } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { LostReason } from '#shared/model/session.ts';
import type { TicketingFailure } from './failure.ts';
import type { SessionTimings } from './session-timings.ts';
import { isInTrouble } from './trouble.ts';
import { turnedAwayWith } from './turned-away.ts';

/**
 * Returns how long after an answer an idle session renews its token: half of the remaining life (ms),
 * within bounds that hold whatever the clocks say.
 */
export function renewalDelay(remaining: number, timings: SessionTimings): number {
  return Math.min(Math.max(remaining / 2, timings.renewalAtLeast), timings.renewalAtMost);
}

/**
 * Whether a refusal of validateToken means that the token is dead. It does (spec 4.2, rule 6), except for
 * an error about the request or the platform (15, 16) where the platform says that the token is not
 * affected (spec 2.5), and except where it does not say what the error is.
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
   * The platform's own answer; or a rejection without an error of the platform, which counts only if it
   * happens again a little later; or an answer that a gateway may have given, which counts only after the
   * token's own expiry.
   */
  readonly weight: 'word' | 'turned-away' | 'hearsay';
  /** Why the session is lost, if it is. */
  readonly reason: LostReason;
}

/** Returns what evidence a failure of validateToken is that the token is dead; null: none. */
export function evidenceOf(failure: TicketingFailure): TokenEvidence | null {
  if (failure.type === 'refused' && tokenIsDead(failure.error)) {
    const reason = { type: 'ended-by-platform', error: failure.error } as const;
    return { weight: isInTrouble(failure.status) ? 'hearsay' : 'word', reason };
  }
  const status = turnedAwayWith(failure);
  if (status === null) return null;
  // Filters on the way block with 403 and a page; 401 is about a token only.
  const isFilter = status === 403 && failure.type === 'offline' && failure.isPage === true;
  return {
    weight: isFilter ? 'hearsay' : 'turned-away',
    reason: { type: 'turned-away', status },
  };
}
