import type { CacheScope } from '#main/cache/cache-state.ts';
import type { TicketCache } from '#main/cache/ticket-cache.ts';
import type { Uploader } from '#main/sync/upload.ts';
import type { Credentials } from '#main/ticketing/failure.ts';

export interface BackgroundWorkPorts {
  readonly cache: Pick<TicketCache, 'refresh'>;
  readonly uploader: Pick<Uploader, 'wake'>;
  readonly isReachable: () => boolean;
  readonly credentials: () => Credentials | null;
  readonly wantedTickets: () => CacheScope | null;
}

/** Sets going what can be done now and could not before: uploads, and the download of tickets. */
export class BackgroundWork {
  readonly #ports: BackgroundWorkPorts;
  #couldAsk = false;
  #token: string | null = null;
  #tickets = '';

  constructor(ports: BackgroundWorkPorts) {
    this.#ports = ports;
  }

  /** Looks whether something has changed. */
  follow(): void {
    const { cache, uploader, isReachable, credentials, wantedTickets } = this.#ports;
    const token = credentials()?.token ?? null;
    const canAsk = token !== null && isReachable();
    const isNews = canAsk && (!this.#couldAsk || token !== this.#token);
    const tickets = JSON.stringify(wantedTickets());
    const areOthers = tickets !== this.#tickets;
    this.#couldAsk = canAsk;
    this.#token = token;
    this.#tickets = tickets;
    if (isNews) uploader.wake();
    if (isNews || areOthers) void cache.refresh();
  }
}
