import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';

/** Why the last refresh brought no new snapshot. The old one, if any, is still in use. */
export type SnapshotProblem =
  /** The platform refused the download. */
  | { readonly type: 'refused'; readonly error: ApiError }
  /** The download could not begin, or broke. */
  | { readonly type: 'offline'; readonly reason: OfflineReason }
  /** What came is not what the platform promises; `at` names members, never values. */
  | { readonly type: 'unreadable'; readonly at: string }
  /** It has no ticket at all, and the snapshot in use has some. */
  | { readonly type: 'empty' }
  /** It could not be written or read back; `code` is SQLite's or the system's. */
  | { readonly type: 'disk'; readonly code: string }
  /** The worker ended without a word: out of memory, or a bug. `code` is Node's, if it has one. */
  | { readonly type: 'crashed'; readonly code: string };

/** The snapshot of the valid tickets, by which the door decides while the platform does not. */
export interface SnapshotState {
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
  readonly problem: SnapshotProblem | null;
  /**
   * Until when the platform wants to be left alone: nothing is downloaded before, whoever asks for it.
   * On the kiosk's clock, ms since the epoch; null: it does not.
   */
  readonly heldUntil: number | null;
  /**
   * What the last download that came whole took of the line, in bytes as they came over it; 0: the
   * platform said that what is here still stands. Null: there was none since the kiosk was started.
   */
  readonly lastWeight: number | null;
  /** Null while one is in progress, or none is wanted. */
  readonly next: NextDownload | null;
}

/** When tickets are downloaded the next time by themselves. */
export interface NextDownload {
  /** On the kiosk's clock, ms since the epoch. */
  readonly at: number;
  /** It has time because nobody comes: whoever scans brings it forward. */
  readonly waitsForScan: boolean;
}

/** Why nothing is downloaded although somebody asks for it. */
export interface DownloadHeld {
  readonly type: 'held';
  /** As {@link SnapshotState.heldUntil}. */
  readonly until: number;
}
