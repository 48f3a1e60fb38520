import { endsSession, ERROR } from '#shared/api/index.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Busy } from '#main/ticketing/retry-after.ts';
import type { TicketingFailure } from '#main/ticketing/failure.ts';

/** What a request that failed as a whole says about its scans. All of them are kept. */
export type UploadFailure =
  /** The platform wants to be left alone for a while. */
  | { readonly type: 'busy'; readonly busy: Busy }
  /** This session uploads nothing any more. */
  | { readonly type: 'session' }
  /** This session may not upload for this client. */
  | { readonly type: 'client' }
  /** One of the scans is not as the platform wants it. */
  | { readonly type: 'entry'; readonly error: ApiError }
  /** The platform has stumbled, maybe over one of the scans; with its error if it named one. */
  | { readonly type: 'stumble'; readonly error: ApiError | null }
  /** It took too long; fewer scans may be quicker. */
  | { readonly type: 'too-slow' }
  /** There is no way to the platform. */
  | { readonly type: 'away' }
  /** Whoever asked has called it off. */
  | { readonly type: 'called-off' };

/** These are about the person, as long as nobody else signs in. */
const ABOUT_THE_USER: readonly number[] = [
  ERROR.authenticationFailed,
  ERROR.notAuthorized,
  ERROR.passwordExpired,
];

export function readFailure(failure: TicketingFailure): UploadFailure {
  switch (failure.type) {
    case 'aborted':
      return { type: 'called-off' };
    case 'refused': {
      const { busy, error } = failure;
      if (busy !== undefined) return { type: 'busy', busy };
      if (endsSession(error) || ABOUT_THE_USER.includes(error.code)) return { type: 'session' };
      if (error.code === ERROR.userWrongClient) return { type: 'client' };
      // It may be the platform's trouble alone; nothing is refused for that.
      if (error.code === ERROR.unanticipatedError) return { type: 'stumble', error };
      return { type: 'entry', error };
    }
    case 'offline':
      if (failure.busy !== undefined) return { type: 'busy', busy: failure.busy };
      switch (failure.reason) {
        case 'timeout':
          return { type: 'too-slow' };
        case 'server-error':
        case 'not-the-platform':
          return { type: 'stumble', error: null };
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
