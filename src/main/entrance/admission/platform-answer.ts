import { ERROR, namesNothing, subjectOf, type ErrorSubject } from '#shared/api/error-codes.ts';
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

/** Whether the platform may have spent the ticket for a scan that it did not decide. */
export type Doubt =
  | { readonly type: 'none' }
  /** It may have, and its answer will never come. */
  | { readonly type: 'silent' }
  /** Its answer may still come. */
  | { readonly type: 'awaited'; readonly answer: Promise<PlatformAnswer> };

/** Whether the platform knows no ticket with the code that it was asked for. */
export function isNotFound(answer: PlatformAnswer | null): boolean {
  return answer?.type === 'refused' && answer.error.code === ERROR.ticketNotValid;
}

/**
 * That the platform has not found one form of a code says nothing about an admission under another one: that
 * is uploaded.
 */
export function ofAnotherForm(doubt: Doubt): Doubt {
  if (doubt.type !== 'awaited') return doubt;
  const answer = doubt.answer.then((came): PlatformAnswer =>
    isNotFound(came) ? { type: 'unreachable', reason: 'unreachable' } : came,
  );
  return { type: 'awaited', answer };
}
