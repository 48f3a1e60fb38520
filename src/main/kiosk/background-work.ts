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
 * Sets going what can be done now and could not before: the download of tickets, and after it uploads.
 * Who signs in opens the door only then, so that the snapshot to wait for may not be wanted yet.
 */
export class BackgroundWork {
  readonly #ports: BackgroundWorkPorts;
  #couldAsk = false;
  #token: string | null = null;
  #tickets: SnapshotScope | null = null;

  constructor(ports: BackgroundWorkPorts) {
    this.#ports = ports;
  }

  /** Looks whether something has changed. */
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
    // A download that was called off for other tickets is not the snapshot to wait for.
    if (isSameScope(tickets, this.#tickets)) this.#ports.uploader.noteDownload();
  }
}
