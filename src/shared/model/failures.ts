import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { LedgerFaultCode } from './ledger-fault.ts';

/** A file sets this for the kiosk: it is changed there. */
export interface ManagedRefusal {
  readonly type: 'managed';
}

/** Why an address was not taken as the platform's. */
export type ServerRefusal =
  | ManagedRefusal
  /** It is no URL, or has parts that a base URL has not (user, query, fragment). */
  | { readonly type: 'not-an-address' }
  /** Plain http is only taken for this machine itself. */
  | { readonly type: 'not-secure' }
  /** Nothing usable answers there; `not-the-platform` means that something else does. */
  | { readonly type: 'offline'; readonly reason: OfflineReason };

/** The ledger could not be read or written; the fault screen comes with the state. */
export interface LedgerTrouble {
  readonly type: 'ledger';
  readonly code: LedgerFaultCode;
}

/** The disk did not take a file; `code` is the operating system's own, such as `ENOSPC`. */
export interface NotWritten {
  readonly type: 'not-written';
  readonly code: string;
}

/** Why no file was written. */
export type ExportFailure = LedgerTrouble | NotWritten;

/** Why the platform could not be asked for something. */
export type AskFailure =
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'offline'; readonly reason: OfflineReason }
  | { readonly type: 'not-signed-in' };
