/**
 * How a newer version is installed on this machine:
 * - `by-itself`: the kiosk replaces itself, at the set hour or when the operator asks;
 * - `on-word`: the system asks for an administrator, so somebody has to be there;
 * - `by-hand`: the system's package management installs it, and the kiosk only shows that there is one.
 */
export type UpdateWay = 'by-itself' | 'on-word' | 'by-hand';

/** Why there is no update, or why none was installed. */
export type UpdateFailure =
  /** The feed did not answer, or the download broke off. */
  | 'unreachable'
  /** The answer is no feed of updates. */
  | 'not-a-feed'
  /** The feed is not signed with a key of this package, or was changed after it was signed. */
  | 'untrusted'
  /** The feed is signed, but for another channel or system. */
  | 'other-channel'
  /** The feed is signed, but no longer valid. */
  | 'expired'
  /** The feed is signed, but before one that this kiosk has already accepted. */
  | 'outdated'
  /** The download does not match the feed. */
  | 'damaged'
  /** It may not be able to read this kiosk's ledger. */
  | 'older-ledger'
  /** The disk has not enough space. */
  | 'no-room'
  /** The system did not permit installing it. */
  | 'not-installed';

/** The state of updates. */
export type UpdateState =
  /** No feed is set, or this kiosk cannot use one. */
  | { readonly type: 'none' }
  /** This package was built without a key, and takes no updates. */
  | { readonly type: 'no-key' }
  /** `lookedAt`: when the feed was last checked, in milliseconds since the epoch; null: never. */
  | { readonly type: 'current'; readonly lookedAt: number | null }
  | { readonly type: 'looking' }
  /** `share`: the part downloaded, from 0 to 1. */
  | { readonly type: 'downloading'; readonly version: string; readonly share: number }
  /** It is downloaded completely, and can be installed. */
  | { readonly type: 'ready'; readonly version: string; readonly way: 'by-itself' | 'on-word' }
  /** There is one, which somebody has to install outside of the kiosk. */
  | { readonly type: 'by-hand'; readonly version: string }
  | { readonly type: 'installing'; readonly version: string }
  | {
      readonly type: 'failed';
      readonly reason: UpdateFailure;
      /** Null: the failure came before a version was known. */
      readonly version: string | null;
      readonly at: number;
    };

/** Why an update is not installed now. */
export type UpdateObstacle =
  /** Anybody could have chosen where updates come from. */
  | 'no-pin'
  | 'rehearsal'
  /** The kiosk ends, or switches to or from a rehearsal. */
  | 'leaving'
  /** It is unknown whether the ledger has unfinished work. */
  | 'ledger-fault'
  /** A guest waits for a verdict, or is reading one. */
  | 'open-scan'
  /** Scans wait to be uploaded. */
  | 'unsaved-scans'
  /** There was a scan a moment ago: an update must not interrupt the work at the door. */
  | 'busy-door';

/** Why an update is not installed although the operator asks. */
export type UpdateRefusal =
  | { readonly type: 'not-now'; readonly obstacle: UpdateObstacle }
  /** None is ready to be installed. */
  | { readonly type: 'no-update' }
  | { readonly type: 'failed'; readonly reason: UpdateFailure };
