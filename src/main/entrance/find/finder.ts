import { randomUUID } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { Clock } from '#main/base/ports.ts';
import type {
  AdmitFoundFailure,
  FindFailure,
  FindState,
  FoundStanding,
  FoundTickets,
} from '#shared/model/find.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { foundTicket } from './found-ticket.ts';
import type { Findings } from './search-calls.ts';
import { Search } from './search.ts';

/** The search ends when nobody has used it for so long, in milliseconds. */
export const SEARCH_LASTS = 5 * 60_000;

/**
 * How many tickets the ledger is asked about without a break, so that a scan that comes meanwhile
 * need not wait for all of them.
 */
const AT_ONCE = 10;
/** The most found tickets that can still be chosen, those of the last few answers. */
const MOST_KEPT = 500;

export interface FinderPorts {
  /** The module of the thread: kiosk/ticket-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  readonly clock: Clock;
  /** Whether there is a PIN, and whether it has been entered. */
  readonly lock: () => { readonly hasPin: boolean; readonly isUnlocked: boolean };
  /** The snapshot, if it may be used for the door; else null. */
  readonly snapshot: () => SnapshotFile | null;
  /** What a ticket is worth at the door. */
  readonly standing: (ticket: SnapshotTicket) => Result<FoundStanding, LedgerFault>;
  /** Enters a barcode as if a person had typed it. Returns false if it was not accepted. */
  readonly enter: (code: string) => boolean;
  /** Called when {@link Finder.state} has changed. */
  readonly onChange: () => void;
}

/**
 * Finds tickets in the snapshot by what people know about them, for users who may see the holders'
 * names. All its data is in the memory of threads, and is freed as soon as the search is no longer
 * allowed or wanted.
 */
export class Finder {
  readonly #ports: FinderPorts;
  #search: Search | null = null;
  /** The thread that reads a newer snapshot, while the previous one is still searched. */
  #next: Search | null = null;
  /** The path of a snapshot that could not be read: it is not tried again. */
  #unreadable: string | null = null;
  /** The barcodes by the ids that were given out for them. */
  readonly #codes = new Map<string, string>();
  #callOff = (): unknown => undefined;

  constructor(ports: FinderPorts) {
    this.#ports = ports;
  }

  state(): FindState {
    const search = this.#search;
    if (search === null) {
      return { status: this.#unreadable === null ? 'off' : 'failed' };
    }
    const { tickets, path } = search.file;
    // The platform may have confirmed since that the snapshot is still current.
    const file = this.#ports.snapshot();
    const { builtAt } = file?.path === path ? file : search.file;
    return search.stage === 'ready'
      ? { status: 'ready', tickets, builtAt }
      : { status: 'building', read: search.read, tickets };
  }

  /**
   * Searches for tickets; the first call only starts reading the snapshot and fails with
   * `building`.
   */
  async find(query: string): Promise<Result<FoundTickets, FindFailure>> {
    const file = this.#searchable();
    if (!file.ok) return file;
    this.#stayOn();
    if (this.#search === null && file.value.path === this.#unreadable) {
      return err({ type: 'failed' });
    }
    this.#search ??= this.#start(file.value);
    if (this.#search.stage !== 'ready') return err({ type: 'building' });
    const findings = await this.#search.find(query);
    // The kiosk may have been locked meanwhile, or the snapshot removed.
    const still = this.#searchable();
    if (!still.ok) return still;
    return findings === null ? err({ type: 'overtaken' }) : await this.#told(findings);
  }

  /** Enters the code of a found ticket as if it had been scanned; the usual verdict follows. */
  admit(id: string): Result<null, AdmitFoundFailure> {
    const code = this.#codes.get(id);
    if (code === undefined || !this.#searchable().ok) return err({ type: 'gone' });
    this.#stayOn();
    return this.#ports.enter(code) ? ok(null) : err({ type: 'not-taken' });
  }

  /** Checks whether the search may continue, and whether there is a newer snapshot to search. */
  follow(): void {
    if (this.#search === null && this.#unreadable === null) return;
    const file = this.#searchable();
    if (!file.ok) {
      this.stop();
      return;
    }
    const { path } = file.value;
    if (this.#unreadable === path || this.#search?.file.path === path || this.#next !== null)
      return;
    this.#unreadable = null;
    const search = this.#start(file.value);
    if (this.#search === null) this.#search = search;
    else this.#next = search;
  }

  /** Ends the search and frees all its data. */
  stop(): void {
    this.#callOff();
    const searches = [this.#search, this.#next];
    this.#search = null;
    this.#next = null;
    this.#unreadable = null;
    this.#codes.clear();
    for (const search of searches) search?.end();
    this.#ports.onChange();
  }

  #searchable(): Result<SnapshotFile, FindFailure> {
    const { lock, snapshot } = this.#ports;
    const { hasPin, isUnlocked } = lock();
    if (!hasPin) return err({ type: 'no-pin' });
    if (!isUnlocked) return err({ type: 'locked' });
    const file = snapshot();
    if (file === null) return err({ type: 'no-snapshot' });
    return file.showsPatrons ? ok(file) : err({ type: 'no-patron-permission' });
  }

  #start(file: SnapshotFile): Search {
    const search: Search = new Search(this.#ports.workerEntry, file, () => this.#note(search));
    return search;
  }

  /** Called when a search's thread has made progress or has ended. */
  #note(search: Search): void {
    if (search !== this.#search && search !== this.#next) return;
    if (search === this.#next && search.stage === 'ready') {
      const before = this.#search;
      this.#search = search;
      this.#next = null;
      before?.end();
    }
    if (search.stage === 'ended') {
      this.#unreadable = search.file.path;
      // The previous snapshot may have been deleted from the disk because a newer one has come.
      if (search === this.#search) this.#search = this.#next;
      this.#next = null;
    }
    this.#ports.onChange();
  }

  async #told({ total, tickets }: Findings): Promise<Result<FoundTickets, FindFailure>> {
    const search = this.#search;
    const standings: FoundStanding[] = [];
    for (const ticket of tickets) {
      if (standings.length % AT_ONCE === AT_ONCE - 1) await otherWork();
      const standing = this.#ports.standing(ticket);
      if (!standing.ok) return err({ type: 'ledger', code: standing.error.code });
      standings.push(standing.value);
    }
    // If the search was ended meanwhile, its findings must not be returned.
    if (search === null || this.#search !== search) return err({ type: 'overtaken' });
    const told = tickets.map((ticket, at) =>
      foundTicket(this.#keep(ticket.barcode), ticket, standings[at] ?? { type: 'not-known' }),
    );
    return ok({ total, tickets: told });
  }

  #keep(code: string): string {
    const id = randomUUID();
    this.#codes.set(id, code);
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > MOST_KEPT && oldest !== undefined) this.#codes.delete(oldest);
    return id;
  }

  #stayOn(): void {
    this.#callOff();
    this.#callOff = this.#ports.clock.after(SEARCH_LASTS, () => this.stop());
  }
}
