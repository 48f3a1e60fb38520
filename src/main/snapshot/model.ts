import type { AsRead, scannableTicket, ScanFilter } from '#shared/api/index.ts';

/** A ticket as the snapshot knows it: the facts of its download (spec 2.10). */
export type SnapshotTicket = AsRead<typeof scannableTicket>;

/** Which tickets a snapshot is to hold. */
export interface SnapshotScope {
  /** Base URL of the platform: the numbers of one mean nothing on another. */
  readonly baseUrl: string;
  readonly filter: ScanFilter;
  /** Who downloads it: only to them the patrons in it may be shown (spec 2.10). */
  readonly username: string;
}

/** The tickets of one performance, beside the snapshot. */
export interface SingleSnapshot {
  /** When its download began; platform time, ms since the epoch. */
  readonly builtAt: number;
  /** Which production the platform gave it for; null: for none. */
  readonly productionId: number | null;
  readonly tickets: number;
  /** All of its tickets could be read. */
  readonly isWhole: boolean;
}

/** Whether the snapshot may decide, as the decision wants to know it. */
export type SnapshotInUse =
  | { readonly status: 'none' }
  | {
      readonly status: 'usable';
      /** When its download began; platform time, ms since the epoch. */
      readonly builtAt: number;
      /** In all, with those beside it. */
      readonly tickets: number;
      /** Tickets of the download that could not be read: what is not found may be one of them. */
      readonly skipped: number;
      /** What was downloaded: a ticket outside of it is not found, which says nothing about it. */
      readonly scope: ScanFilter;
      /** The performances that the platform offered just before, and of which at least one ticket came. */
      readonly covers: ReadonlySet<number>;
      /** Performances that it has no ticket of, and that were downloaded by their number. */
      readonly beside: ReadonlyMap<number, SingleSnapshot>;
    };

/** Why there is no answer about a ticket: this is never the same as "not found". */
export type LookupFailure =
  /** There is no snapshot of this client's tickets. */
  | 'no-snapshot'
  /** The snapshot's file is damaged where this ticket is. */
  | 'damaged'
  /** More tickets bear this barcode than anybody could hold: it says nothing of any of them. */
  | 'too-many';
