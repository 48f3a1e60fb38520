import { subjectOf, type NamedError } from '#shared/api/error-codes.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import { TOO_MANY_REQUESTS } from './retry-after.ts';

/** Whether a status says that the platform, or whatever stands in its place, is in trouble. */
export function isInTrouble(status: number | undefined): boolean {
  return status !== undefined && (status === TOO_MANY_REQUESTS || status >= 500);
}

/**
 * Whether an error is no word about whoever asks, although it reads like one. A platform in maintenance
 * may say of every token that it is dead; what it says of a ticket it has looked up (ADR 42).
 */
export function isOnlyTrouble(error: NamedError, status: number): boolean {
  if (!isInTrouble(status)) return false;
  const subject = subjectOf(error);
  return subject === 'session' || subject === 'user';
}

/** The reason for an answer with this status and without details. */
export function reasonOf(status: number): OfflineReason {
  return status >= 500 ? 'server-error' : 'not-the-platform';
}
