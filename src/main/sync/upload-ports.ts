import type { UploadQueue, WaitingUpload } from '#main/ledger/upload-queue.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import type { Credentials } from '#main/platform/ticketing/failure.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { UploadTimings } from './upload-timings.ts';

/** What is needed to upload scans now, of all clients; scans of other platforms wait. */
export interface UploadSession {
  readonly client: Pick<TicketingClient, 'syncScans' | 'baseUrl'>;
  readonly credentials: Credentials;
}

export interface SenderPorts {
  readonly queue: Pick<UploadQueue, keyof UploadQueue>;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'surely' | 'beyondDispute'>;
  /** Null while nobody is signed in, and while the platform cannot be reached. */
  readonly session: () => UploadSession | null;
  /**
   * Returns when the download of the snapshot began that calls this ticket used, on the platform's clock;
   * null if there is no such snapshot.
   */
  readonly usedAsOf: (clientId: number, upload: WaitingUpload) => number | null;
  /** Called when a scan has another time than it was recorded with, by its sequence number in the ledger. */
  readonly onTimeCorrected: (sequence: number) => void;
  readonly logger: Logger;
  /** Called when the states of scans have changed, and when the problem has changed. */
  readonly onProgress: () => void;
  readonly timings: UploadTimings;
}
