import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { LedgerFaultCode } from './ledger-fault.ts';

/**
 * The state of an admission's upload:
 * - `none`: there is nothing to upload;
 * - `pending`: it waits for its upload; `sent`: its upload is under way;
 * - `recorded`: the platform has it;
 * - `refused`: the platform does not accept it; `conflict`: it gave another answer about the ticket;
 * - `expired`: it is too old for the platform to accept.
 */
export const UPLOAD_STATES = [
  'none',
  'pending',
  'sent',
  'recorded',
  'refused',
  'conflict',
  'expired',
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** The platform's late answer to an attempt in doubt, after the verdict. */
export const LATE_WORDS = ['awaited', 'admitted', 'refused', 'missing'] as const;
export type LateWord = (typeof LATE_WORDS)[number];

/** The age of the oldest scan, in hours, at least. */
export type UploadWarning = 24 | 36 | 44;

/** Why the last upload was not accepted as a whole. */
export type UploadProblem =
  | { readonly type: 'offline'; readonly reason: OfflineReason }
  /** The platform has asked to pause, until this time on the kiosk's clock. */
  | { readonly type: 'busy'; readonly until: number }
  /** The session has ended or may not upload these, or the platform has failed. */
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'ledger'; readonly code: LedgerFaultCode };

/** The admissions made here that are still to be uploaded. */
export interface Uploads {
  /** Of all clients, including those in doubt. */
  readonly pending: number;
  /** When the oldest of them was scanned, on the platform's clock; null when there is none. */
  readonly oldest: number | null;
  readonly uploading: boolean;
  /** Null again after the next successful upload, unless the scans of one client have to wait. */
  readonly lastProblem: UploadProblem | null;
  /** The age of the oldest scan, in hours; null while it is recent. */
  readonly warning: UploadWarning | null;
}
