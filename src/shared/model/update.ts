/**
 * How a newer version gets onto this machine:
 * - `by-itself`: the kiosk replaces itself, at the set hour or on the operator's word;
 * - `on-word`: the system asks for an administrator, so somebody has to be there;
 * - `by-hand`: the system's package management installs it, and the kiosk only tells of it.
 */
export type UpdateWay = 'by-itself' | 'on-word' | 'by-hand';

/** Why there is no update, or none was installed. */
export type UpdateFailure =
  /** The feed did not answer, or the download broke off. */
  | 'unreachable'
  /** Something answers there that is no feed of updates. */
  | 'not-a-feed'
  /** What was downloaded is not what the feed says. */
  | 'damaged'
  /** It is not known to read this kiosk's ledger. */
  | 'older-ledger'
  /** The disk has no room for it. */
  | 'no-room'
  /** The system did not let it be put in its place. */
  | 'not-installed';

/** How it is with newer versions of the kiosk. */
export type UpdateState =
  /** Nobody has set a feed, or nothing here could ask one. */
  | { readonly type: 'none' }
  /** `lookedAt`: when the feed said so, in milliseconds since the epoch; null: it was not asked yet. */
  | { readonly type: 'current'; readonly lookedAt: number | null }
  | { readonly type: 'looking' }
  /** `share`: from 0 to 1. */
  | { readonly type: 'downloading'; readonly version: string; readonly share: number }
  /** It is here, whole, and waits for its moment. */
  | { readonly type: 'ready'; readonly version: string; readonly way: 'by-itself' | 'on-word' }
  /** There is one, for somebody else to install. */
  | { readonly type: 'by-hand'; readonly version: string }
  | { readonly type: 'installing'; readonly version: string }
  | {
      readonly type: 'failed';
      readonly reason: UpdateFailure;
      /** Null if it failed before the version was known. */
      readonly version: string | null;
      readonly at: number;
    };

/** Why an update is not installed now. */
export type UpdateObstacle =
  /** A passer-by could have chosen where updates come from. */
  | 'no-pin'
  | 'rehearsal'
  /** The kiosk ends, or switches to or from a rehearsal. */
  | 'leaving'
  /** What is in the ledger cannot be known. */
  | 'ledger-fault'
  /** A guest waits for a verdict, or looks at one. */
  | 'open-scan'
  /** Scans wait to be uploaded. */
  | 'unsaved-scans'
  /** Somebody has scanned a moment ago: nobody at the door is surprised by an update. */
  | 'busy-door';

/** Why an update stays away when the operator asks for it. */
export type UpdateRefusal =
  | { readonly type: 'not-now'; readonly obstacle: UpdateObstacle }
  /** None is ready to be installed. */
  | { readonly type: 'no-update' }
  | { readonly type: 'failed'; readonly reason: UpdateFailure };
