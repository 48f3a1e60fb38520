import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';

/** What keeps the public away from the settings. */
export interface LockState {
  /** Whether a PIN was set. Without one nothing is locked. */
  readonly hasPin: boolean;
  readonly isUnlocked: boolean;
  /** When the next PIN may be tried, in milliseconds since the epoch, on the kiosk's clock; null: now. */
  readonly nextTryAt: number | null;
}

/** A PIN has digits only: it is entered on a pad, in the dark, with gloves. */
export const PIN_DIGITS = { min: 4, max: 12 } as const;

/** Why the kiosk stays locked. */
export type UnlockFailure =
  /** So many tries are left before a pause. */
  | { readonly type: 'wrong-pin'; readonly triesLeft: number }
  /** Too many were wrong; see {@link LockState.nextTryAt}. */
  | { readonly type: 'wait' };

/** Why a PIN that was forgotten stays as it is. */
export type ResetFailure =
  /** Nobody is signed in, so there is no password to check: signing in unlocks as well. */
  | { readonly type: 'not-signed-in' }
  /** Only the password of whoever is signed in counts. */
  | { readonly type: 'another-user' }
  /** Too many were wrong; see {@link LockState.nextTryAt}. */
  | { readonly type: 'wait' }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'offline'; readonly reason: OfflineReason };
