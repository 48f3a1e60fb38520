import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts, VerdictKind, VerdictReason } from '#shared/model/verdict.ts';
import type { PlatformAnswer } from './platform-answer.ts';

/** What was decided, and why. */
export interface Decision {
  readonly kind: VerdictKind;
  readonly reason: VerdictReason;
  readonly ticket: TicketFacts | null;
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

/** The decision that follows from the platform's answer alone. */
export function judge(answer: PlatformAnswer): Decision {
  switch (answer.type) {
    case 'admitted':
      return { kind: 'admit', reason: { type: 'admitted' }, ticket: answer.ticket };
    case 'refused':
      return {
        kind: kindOfRefusal(answer.error.code),
        reason: { type: 'platform-error', error: answer.error },
        ticket: null,
      };
    case 'unreachable':
      return {
        kind: 'undecided',
        reason: { type: 'no-answer', cause: answer.reason },
        ticket: null,
      };
    case 'not-signed-in':
      return { kind: 'undecided', reason: { type: 'not-signed-in' }, ticket: null };
    default:
      return assertNever(answer);
  }
}

/** An error that the spec does not know rejects, like those about the ticket that it does know. */
function kindOfRefusal(code: number): VerdictKind {
  if (code === ERROR.ticketAlreadyScanned) return 'duplicate';
  return NOT_ABOUT_THE_TICKET.includes(code) ? 'undecided' : 'reject';
}
