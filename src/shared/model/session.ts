import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';

/** Who is signed in. The token never leaves the main process. */
export interface SignedInUser {
  readonly username: string;
  /** Days until the password expires, negative afterwards; null when the platform did not say. */
  readonly daysTillPasswordExpires: number | null;
}

/** Why a session was lost. */
export type LostReason =
  /** The platform said so (codes 1, 5, 6, 17, or any error with `forceLogout`). */
  | { readonly type: 'ended-by-platform'; readonly error: ApiError }
  /** Requests are rejected without an error of the platform; `status` is the HTTP status, 401 or 403. */
  | { readonly type: 'turned-away'; readonly status: number };

/** The session with the platform: signed-out -> signing-in -> signed-in -> lost. */
export type SessionState =
  | { readonly status: 'signed-out' }
  | { readonly status: 'signing-in'; readonly username: string }
  | {
      readonly status: 'signed-in';
      readonly user: SignedInUser;
      /** The token's expiry if there is no request before; platform time, ms since the epoch. */
      readonly expiresAt: number;
    }
  | { readonly status: 'lost'; readonly user: SignedInUser; readonly reason: LostReason };

/** Why a sign-in did not work. */
export type SignInFailure =
  /** The platform refused: wrong password, no permission, password expired, ... */
  | { readonly type: 'refused'; readonly error: ApiError }
  /** At a locked guests' door somebody signs in again who was signed in: for whoever else, the PIN comes first. */
  | { readonly type: 'another-user' }
  | { readonly type: 'offline'; readonly reason: OfflineReason };
