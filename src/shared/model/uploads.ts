import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { LedgerFaultCode } from './ledger-fault.ts';

/**
 * What the platform knows of an admission of this kiosk:
 * - `none`: there is nothing to upload;
 * - `pending`: it waits for its upload; `sent`: its upload is under way;
 * - `recorded`: the platform has it;
 * - `refused`: the platform does not take it; `conflict`: it has said otherwise about the ticket;
 * - `expired`: the platform takes it no longer.
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

/** What the platform had to say about an attempt in doubt, after the verdict. */
export const LATE_WORDS = ['awaited', 'admitted', 'refused', 'missing'] as const;
export type LateWord = (typeof LATE_WORDS)[number];

/** For how many hours, at least, the oldest scan has been waiting. */
export type UploadWarning = 24 | 36 | 44;

/** What kept the last upload from being taken as a whole. */
export type UploadProblem =
  | { readonly type: 'offline'; readonly reason: OfflineReason }
  /** The platform asks to be left alone, until then on the kiosk's clock. */
  | { readonly type: 'busy'; readonly until: number }
  /** The session has ended or may not upload these, or the platform has stumbled. */
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'ledger'; readonly code: LedgerFaultCode };

/** The admissions made here that the platform has yet to be told of. */
export interface Uploads {
  /** Of all clients, also those in doubt. */
  readonly pending: number;
  /** When the oldest of them was scanned, on the platform's clock; null when there is none. */
  readonly oldest: number | null;
  readonly uploading: boolean;
  /** Until something goes up again. */
  readonly lastProblem: UploadProblem | null;
  /** For how many hours the oldest scan has been waiting; null while it is young. */
  readonly warning: UploadWarning | null;
}
