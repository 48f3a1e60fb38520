import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';

/** Why the last refresh brought no new snapshot. The old one, if any, is still in use. */
export type CacheProblem =
  /** The platform refused the download. */
  | { readonly type: 'refused'; readonly error: ApiError }
  /** The download could not begin, or broke. */
  | { readonly type: 'offline'; readonly reason: OfflineReason }
  /** What came is not what the platform promises; `at` names members, never values. */
  | { readonly type: 'unreadable'; readonly at: string }
  /** It could not be written or read back; `code` is SQLite's or the system's. */
  | { readonly type: 'disk'; readonly code: string }
  /** The worker ended without a word: out of memory, or a bug. `code` is Node's, if it has one. */
  | { readonly type: 'crashed'; readonly code: string };

/** The copy of the valid tickets, by which the door decides while the platform does not. */
export interface TicketCacheState {
  /** Tickets in the snapshot in use; null, like the next two, while there is none. */
  readonly tickets: number | null;
  /** When its download began; platform time, ms since the epoch. */
  readonly builtAt: number | null;
  readonly scope: ScanFilter | null;
  /** Tickets of its download that could not be read, and were left out. */
  readonly skipped: number;
  /** Tickets of its download that gave way to another one with the same barcode. */
  readonly duplicates: number;
  /** How far the refresh in progress is; null while there is none. */
  readonly refreshing: { readonly tickets: number; readonly bytes: number } | null;
  readonly problem: CacheProblem | null;
}
