import type { OfflineReason } from './connection.ts';

/**
 * The platform's response time for questions like those that guests wait for: from asking to the whole
 * answer, in milliseconds.
 */
export interface RoundTrip {
  readonly newest: number;
  /** The time of the last one, in milliseconds since the epoch, on the kiosk's clock. */
  readonly measuredAt: number;
  /** The median of the last ones. */
  readonly median: number;
  /** The number of the last ones. */
  readonly count: number;
}

/** The free space on the ledger's disk. */
export type DiskState =
  | { readonly type: 'known'; readonly free: number }
  /** It cannot be determined; `code` is the operating system's own, such as `ENOENT`. */
  | { readonly type: 'unknown'; readonly code: string };

/** The limits of free space, in bytes. */
export const DISK_LIMITS = {
  /**
   * Below this, free some space: a new snapshot of the tickets is built beside the old one, and logs grow.
   */
  low: 1_000_000_000,
  /** Below this, scans may soon not be recorded, and then nobody is let in. */
  critical: 100_000_000,
  /** What a scan takes in the ledger, rounded up. */
  perScan: 1_000,
} as const;

/** How much room there is. */
export type DiskLevel = 'enough' | 'low' | 'critical';

/** Returns the level for `free` bytes. */
export function diskLevel(free: number): DiskLevel {
  if (free < DISK_LIMITS.critical) return 'critical';
  return free < DISK_LIMITS.low ? 'low' : 'enough';
}

/** Where the key to all stored data is kept. */
export interface KeyKeeping {
  /**
   * In the operating system's key store (`os`), in a file that only its mode protects (`none`), or in this
   * run's memory because that file could not be opened or written (`memory`). On Linux also in the file
   * while a key ring has yet to prove that it opens after a restart (`trial`), or because the ring that was
   * to keep it was closed at this start (`locked`).
   */
  readonly keeper: 'os' | 'none' | 'memory' | 'trial' | 'locked';
  /** The name of the key store on Linux, such as `gnome_libsecret`; null elsewhere. */
  readonly backend: string | null;
}

/** The versions of the runtime; null for what this host does not have. */
export interface Runtime {
  readonly electron: string | null;
  readonly chrome: string | null;
  readonly node: string;
}

/**
 * Who may change the machine's settings file: administrators only, others too, or unknown. `unnamed`: there is
 * a file in %ProgramData% that administrators have not named, and that is not read.
 */
export type SettingsRights = 'administrators' | 'others' | 'unknown' | 'unnamed';

/** The state of the kiosk's surroundings, apart from its own state. */
export interface Health {
  /** Null until the platform in use has answered. */
  readonly roundTrip: RoundTrip | null;
  /** Null until the disk was checked. */
  readonly disk: DiskState | null;
  readonly keys: KeyKeeping;
  readonly runtime: Runtime;
  /** Null where there is no such file, where it is not on Windows, or before the check. */
  readonly settingsRights: SettingsRights | null;
}

/** The platform has not answered the request for a sign of life. */
export interface NoSignOfLife {
  readonly type: 'no-sign-of-life';
  readonly reason: OfflineReason;
}
