import type { SnapshotScope } from '#main/snapshot/model.ts';
import { isSameScope } from '#main/snapshot/same-scope.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Uploader } from '#main/sync/upload.ts';
import type { Credentials } from '#main/platform/ticketing/failure.ts';

export interface BackgroundWorkPorts {
  readonly snapshots: Pick<Snapshots, 'wake'>;
  readonly uploader: Pick<
    Uploader,
    'waitForSnapshot' | 'awaitsSnapshot' | 'noteDownload' | 'state'
  >;
  readonly isReachable: () => boolean;
  readonly credentials: () => Credentials | null;
  readonly wantedTickets: () => SnapshotScope | null;
}

/**
 * Starts background work as soon as it becomes possible: the download of tickets, and after it the
 * uploads. The door opens only some time after sign-in, so the snapshot that the uploads wait for
 * may not be wanted yet when the platform can first be asked.
 */
export class BackgroundWork {
  readonly #ports: BackgroundWorkPorts;
  #couldAsk = false;
  #token: string | null = null;
  #tickets: SnapshotScope | null = null;

  constructor(ports: BackgroundWorkPorts) {
    this.#ports = ports;
  }

  /** Checks whether something has changed that makes work possible. */
  follow(): void {
    const { snapshots, uploader, isReachable, credentials, wantedTickets } = this.#ports;
    const token = credentials()?.token ?? null;
    const canAsk = token !== null && isReachable();
    const isNews = canAsk && (!this.#couldAsk || token !== this.#token);
    const tickets = wantedTickets();
    const areOthers = !isSameScope(tickets, this.#tickets);
    this.#couldAsk = canAsk;
    this.#token = token;
    this.#tickets = tickets;
    if (!isNews && !areOthers) return;
    if (isNews) uploader.waitForSnapshot();
    const refreshed = snapshots.wake(
      canAsk && uploader.awaitsSnapshot && uploader.state.pending > 0,
    );
    if (canAsk && tickets !== null) void this.#uploadAfter(refreshed, tickets);
  }

  async #uploadAfter(refreshed: Promise<void>, tickets: SnapshotScope): Promise<void> {
    await refreshed;
    // If the download was cancelled because other tickets are wanted now, the uploads keep waiting.
    if (isSameScope(tickets, this.#tickets)) this.#ports.uploader.noteDownload();
  }
}
