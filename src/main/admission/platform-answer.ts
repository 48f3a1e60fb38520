import { ERROR } from '#shared/api/error-codes.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';

/** What came of asking the platform about one ticket. */
export type PlatformAnswer =
  | { readonly type: 'admitted'; readonly ticket: TicketFacts }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'unreachable'; readonly reason: OfflineReason }
  | { readonly type: 'not-signed-in' };

/** With these, nothing of the question can have reached the platform. */
const NEVER_ARRIVED: readonly OfflineReason[] = ['refused', 'dns', 'tls'];

/** Whether the platform may have spent the ticket all the same, although there is no answer of it. */
export function mayHaveArrived(reason: OfflineReason): boolean {
  return !NEVER_ARRIVED.includes(reason);
}

/**
 * Errors that are about the user, the request or the platform itself. They say nothing of the
 * ticket, so its holder is neither let in nor turned away by them.
 */
const NOT_ABOUT_THE_TICKET: readonly number[] = [
  ERROR.authorizationHeaderInvalid,
  ERROR.authenticationFailed,
  ERROR.notAuthorized,
  ERROR.passwordExpired,
  ERROR.tokenExpired,
  ERROR.tokenNotValid,
  ERROR.userWrongClient,
  ERROR.inputMissingRequiredField,
  ERROR.unanticipatedError,
  ERROR.unanticipatedErrorForcedLogout,
];

/** Whether a refusal is a word about the ticket; one that the spec does not know is taken for one. */
export function isAboutTheTicket({ code }: ApiError): boolean {
  return !NOT_ABOUT_THE_TICKET.includes(code);
}
