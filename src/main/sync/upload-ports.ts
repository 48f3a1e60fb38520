import type { UploadQueue, WaitingUpload } from '#main/ledger/upload-queue.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import type { Credentials } from '#main/platform/ticketing/failure.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { UploadTimings } from './upload-timings.ts';

/** With what scans can go up now. */
export interface UploadSession {
  readonly client: Pick<TicketingClient, 'syncScans' | 'baseUrl'>;
  readonly credentials: Credentials;
  /** The clients that this session may scan for; scans of others, and of other platforms, wait. */
  readonly clientIds: readonly number[];
}

export interface SenderPorts {
  readonly queue: Pick<UploadQueue, keyof UploadQueue>;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'surely' | 'beyondDispute'>;
  /** Null while nobody is signed in, and while the platform cannot be reached. */
  readonly session: () => UploadSession | null;
  /**
   * When the download began of the snapshot that calls this ticket used, on the platform's clock; null: there
   * is no such snapshot.
   */
  readonly usedAsOf: (clientId: number, upload: WaitingUpload) => number | null;
  readonly logger: Logger;
  /** Called when scans have moved on, and when the problem with them is another. */
  readonly onProgress: () => void;
  readonly timings: UploadTimings;
}
