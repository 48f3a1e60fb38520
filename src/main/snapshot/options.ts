import type { Clock, Logger } from '#main/base/ports.ts';
import type { Download } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { Validators } from '#main/platform/ticketing/validators.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import type { ScanFilter } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Result } from '#shared/result.ts';
import type { SnapshotScope } from './model.ts';
import type { Pace } from './refresh-schedule.ts';
import type { SnapshotTimings } from './timings.ts';

export interface SnapshotsOptions {
  /** The folder of the snapshots; it is made if need be. */
  readonly directory: string;
  readonly vault: Pick<Vault, 'key'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The platform's time, ms since the epoch, as well as it is known. */
  readonly platformNow: () => number;
  /** The worker's module: snapshot-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  /** Which tickets are wanted now; null while none are. Asked before each download. */
  readonly scope: () => SnapshotScope | null;
  /** Which performances of the client the platform offers to scan now; none where it does not say. */
  readonly offered: (filter: ScanFilter, signal: AbortSignal) => Promise<readonly number[]>;
  /** Downloads them, unless the platform says that what is `known` still stands. */
  readonly download: (
    filter: ScanFilter,
    signal: AbortSignal,
    known: Validators | null,
  ) => Promise<Result<Download, TicketingFailure>>;
  /**
   * What the envelope of a download said, once it has been read to its end: the session wants to know.
   * A short answer has told the client already; hearing it twice does no harm.
   */
  readonly onEnvelope?: (envelope: DownloadEnvelope) => void;
  /** What the door may be open for until tomorrow, soonest first. Default: nothing. */
  readonly upcoming?: () => readonly UpcomingPerformance[];
  /** Guests wait for the platform: nothing is asked for beside what has to be. Default: never. */
  readonly isBusy?: () => boolean;
  /** How often a snapshot is wanted. Default: by the rule alone, with no start in sight. */
  readonly pace?: () => Pace;
  readonly timings?: SnapshotTimings;
  /** Bytes of the disk that a build leaves free, so that verdicts can be recorded. Default: SPARE. */
  readonly spare?: number;
  /** From 0 to 1, for the jitter. Default: Math.random. */
  readonly random?: () => number;
  /** `state()` is different now. */
  readonly onChange?: () => void;
}

/** Spec 2.5, as far as it matters to the session. */
export interface DownloadEnvelope {
  readonly accessTokenExpiration: number | null;
  readonly refusal: ApiError | null;
}

/** A performance that the door may be open for. */
export interface UpcomingPerformance {
  readonly performanceId: number;
  /** Null when nothing here says which production it belongs to. */
  readonly productionId: number | null;
}
