import type { ScanFilter, ScannableTicket } from '#shared/api/index.ts';

/** A ticket as the snapshot knows it: the facts of its download (spec 2.10). */
export type CachedTicket = ScannableTicket;

/** Which tickets a snapshot is to hold. */
export interface CacheScope {
  /** Base URL of the platform: the numbers of one mean nothing on another. */
  readonly platform: string;
  readonly filter: ScanFilter;
  /** Who downloads it: only to them the patrons in it may be shown (spec 2.10). */
  readonly username: string;
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
