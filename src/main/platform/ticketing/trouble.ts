import { subjectOf, type NamedError } from '#shared/api/error-codes.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import { TOO_MANY_REQUESTS } from './retry-after.ts';

/** Whether a status means that the platform, or a gateway in front of it, is in trouble. */
export function isInTrouble(status: number | undefined): boolean {
  return status !== undefined && (status === TOO_MANY_REQUESTS || status >= 500);
}

/**
 * Whether an error about the user or session is not to be trusted. A platform in maintenance may call every
 * token dead; its answers about a ticket it has looked up are trusted (ADR 43).
 */
export function isOnlyTrouble(error: NamedError, status: number): boolean {
  if (!isInTrouble(status)) return false;
  const subject = subjectOf(error);
  return subject === 'session' || subject === 'user';
}

const NOT_MODIFIED = 304;
const FORBIDDEN = 403;
/** RFC 6585, 6. */
const NETWORK_AUTHENTICATION_REQUIRED = 511;

/**
 * Returns the reason for an answer with this status and no usable content. Only a redirect or a page in an
 * answer's place is taken for a network's sign-in.
 *
 * @param isPage whether the content is a web page
 */
export function reasonOf(status: number, isPage: boolean): OfflineReason {
  const isSuccess = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400 && status !== NOT_MODIFIED;
  if (isRedirect || (isPage && isSuccess)) return 'captive-portal';
  if (status === NETWORK_AUTHENTICATION_REQUIRED) return 'captive-portal';
  if (status >= 500) return 'server-error';
  return status === FORBIDDEN ? 'firewall' : 'not-the-platform';
}

/** Reasons that may be of one endpoint alone, while the platform itself can be reached. */
export const OF_ONE_ENDPOINT: readonly OfflineReason[] = [
  'timeout',
  'server-error',
  'captive-portal',
  'firewall',
  'not-the-platform',
];
