import { namesNothing, subjectOf, type ErrorSubject } from '#shared/api/error-codes.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';

/** The outcome of asking the platform about one ticket. */
export type PlatformAnswer =
  | { readonly type: 'admitted'; readonly ticket: TicketFacts }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'unreachable'; readonly reason: OfflineReason }
  | { readonly type: 'not-signed-in' };

/** Failures after which the request cannot have reached the platform. */
const NEVER_ARRIVED: readonly OfflineReason[] = ['refused', 'dns', 'tls'];

/** Returns whether the platform may have spent the ticket although there is no answer. */
export function mayHaveArrived(reason: OfflineReason): boolean {
  return !NEVER_ARRIVED.includes(reason);
}

/** What a refusal says: of the ticket, of somebody or something else, or nothing at all. */
export type Meaning = ErrorSubject | 'unknown' | 'nothing';

/**
 * What the platform's no is about. Only a code of the ticket's (spec 7.3: 8 to 14) is a word about the
 * ticket. A code that the spec does not have is a refusal for an unknown reason; an envelope without
 * details is no answer.
 */
export function meaningOf(error: ApiError): Meaning {
  const subject = subjectOf(error);
  if (subject !== null) return subject;
  return namesNothing(error) ? 'nothing' : 'unknown';
}
