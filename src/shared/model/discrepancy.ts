import type { ApiError } from './api-error.ts';

/** Why the platform does not have an admission of this kiosk. */
export type DiscrepancyReason =
  /** The platform answered with an error, to the upload or to the attempt in doubt. */
  | { readonly type: 'platform-error'; readonly error: ApiError }
  /** The platform refused this one scan in words of its own (spec 2.11). */
  | { readonly type: 'platform-words'; readonly text: string }
  /** The ledger's row is damaged: its barcode is gone. */
  | { readonly type: 'unreadable' };

/**
 * Somebody was let in without the platform, and the platform will not have it (spec 2.11), or has called
 * the ticket used before: an operator has to see it, with its barcode and the reason.
 */
export interface Discrepancy {
  readonly id: string;
  /** Null when the ledger's row is damaged. */
  readonly code: string | null;
  /** On the platform's clock. */
  readonly scannedAt: number;
  /**
   * `refused`: the platform did not take the upload; `conflict`: its late word was another one;
   * `expired`: it waited longer than the platform takes scans; `two-doors`: the platform called the ticket
   * used, and not because of this kiosk as far as is known: somebody else may have come in with it.
   */
  readonly state: 'refused' | 'conflict' | 'expired' | 'two-doors';
  /** When somebody last sent it again after a refusal, which was refused again; null: never. */
  readonly sentAgainAt: number | null;
  /** Null for one that expired, and where another door may be why. */
  readonly reason: DiscrepancyReason | null;
  readonly name: string | null;
  readonly performance: string | null;
  readonly seat: string | null;
}

/** What became of refused scans that were sent again, as far as it is known after some seconds. */
export interface SentAgain {
  /** The platform has them now. */
  readonly recorded: number;
  /** The platform has refused them again. */
  readonly refused: number;
  /** They were scanned too long ago. */
  readonly expired: number;
  /** They go up when they can. */
  readonly waiting: number;
}

/** A page of them, newest first. */
export interface DiscrepancyPage {
  readonly discrepancies: readonly Discrepancy[];
  /** Hand it in for the next page; null: that was the last one. */
  readonly before: number | null;
}
