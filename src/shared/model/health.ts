import type { OfflineReason } from './connection.ts';

/** How long the platform takes over what a guest waits for: from asking to the whole answer, in milliseconds. */
export interface RoundTrip {
  readonly newest: number;
  /** When that was, in milliseconds since the epoch, on the kiosk's clock. */
  readonly measuredAt: number;
  /** Half of the last ones took no longer. */
  readonly median: number;
  /** How many the last ones are. */
  readonly count: number;
}

/** What is left of the disk that the ledger lies on. */
export type DiskState =
  | { readonly type: 'known'; readonly free: number }
  /** It does not say; `code` is the operating system's own, such as `ENOENT`. */
  | { readonly type: 'unknown'; readonly code: string };

/** When a disk has too little room, in bytes. */
export const DISK_LIMITS = {
  /** A snapshot of the tickets is built beside the old one, and a log grows: below this, look for room. */
  low: 1_000_000_000,
  /** Below this, scans may soon not be recorded, and then nobody is let in. */
  critical: 100_000_000,
  /** What a scan takes in the ledger, rounded up. */
  perScan: 1_000,
} as const;

/** How much room there is. */
export type DiskLevel = 'enough' | 'low' | 'critical';

/** Where `free` bytes leave a disk. */
export function diskLevel(free: number): DiskLevel {
  if (free < DISK_LIMITS.critical) return 'critical';
  return free < DISK_LIMITS.low ? 'low' : 'enough';
}

/** What keeps the key to everything that is stored here. */
export interface KeyKeeping {
  /**
   * The operating system's key store, nothing but the mode of its file, or only this run's memory,
   * because its file could not be opened or written. On Linux also its file, while a key ring has yet to
   * prove that it opens after a restart (`trial`), or because the ring that was to keep it was closed at
   * this start (`locked`).
   */
  readonly keeper: 'os' | 'none' | 'memory' | 'trial' | 'locked';
  /** What the key store calls itself on Linux, such as `gnome_libsecret`; null elsewhere. */
  readonly backend: string | null;
}

/** What the kiosk runs on; null where there is none. */
export interface Runtime {
  readonly electron: string | null;
  readonly chrome: string | null;
  readonly node: string;
}

/** Who may change the machine's settings file: nobody but administrators, others too, or nobody can tell. */
export type SettingsRights = 'administrators' | 'others' | 'unknown';

/** What is known of the kiosk's surroundings, and of nothing else in its state. */
export interface Health {
  /** Null until the platform in use has answered. */
  readonly roundTrip: RoundTrip | null;
  /** Null until the disk has been looked at. */
  readonly disk: DiskState | null;
  readonly keys: KeyKeeping;
  readonly runtime: Runtime;
  /** Null where there is no such file, it is not that of Windows, or nobody has looked yet. */
  readonly settingsRights: SettingsRights | null;
}

/** The platform has not answered a question that was only asked to see whether it does. */
export interface NoSignOfLife {
  readonly type: 'no-sign-of-life';
  readonly reason: OfflineReason;
}
