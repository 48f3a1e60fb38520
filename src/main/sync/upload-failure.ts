import { endsSession, ERROR, knownError, subjectOf } from '#shared/api/index.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { UploadProblem } from '#shared/model/uploads.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { Busy } from '#main/platform/ticketing/retry-after.ts';
import { isInTrouble } from '#main/platform/ticketing/trouble.ts';

/**
 * What the failure of a whole request means for its scans. For the consequences see upload-consequence.ts.
 */
export type UploadFailure =
  /** The platform asks to pause. */
  | { readonly type: 'busy'; readonly busy: Busy }
  /** The session has ended, or its user may not upload. */
  | { readonly type: 'session' }
  /** This session may not upload for this client. */
  | { readonly type: 'client' }
  /** One of the scans is invalid for the platform. */
  | { readonly type: 'entry'; readonly error: ApiError; readonly endsSession: boolean }
  /** The platform is in trouble, possibly because of one of the scans. No scan is refused for that. */
  | { readonly type: 'moment' }
  /** It took too long; fewer scans may be quicker. */
  | { readonly type: 'too-slow' }
  /** The platform cannot be reached. */
  | { readonly type: 'away' }
  /** The caller has cancelled it. */
  | { readonly type: 'called-off' };

export function readFailure(failure: TicketingFailure): UploadFailure {
  switch (failure.type) {
    case 'aborted':
      return { type: 'called-off' };
    case 'refused':
      if (failure.busy !== undefined) return { type: 'busy', busy: failure.busy };
      return isInTrouble(failure.status) ? { type: 'moment' } : readRefusal(failure.error);
    case 'offline':
      if (failure.busy !== undefined) return { type: 'busy', busy: failure.busy };
      switch (failure.reason) {
        case 'timeout':
          return { type: 'too-slow' };
        case 'server-error':
        case 'captive-portal':
        case 'firewall':
        case 'not-the-platform':
          return { type: 'moment' };
        case 'refused':
        case 'reset':
        case 'dns':
        case 'tls':
        case 'unreachable':
          return { type: 'away' };
        default:
          return assertNever(failure.reason);
      }
    default:
      return assertNever(failure);
  }
}

/** Returns the problem that is shown; null if there is none to show. */
export function problemOf(failure: TicketingFailure): UploadProblem | null {
  switch (failure.type) {
    case 'refused':
      return { type: 'refused', error: failure.error };
    case 'offline':
      return { type: 'offline', reason: failure.reason };
    case 'aborted':
      return null;
    default:
      return assertNever(failure);
  }
}

/** Errors about the user, the connection or timing, which cannot be about the form of a request. */
const NOT_THE_FORM: readonly number[] = [401, 407, 408, 429];

/**
 * Statuses of a framework that cannot parse a request. Any other one without an answer of the platform may be
 * a firewall's, or a gateway's during a deployment.
 */
const BAD_REQUEST: readonly number[] = [400, 422];

/** What of a request's form a failure may be about. The filter is in doubt only together with the keys. */
export type FormDoubt = 'none' | 'keys' | 'filter';

/**
 * Returns whether the request may have been refused for its form: because of a member that the platform does
 * not know, or of one that it misses. Only an error that the platform itself names puts the filter in doubt.
 */
export function formDoubt(failure: TicketingFailure): FormDoubt {
  if (failure.type === 'aborted' || failure.busy !== undefined) return 'none';
  if (failure.type === 'offline') {
    return failure.status !== undefined && BAD_REQUEST.includes(failure.status) ? 'keys' : 'none';
  }
  const { status } = failure;
  if (isInTrouble(status) || endsSession(failure.error)) return 'none';
  const subject = subjectOf(failure.error);
  if (subject === 'request') return 'filter';
  if (status < 400 || status >= 500 || NOT_THE_FORM.includes(status)) return 'none';
  if (subject === 'platform') return 'filter';
  return subject === null ? 'keys' : 'none';
}

/**
 * An error about a ticket, and missing data, refer to one of the scans. An unknown error is taken to be
 * temporary.
 */
function readRefusal(error: ApiError): UploadFailure {
  const subject = subjectOf(error);
  if (subject === 'ticket' || subject === 'request') {
    return { type: 'entry', error, endsSession: endsSession(error) };
  }
  if (endsSession(error)) return { type: 'session' };
  if (subject !== 'user') return { type: 'moment' };
  return { type: knownError(error) === ERROR.userWrongClient ? 'client' : 'session' };
}
