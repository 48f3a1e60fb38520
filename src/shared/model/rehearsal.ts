/** Why no rehearsal begins, or ends, now. */
export type RehearsalFailure =
  /** The embedded box office did not start, or there is no room for its data; the door goes on. */
  | { readonly type: 'rehearsal-failed' }
  /** A demonstration is a rehearsal already, and a kiosk with a fault has no door to come back to. */
  | { readonly type: 'no-rehearsal' }
  /** The kiosk is ending. */
  | { readonly type: 'closing' };
