import type { Clock, Logger } from '#main/base/ports.ts';
import type { Download } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { Validators } from '#main/platform/ticketing/validators.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import type { ScanFilter } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Result } from '#shared/result.ts';
import type { SnapshotScope } from './model.ts';
import type { Neighbours } from './neighbours.ts';
import type { Pace } from './refresh-schedule.ts';
import type { SnapshotTimings } from './timings.ts';

export interface SnapshotsOptions {
  /** The folder of the snapshots; created if necessary. */
  readonly directory: string;
  readonly vault: Pick<Vault, 'key'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * A platform time that has certainly passed, ms since the epoch, as far as it is known. Scans are recorded by the
   * same measure, so that one of them and a copy of the tickets can be told apart within the second.
   */
  readonly platformTime: () => number;
  /** The worker's module: snapshot-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  /** Which tickets are wanted now; null if none. Called before each download. */
  readonly scope: () => SnapshotScope | null;
  /** Which performances of the client the platform offers to scan now; empty if it does not say. */
  readonly offered: (filter: ScanFilter, signal: AbortSignal) => Promise<readonly number[]>;
  /** Downloads the tickets, unless the platform says that those `known` are unchanged. */
  readonly download: (
    filter: ScanFilter,
    signal: AbortSignal,
    known: Validators | null,
  ) => Promise<Result<Download, TicketingFailure>>;
  /** The other doors of the house, which may have the same tickets. Default: there are none. */
  readonly neighbours?: Neighbours;
  /**
   * Called with the envelope of a download that was read to its end, for the session. For a short
   * answer the client has reported it already; a second report does no harm.
   */
  readonly onEnvelope?: (envelope: DownloadEnvelope) => void;
  /** What the door may be open for until tomorrow, soonest first. Default: nothing. */
  readonly upcoming?: () => readonly UpcomingPerformance[];
  /**
   * Whether guests are waiting for the platform: then only necessary requests are made. Default:
   * never.
   */
  readonly isBusy?: () => boolean;
  /** Whether the platform has admitted codes that the snapshot lacks. Default: never. */
  readonly lacksAdmitted?: () => boolean;
  /** How often a snapshot should be downloaded. Default: by the rule alone, with no known start. */
  readonly pace?: () => Pace;
  readonly timings?: SnapshotTimings;
  /**
   * How many bytes of the disk a build must leave free, so that verdicts can be recorded. Default:
   * SPARE.
   */
  readonly spare?: number;
  /** Random, from 0 to 1, for the jitter. Default: Math.random. */
  readonly random?: () => number;
  /** Called when `state()` has changed. */
  readonly onChange?: () => void;
}

/** The part of the envelope (spec 2.5) that concerns the session. */
export interface DownloadEnvelope {
  readonly accessTokenExpiration: number | null;
  readonly refusal: ApiError | null;
}

/** A performance that the door may be open for. */
export interface UpcomingPerformance {
  readonly performanceId: number;
  /** Null if it is unknown which production it belongs to. */
  readonly productionId: number | null;
}
