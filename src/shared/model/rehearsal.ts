/** Why a rehearsal cannot begin, or end, now. */
export type RehearsalFailure =
  /** The embedded box office did not start, or there is no space for its data; the door continues. */
  | { readonly type: 'rehearsal-failed' }
  /** A demonstration is a rehearsal already, and a kiosk with a fault could not return to its door. */
  | { readonly type: 'no-rehearsal' }
  /** The kiosk is ending. */
  | { readonly type: 'closing' };
