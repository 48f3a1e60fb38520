import type { Clock, Fetch, Logger } from '#main/ports.ts';
import type { TicketingClient } from '#main/ticketing/client.ts';
import type {
  ProductionDetail,
  ProgrammeBoard,
  ProgrammeMonth,
  ProgrammePage,
  ProgrammeSeries,
  ProgrammeState,
} from '#shared/model/programme.ts';
import { join } from 'node:path';
import { ProgrammeCopy } from './copy/copy.ts';
import { isFileAtFault } from './copy/file.ts';
import type { House } from './copy/house.ts';
import type { CopyReader, PerformanceScope, View } from './copy/reader.ts';
import { wallAt } from './local-time.ts';
import { logoFolder } from './logos/logo-files.ts';
import { Logos } from './logos/logos.ts';
import type { Month } from './month-grid.ts';
import type { RefreshOutcome } from './refresh/refresh.ts';
import { Refresher } from './refresh/refresher.ts';
import { PROGRAMME_TIMINGS, type ProgrammeTimings } from './timings.ts';

export interface ProgrammePorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timings?: ProgrammeTimings | undefined;
  /** 0 to 1, at random. */
  readonly random?: () => number;
  readonly dataDirectory: string;
  /** The thread that reads and writes the platform's answers: refresh/worker.ts, or what it was built to. */
  readonly workerFile: string;
  readonly client: () => TicketingClient | null;
  /** Whose programme is wanted; null while nobody has said. */
  readonly house: () => House | null;
  /** The zone where the kiosk stands. */
  readonly timeZone: () => string;
  /** Whether a scan waits to be decided. */
  readonly isBusy: () => boolean;
  readonly onChange: () => void;
}

/** The platform's future events, as the kiosk's own copy has them: there without the network, too. */
export class Programme {
  readonly #ports: ProgrammePorts;
  readonly #copy: ProgrammeCopy;
  readonly #refresher: Refresher;
  readonly #logos: Logos;
  #house: House | null = null;
  #revision = 0;
  #fetchedAt: number | null = null;
  #stopped = false;

  constructor(ports: ProgrammePorts) {
    const { dataDirectory, clock, logger, timings = PROGRAMME_TIMINGS } = ports;
    this.#ports = ports;
    const file = join(dataDirectory, 'programme.db');
    this.#copy = new ProgrammeCopy(file, () => {
      logger.warn('the copy of the programme was broken, and is begun anew');
      this.#fetchedAt = null;
    });
    const pause = async (): Promise<void> => {
      while (ports.isBusy() && !this.#stopped) {
        await new Promise<void>((resolve) => clock.after(timings.giveWay, resolve));
      }
    };
    this.#refresher = new Refresher({
      ...{ clock, logger, timings, file, pause },
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

  /** Looks whose programme is wanted now, and fetches it if it is another one's. */
  follow(): void {
    if (this.#stopped) return;
    const house = this.#ports.house();
    if (house?.server === this.#house?.server && house?.clientId === this.#house?.clientId) return;
    this.#house = house;
    this.#fetchedAt = house && this.#copy.read((reader) => reader.fetchedAt(house));
    this.#wantLogos();
    this.#refresher.follow(house);
    this.#news();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#house = null;
    await Promise.all([this.#refresher.stop(), this.#logos.stop()]);
    this.#copy.close();
  }

  state(): ProgrammeState {
    return {
      clientId: this.#house?.clientId ?? null,
      revision: this.#revision,
      fetchedAt: this.#fetchedAt,
      refreshing: this.#refresher.refreshing,
      problem: this.#refresher.problem,
    };
  }

  board(): ProgrammeBoard {
    return this.#read((reader, view) => reader.board(view)) ?? { today: [], next: [] };
  }

  /** A month that nobody looked at before is fetched, and comes with a later revision. */
  month(year: number, month: number): ProgrammeMonth {
    const wanted: Month = { year, month };
    if (this.#house !== null) this.#refresher.want(wanted);
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

  /** The name of the venue where a performance plays; null where the programme does not say. */
  venueOf(performanceId: number): string | null {
    return this.#read((reader, { house }) => reader.venueOf(house, performanceId));
  }

  /** Asks the platform in the background. */
  refresh(): void {
    this.#refresher.refresh();
  }

  /** Null while there is no house. */
  #read<T>(query: (reader: CopyReader, view: View) => T): T | null {
    if (this.#house === null) return null;
    const view = {
      house: this.#house,
      wall: this.#wall(),
      timeZone: this.#ports.timeZone(),
      logoPath: (url: string) => this.#logos.pathOf(url),
    };
    return this.#copy.read((reader) => query(reader, view));
  }

  #wall(): number {
    return wallAt(this.#ports.clock.now(), this.#ports.timeZone());
  }

  #learn(outcome: RefreshOutcome): void {
    const house = this.#house;
    if (house === null) return;
    if (outcome.type === 'failed' && isFileAtFault(outcome.code)) this.#copy.beginAnew();
    this.#fetchedAt = this.#copy.read((reader) => reader.fetchedAt(house));
    this.#wantLogos();
    // Even if nothing came: time has passed, and what is on today with it.
    this.#news();
  }

  #wantLogos(): void {
    const house = this.#house;
    this.#logos.want(house === null ? [] : this.#copy.read((reader) => reader.logoUrls(house)));
  }

  #news(): void {
    this.#revision += 1;
    this.#ports.onChange();
  }
}
