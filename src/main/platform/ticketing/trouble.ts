import { subjectOf, type NamedError } from '#shared/api/error-codes.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import { TOO_MANY_REQUESTS } from './retry-after.ts';

/** Whether a status means that the platform, or a gateway in front of it, is in trouble. */
export function isInTrouble(status: number | undefined): boolean {
  return status !== undefined && (status === TOO_MANY_REQUESTS || status >= 500);
}

/**
 * Whether an error about the user or session is not to be trusted. A platform in maintenance may call every
 * token dead; its answers about a ticket it has looked up are trusted (ADR 42).
 */
export function isOnlyTrouble(error: NamedError, status: number): boolean {
  if (!isInTrouble(status)) return false;
  const subject = subjectOf(error);
  return subject === 'session' || subject === 'user';
}

/** Returns the reason for an answer with this status and no usable content. */
export function reasonOf(status: number): OfflineReason {
  return status >= 500 ? 'server-error' : 'not-the-platform';
}
