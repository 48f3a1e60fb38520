import type { AsRead, scannableTicket, ScanFilter } from '#shared/api/index.ts';

/** A ticket as the snapshot knows it: the facts of its download (spec 2.10). */
export type SnapshotTicket = AsRead<typeof scannableTicket>;

/** Which tickets a snapshot contains. */
export interface SnapshotScope {
  /** Base URL of the platform, because ids are valid on that platform only. */
  readonly baseUrl: string;
  readonly filter: ScanFilter;
  /** The user who downloads it: the patrons in it may be shown only to them (spec 2.10). */
  readonly username: string;
}

/** A snapshot of a single performance, in addition to the large one. */
export interface SingleSnapshot {
  /** When its download began; platform time, ms since the epoch. */
  readonly builtAt: number;
  /** The production that the platform named for it; null if none. */
  readonly productionId: number | null;
  readonly tickets: number;
  /** Whether all of its tickets could be read. */
  readonly isWhole: boolean;
}

/** Whether the snapshot may decide, with the facts that the decision needs. */
export type SnapshotInUse =
  | { readonly status: 'none' }
  | {
      readonly status: 'usable';
      /** When its download began; platform time, ms since the epoch. */
      readonly builtAt: number;
      /** The total, including the single snapshots. */
      readonly tickets: number;
      /**
       * The number of tickets of the download that could not be read: a code that is not found may
       * be one of them.
       */
      readonly skipped: number;
      /** What was downloaded: for a ticket outside of it, being absent proves nothing. */
      readonly scope: ScanFilter;
      /**
       * The performances that the platform offered just before the download, and of which at least
       * one ticket came.
       */
      readonly covers: ReadonlySet<number>;
      /** The single snapshots, for performances that the large one has no ticket of. */
      readonly beside: ReadonlyMap<number, SingleSnapshot>;
    };

/** Why a look-up has no result; never to be confused with "not found". */
export type LookupFailure =
  /** There is no snapshot of this client's tickets. */
  | 'no-snapshot'
  /** The snapshot's file is damaged where this ticket is. */
  | 'damaged'
  /** More tickets bear this barcode than is plausible, so it identifies none of them. */
  | 'too-many';
