import type { DoorHours, PlayingPerformance } from '#main/platform/programme/playing.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock, Fetch, Logger } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import type {
  KnownPerformance,
  ProductionDetail,
  ProgrammeBoard,
  ProgrammeMonth,
  ProgrammePage,
  ProgrammeSeries,
  ProgrammeState,
} from '#shared/model/programme.ts';
import { wallAt } from '#shared/zone-time.ts';
import { join } from 'node:path';
import { ProgrammeCopy } from './copy/copy.ts';
import { isFileAtFault } from './copy/file.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { CopyReader, PerformanceScope, View } from './copy/reader.ts';
import { logoFolder } from './logos/logo-files.ts';
import { Logos } from './logos/logos.ts';
import type { Month } from './month-grid.ts';
import type { RefreshOutcome } from './refresh/refresh.ts';
import { Refresher } from './refresh/refresher.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { PROGRAMME_TIMINGS, type ProgrammeTimings } from './timings.ts';

/**
 * For how long a complete programme proves that nothing else is on, in milliseconds: later, performances
 * may have been added. While the network works it is never that old.
 */
const WHOLE_FOR = HOUR;

export interface ProgrammePorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** What is today, and what is over, are a matter of the platform's clock. */
  readonly platformClock: Pick<PlatformClock, 'now'>;
  readonly logger: Logger;
  readonly timings?: ProgrammeTimings | undefined;
  /** 0 to 1, at random. */
  readonly random?: () => number;
  readonly dataDirectory: string;
  /**
   * The file of the worker thread that parses and stores the platform's answers: refresh/worker.ts, or its
   * build.
   */
  readonly workerFile: string;
  readonly client: () => TicketingClient | null;
  /** The client whose programme is wanted; null while none is known. */
  readonly clientRef: () => ClientRef | null;
  /** The zone where the kiosk stands. */
  readonly timeZone: () => string;
  /** Whether a scan is being decided. */
  readonly isBusy: () => boolean;
  readonly onChange: () => void;
}

/** The platform's future events, from the kiosk's own copy, which is also there without the network. */
export class Programme {
  readonly #ports: ProgrammePorts;
  readonly #copy: ProgrammeCopy;
  readonly #refresher: Refresher;
  readonly #logos: Logos;
  #clientRef: ClientRef | null = null;
  #revision = 0;
  /** The copy could not be read, which was logged; it is not logged again before the next refresh. */
  #isFaulty = false;
  #fetchedAt: number | null = null;
  #doorHours: ReadonlyMap<number, DoorHours> | null = null;
  #stopped = false;

  constructor(ports: ProgrammePorts) {
    const { dataDirectory, clock, platformClock, logger, timings = PROGRAMME_TIMINGS } = ports;
    this.#ports = ports;
    const file = join(dataDirectory, 'programme.db');
    this.#copy = new ProgrammeCopy(file, () => {
      logger.warn('the copy of the programme was broken, and is begun anew');
      this.#fetchedAt = null;
      this.#doorHours = null;
    });
    const pause = async (): Promise<void> => {
      while (ports.isBusy() && !this.#stopped) {
        await new Promise<void>((resolve) => clock.after(timings.giveWay, resolve));
      }
    };
    this.#refresher = new Refresher({
      ...{ clock, platformClock, logger, timings, file, pause },
      random: ports.random ?? Math.random,
      client: ports.client,
      workerFile: ports.workerFile,
      wall: () => this.#wall(),
      onOutcome: (outcome) => this.#learn(outcome),
      onChange: ports.onChange,
    });
    this.#logos = new Logos({
      ...{ clock, logger, timings, pause },
      fetch: ports.fetch,
      folder: logoFolder(dataDirectory),
      onArrival: () => this.#news(),
    });
  }

  /** Determines which client's programme is wanted, and fetches it if the client has changed. */
  follow(): void {
    if (this.#stopped) return;
    const clientRef = this.#ports.clientRef();
    if (
      clientRef?.baseUrl === this.#clientRef?.baseUrl &&
      clientRef?.clientId === this.#clientRef?.clientId
    )
      return;
    this.#clientRef = clientRef;
    this.#fetchedAt = clientRef && this.#readCopy((reader) => reader.fetchedAt(clientRef));
    this.#wantLogos();
    this.#refresher.follow(clientRef);
    this.#news();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#clientRef = null;
    await Promise.all([this.#refresher.stop(), this.#logos.stop()]);
    this.#copy.close();
  }

  state(): ProgrammeState {
    return {
      clientId: this.#clientRef?.clientId ?? null,
      revision: this.#revision,
      fetchedAt: this.#fetchedAt,
      refreshing: this.#refresher.refreshing,
      problem: this.#refresher.problem,
      missing: this.#refresher.missing,
      service: this.#refresher.service,
    };
  }

  board(): ProgrammeBoard {
    return this.#read((reader, view) => reader.board(view)) ?? { today: [], next: [] };
  }

  /** A month that nobody looked at before is fetched, and comes with a later revision. */
  month(year: number, month: number): ProgrammeMonth {
    const wanted: Month = { year, month };
    if (this.#clientRef !== null) this.#refresher.want(wanted);
    const shown = this.#read((reader, view) => reader.month(view, wanted));
    return shown ?? { year, month, weeks: [], fetchedAt: null };
  }

  series(): ProgrammeSeries[] {
    return this.#read((reader, view) => reader.series(view)) ?? [];
  }

  performances(scope: PerformanceScope): ProgrammePage {
    const page = this.#read((reader, view) => reader.performances(view, scope));
    return page ?? { performances: [], total: 0 };
  }

  detail(productionId: number): ProductionDetail {
    const detail = this.#read((reader, view) => reader.detail(view, productionId));
    return detail ?? { series: null, descriptionHtml: null, performances: [] };
  }

  /** When and where a performance plays; null where the programme does not have it. */
  performanceOf(performanceId: number): KnownPerformance | null {
    return this.#read((reader, { clientRef }) => reader.performanceOf(clientRef, performanceId));
  }

  /** Returns the production of a client's performance; null where the programme does not have it. */
  productionOf(clientId: number, performanceId: number): number | null {
    return this.#read((reader, { clientRef }) =>
      clientRef.clientId === clientId ? reader.productionOf(clientRef, performanceId) : null,
    );
  }

  /**
   * Returns when the doors of an all-day event are open, as last known; null for any other performance, and
   * where the programme does not have it.
   */
  doorHours(clientId: number, performanceId: number): DoorHours | null {
    if (this.#clientRef?.clientId !== clientId) return null;
    // Kept in memory: each ticket that is checked without the platform asks for it.
    this.#doorHours ??=
      this.#read((reader, { clientRef }) => reader.doorHours(clientRef)) ?? new Map();
    return this.#doorHours.get(performanceId) ?? null;
  }

  /**
   * Whether the programme proves that a client has nothing else on: what is on today and later was fetched a
   * short while ago, and all of it could be read. A programme without any performance proves nothing, as the platform
   * may withhold it.
   */
  isWhole(clientId: number): boolean {
    if (this.#isFaulty) return false;
    // A time of fetching in the future means that the platform's clock was set back since: its age is
    // unknown.
    const now = this.#ports.platformClock.now();
    return (
      this.#read(
        (reader, view) =>
          view.clientRef.clientId === clientId &&
          reader.isComplete(view, now - WHOLE_FOR, now + MINUTE),
      ) ?? false
    );
  }

  /**
   * Returns a client's performances that are not over at `now` (ms since the epoch) and begin at most
   * `ahead` milliseconds later, except cancelled ones.
   */
  onNow(clientId: number, now: number, ahead: number): PlayingPerformance[] {
    // Uses the caller's time and not the kiosk's clock, because the caller knows it more exactly.
    const wall = wallAt(now, this.#ports.timeZone());
    return (
      this.#read((reader, { clientRef }) =>
        clientRef.clientId === clientId ? reader.onNow(clientRef, { now, wall, ahead }) : [],
      ) ?? []
    );
  }

  /** Asks the platform in the background. */
  refresh(): void {
    this.#refresher.refresh();
  }

  /** Null while there is no client, and where the copy cannot be read. */
  #read<T>(query: (reader: CopyReader, view: View) => T): T | null {
    if (this.#clientRef === null) return null;
    const view = {
      clientRef: this.#clientRef,
      wall: this.#wall(),
      timeZone: this.#ports.timeZone(),
      logoPath: (url: string) => this.#logos.pathOf(url),
    };
    return this.#readCopy((reader) => query(reader, view));
  }

  /** Returns null where the copy cannot be read: scanning must go on without a programme. */
  #readCopy<T>(query: (reader: CopyReader) => T): T | null {
    try {
      return this.#copy.read(query);
    } catch (error) {
      if (!this.#isFaulty) {
        this.#ports.logger.error('the copy of the programme cannot be read', errorFact(error));
      }
      this.#isFaulty = true;
      return null;
    }
  }

  #wall(): number {
    return wallAt(this.#ports.platformClock.now(), this.#ports.timeZone());
  }

  #learn(outcome: RefreshOutcome): void {
    const clientRef = this.#clientRef;
    if (clientRef === null) return;
    if (outcome.type === 'failed' && isFileAtFault(outcome.code)) this.#copy.beginAnew();
    this.#isFaulty = false;
    this.#fetchedAt = this.#readCopy((reader) => reader.fetchedAt(clientRef));
    this.#wantLogos();
    // Announced even if nothing was fetched: time has passed, so "today" may have changed.
    this.#news();
  }

  #wantLogos(): void {
    const clientRef = this.#clientRef;
    const urls = clientRef && this.#readCopy((reader) => reader.logoUrls(clientRef));
    this.#logos.want(urls ?? []);
  }

  #news(): void {
    this.#revision += 1;
    this.#doorHours = null;
    this.#ports.onChange();
  }
}
