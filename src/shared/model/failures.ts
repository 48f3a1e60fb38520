import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { LedgerFaultCode } from './ledger-fault.ts';

/** The setting is managed by a file, and can be changed only there. */
export interface ManagedRefusal {
  readonly type: 'managed';
}

/** Why an address was not accepted as the platform's. */
export type ServerRefusal =
  | ManagedRefusal
  /** It is no URL, or has parts that a base URL must not have (user, query, fragment). */
  | { readonly type: 'not-an-address' }
  /** Plain http is accepted for this machine only. */
  | { readonly type: 'not-secure' }
  /** Nothing usable answers there. */
  | { readonly type: 'offline'; readonly reason: OfflineReason };

/** The ledger could not be read or written; the fault screen comes with the state. */
export interface LedgerTrouble {
  readonly type: 'ledger';
  readonly code: LedgerFaultCode;
}

/** A file could not be written; `code` is the operating system's own, such as `ENOSPC`. */
export interface NotWritten {
  readonly type: 'not-written';
  readonly code: string;
}

/** Why no file was written. */
export type ExportFailure = LedgerTrouble | NotWritten;

/** Why a door does not open. */
export type OpenFailure =
  | { readonly type: 'not-signed-in' }
  /** Its screen is for guests, and the kiosk has no PIN. */
  | { readonly type: 'no-pin' };

/** Why the platform could not be asked for something. */
export type AskFailure =
  | { readonly type: 'refused'; readonly error: ApiError }
  | { readonly type: 'offline'; readonly reason: OfflineReason }
  | { readonly type: 'not-signed-in' };
