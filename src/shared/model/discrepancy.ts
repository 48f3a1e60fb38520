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
 * Somebody was let in without the platform, and the platform will not have it (spec 2.11): an operator
 * has to see it, with its barcode and the reason.
 */
export interface Discrepancy {
  readonly id: string;
  /** Null when the ledger's row is damaged. */
  readonly code: string | null;
  /** On the platform's clock. */
  readonly scannedAt: number;
  /**
   * `refused`: the platform did not take the upload; `conflict`: its late word was another one;
   * `expired`: it waited longer than the platform takes scans.
   */
  readonly state: 'refused' | 'conflict' | 'expired';
  /** Null for one that expired. */
  readonly reason: DiscrepancyReason | null;
  readonly name: string | null;
  readonly performance: string | null;
  readonly seat: string | null;
}

/** A page of them, newest first. */
export interface DiscrepancyPage {
  readonly discrepancies: readonly Discrepancy[];
  /** Hand it in for the next page; null: that was the last one. */
  readonly before: number | null;
}
