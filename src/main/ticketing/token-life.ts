import { endsSession, ERROR } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { SessionTimings } from './session-timings.ts';

/** When an idle session renews its token: when half of the remaining life (ms) has gone. */
export function renewalDelay(remaining: number, timings: SessionTimings): number {
  return clamp(remaining / 2, timings.renewalAtLeast, timings.renewalAtMost);
}

/** When it tries again after no answer came; there is no hurry any more once the token should be dead. */
export function retryDelay(remaining: number, timings: SessionTimings): number {
  if (remaining <= 0) return timings.retryAtMost;
  return clamp(remaining / 2, timings.renewalAtLeast, timings.retryAtMost);
}

/**
 * Whether a refusal of validateToken means that the token is dead. It does (spec 4.2, rule 6), unless
 * the platform stumbled (code 16) and says itself that the token is not affected (spec 2.5).
 */
export function tokenIsDead(error: ApiError): boolean {
  return endsSession(error) || error.code !== ERROR.unanticipatedError;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
