import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';

/** The state of the lock that protects the settings. */
export interface LockState {
  /** Whether a PIN was set. Without one nothing is locked. */
  readonly hasPin: boolean;
  readonly isUnlocked: boolean;
  /** When the next PIN may be tried, in milliseconds since the epoch, on the kiosk's clock; null: now. */
  readonly nextTryAt: number | null;
}

/** The format of a PIN: digits only, because it is entered on a pad, in the dark, with gloves. */
export const PIN_DIGITS = { min: 4, max: 12 } as const;

/** Why the kiosk stays locked. */
export type UnlockFailure =
  /** The number of tries left before a pause. */
  | { readonly type: 'wrong-pin'; readonly triesLeft: number }
  /** Too many tries were wrong; see {@link LockState.nextTryAt}. */
  | { readonly type: 'wait' };

/** Why a forgotten PIN was not replaced. */
export type ResetFailure =
  /** Nobody is signed in, so there is no password to check; signing in also unlocks. */
  | { readonly type: 'not-signed-in' }
  /** Only the password of the user who is signed in is accepted. */
  | { readonly type: 'another-user' }
  /** Too many tries were wrong; see {@link LockState.nextTryAt}. */
  | { readonly type: 'wait' }
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'offline'; readonly reason: OfflineReason };
