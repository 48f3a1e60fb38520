import type { ApiError } from './api-error.ts';
import type { UsedAtDoor } from './verdict.ts';

/** An admission with the same ticket at another door, which did not know of the one here. */
export interface OtherAdmission extends UsedAtDoor {
  /** A check-out was scanned meanwhile: the guest of the one may have left before the other came in. */
  readonly isPossible: boolean;
}

/** Why the platform does not have an admission of this kiosk. */
export type DiscrepancyReason =
  /** The platform answered with an error, to the upload or to the attempt in doubt. */
  | { readonly type: 'platform-error'; readonly error: ApiError }
  /** The platform refused this one scan in words of its own (spec 2.11). */
  | { readonly type: 'platform-words'; readonly text: string }
  /** The ledger's row is damaged: its barcode is lost. */
  | { readonly type: 'unreadable' };

/**
 * An admission made offline that the platform does not accept (spec 2.11), or whose ticket the platform had
 * called used before: an operator has to see it, with its barcode and the reason.
 */
export interface Discrepancy {
  readonly id: string;
  /** Null when the ledger's row is damaged. */
  readonly code: string | null;
  /** On the platform's clock. */
  readonly scannedAt: number;
  /**
   * `refused`: the platform did not accept the upload; `conflict`: its late answer was a different one;
   * `expired`: it waited longer than the platform accepts scans; `two-doors`: the platform called the
   * ticket used, apparently not because of this kiosk, so somebody else may have been admitted with it, or
   * another door has told that somebody was.
   */
  readonly state: 'refused' | 'conflict' | 'expired' | 'two-doors';
  /** The admission that another door has published; null: none has. */
  readonly otherDoor: OtherAdmission | null;
  /** When somebody last sent it again, after which it was refused again; null: never. */
  readonly sentAgainAt: number | null;
  /** Null for one that expired, and for `two-doors`. */
  readonly reason: DiscrepancyReason | null;
  readonly name: string | null;
  readonly performance: string | null;
  readonly seat: string | null;
}

/** The outcome of sending refused scans again, as far as it is known after some seconds. */
export interface SentAgain {
  /** The platform has recorded them. */
  readonly recorded: number;
  /** The platform has refused them again. */
  readonly refused: number;
  /** They are too old to be accepted. */
  readonly expired: number;
  /** They are still waiting to be uploaded. */
  readonly waiting: number;
}

/** A page of discrepancies, newest first. */
export interface DiscrepancyPage {
  readonly discrepancies: readonly Discrepancy[];
  /** The cursor for the next page; null: that was the last one. */
  readonly before: number | null;
}
