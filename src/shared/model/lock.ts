/** What keeps the public away from the settings. */
export interface LockState {
  /** Whether a PIN was set. Without one nothing is locked. */
  readonly hasPin: boolean;
  readonly isUnlocked: boolean;
  /** When the next PIN may be tried, in milliseconds since the epoch, on the kiosk's clock; null: now. */
  readonly nextTryAt: number | null;
}

/** Why the kiosk stays locked. */
export type UnlockFailure =
  /** So many tries are left before a pause. */
  | { readonly type: 'wrong-pin'; readonly triesLeft: number }
  /** Too many were wrong; see {@link LockState.nextTryAt}. */
  | { readonly type: 'wait' };
