import type { ScanFilter, ScannableTicket } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { OfflineReason } from '#shared/model/connection.ts';

/** A ticket as the snapshot knows it: the facts of its download (spec 2.10). */
export type CachedTicket = ScannableTicket;

/** Which tickets a snapshot is to hold. */
export interface CacheScope {
  /** Base URL of the platform: the numbers of one mean nothing on another. */
  readonly platform: string;
  readonly filter: ScanFilter;
}

/** Whether the cache may decide, as the decision wants to know it. */
export type CacheState =
  | { readonly status: 'none' }
  | {
      readonly status: 'usable';
      /** When its download began; platform time, ms since the epoch. */
      readonly builtAt: number;
      readonly tickets: number;
      /** Tickets of the download that could not be read: what is not found may be one of them. */
      readonly skipped: number;
      /** What was downloaded: a ticket outside of it is not found, which says nothing about it. */
      readonly scope: ScanFilter;
    };

/** Why there is no answer about a ticket: this is never the same as "not found". */
export type LookupFailure =
  /** There is no snapshot of this client's tickets. */
  | 'no-snapshot'
  /** The snapshot's file is damaged where this ticket is. */
  | 'damaged';

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

/** Everything a screen may want to know about the cache. */
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
