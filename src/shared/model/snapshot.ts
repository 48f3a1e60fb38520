import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { Script } from './script.ts';

/** Why the last refresh brought no new snapshot. The old one, if any, is still used. */
export type SnapshotProblem =
  /** The platform refused the download. */
  | { readonly type: 'refused'; readonly error: ApiError }
  /** The download could not begin, or broke off. */
  | { readonly type: 'offline'; readonly reason: OfflineReason }
  /** The data violates the spec; `at` names members, never values. */
  | { readonly type: 'unreadable'; readonly at: string }
  /** It has no tickets at all, but the snapshot in use has some. */
  | { readonly type: 'empty' }
  /** It could not be written or read back; `code` is SQLite's or the system's. */
  | { readonly type: 'disk'; readonly code: string }
  /** The worker ended without an answer: out of memory, or a bug. `code` is Node's, if it has one. */
  | { readonly type: 'crashed'; readonly code: string };

/** The snapshot of the valid tickets, with which the door decides while the platform does not answer. */
export interface SnapshotState {
  /** Tickets in the snapshot in use; null, like the next two, while there is none. */
  readonly tickets: number | null;
  /** When its download began; platform time, ms since the epoch. */
  readonly builtAt: number | null;
  readonly scope: ScanFilter | null;
  /** Tickets of its download that could not be read, and were left out. */
  readonly skipped: number;
  /** Tickets of its download that came more than once, and are kept once. */
  readonly duplicates: number;
  /** The platform has admitted codes that it lacks: absent codes are left undecided. */
  readonly lacksAdmitted: boolean;
  /** In which scripts names of its guests are written, other than those that every kiosk can show. */
  readonly scripts: readonly Script[];
  /** The progress of the current refresh; null while there is none. */
  readonly refreshing: { readonly tickets: number; readonly bytes: number } | null;
  readonly problem: SnapshotProblem | null;
  /**
   * Until when the platform has asked to pause: nothing is downloaded before, even on request. On the
   * kiosk's clock, ms since the epoch; null: it has not.
   */
  readonly heldUntil: number | null;
  /**
   * The size of the last complete download, in bytes as transferred; 0: the platform said that nothing has
   * changed. Null: there was none since the kiosk was started.
   */
  readonly lastWeight: number | null;
  /** Null while one is in progress, or none is wanted. */
  readonly next: NextDownload | null;
}

/** The next automatic download. */
export interface NextDownload {
  /** On the kiosk's clock, ms since the epoch. */
  readonly at: number;
  /** It is postponed because nobody is scanning; a scan brings it forward. */
  readonly waitsForScan: boolean;
}

/** Why nothing is downloaded on request. */
export interface DownloadHeld {
  readonly type: 'held';
  /** As {@link SnapshotState.heldUntil}. */
  readonly until: number;
}
