import { namesNothing, subjectOf, type ErrorSubject } from '#shared/api/error-codes.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';

/** What came of asking the platform about one ticket. */
export type PlatformAnswer =
  | { readonly type: 'admitted'; readonly ticket: TicketFacts }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'unreachable'; readonly reason: OfflineReason }
  | { readonly type: 'not-signed-in' };

/** With these reasons, the question cannot have reached the platform. */
const NEVER_ARRIVED: readonly OfflineReason[] = ['refused', 'dns', 'tls'];

/** Whether the platform may have spent the ticket although no answer came. */
export function mayHaveArrived(reason: OfflineReason): boolean {
  return !NEVER_ARRIVED.includes(reason);
}

/** What a refusal is about: the ticket, something else, something unknown, or nothing. */
export type Meaning = ErrorSubject | 'unknown' | 'nothing';

/**
 * What a refusal is about. Only the codes of tickets (spec 7.3: 8 to 14) decide about the ticket. A
 * code that the spec does not know is a refusal for an unknown reason; an error without any code
 * counts as no answer.
 */
export function meaningOf(error: ApiError): Meaning {
  const subject = subjectOf(error);
  if (subject !== null) return subject;
  return namesNothing(error) ? 'nothing' : 'unknown';
}
