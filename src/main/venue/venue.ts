import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { assertNever } from '#shared/assert-never.ts';
import { MINUTE } from '#shared/time.ts';
import type { AnyEvent } from './house-event.ts';
import { deriveHouseKeys, TicketMarks } from './house-keys.ts';
import { HouseReader, type AdmissionElsewhere } from './house-reader.ts';
import type { HouseState } from './house.ts';
import type { BrokerAddress } from './link.ts';
import { eventsOf, REMEMBERED } from './own-admissions.ts';
import { fromHouseSchema, type HouseOrder, type ToHouse } from './worker-messages.ts';

/** How many entries of the ledger are read at once: guests wait meanwhile. */
const SLICE = 25;
/** How long guests have between two slices, in milliseconds. */
const BETWEEN_SLICES = 20;
/** How long after a change it is looked at what has been uploaded, in milliseconds. */
const UPLOADS_AFTER = 1_000;
/** How often it is forgotten what may be, in milliseconds. */
const FORGET_EVERY = 10 * MINUTE;
/** How long after a thread that has ended another one is started, in milliseconds. */
const AGAIN_AFTER = 5_000;

/** How this door becomes one of its house's. */
export interface VenueSetup {
  readonly broker: BrokerAddress;
  /** The same at all doors of the house. */
  readonly passphrase: string;
}

export interface VenuePorts {
  readonly setup: VenueSetup;
  /** The thread's module: house-worker.ts, or what it was built to. */
  readonly workerEntry: string;
  /** The file with what the doors have told. */
  readonly path: string;
  /** What people call this door now. */
  readonly name: () => string;
  /** The ledger, if it is open. */
  readonly ledger: () => Ledger | null;
  /** When a performance starts, ms since the epoch; null if that is unknown. */
  readonly startOf: (performanceId: number) => number | null;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown'>;
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** Whether this door knows of the others. */
export type VenueState = HouseState;

const NOT_YET: VenueState = {
  trouble: 'connecting',
  doors: [],
  refused: { foreign: 0, repeated: 0, large: 0 },
};

/**
 * The doors of this house, as the kiosk sees them: tells them what its ledger has of admissions, and knows whom
 * they let in. All traffic is in a thread, which alone writes the file; a scan only looks into it.
 */
export class Venue {
  readonly #ports: VenuePorts;
  #marks: TicketMarks | null = null;
  #worker: Worker | null = null;
  #reader: HouseReader | null = null;
  #state: VenueState = NOT_YET;
  #isEnding = false;
  #calledOff: () => void = () => undefined;
  /** Up to where the ledger has been told, and of which ledger: a damaged one may be replaced. */
  #told: { ledger: Ledger | null; upTo: number } = { ledger: null, upTo: 0 };
  /** Admissions of this door that the platform does not know of, by id, with their place in the ledger. */
  readonly #unsettled = new Map<string, number>();
  #slice: (() => void) | null = null;
  #looksAtUploads = false;
  #stopForgetting: () => void;

  constructor(ports: VenuePorts) {
    this.#ports = ports;
    this.#stopForgetting = ports.clock.after(FORGET_EVERY, () => this.#forget());
  }

  get state(): VenueState {
    return this.#state;
  }

  /** Derives the keys, which takes a moment, and starts the thread. */
  async start(): Promise<void> {
    const { setup, workerEntry, path } = this.#ports;
    const keys = await deriveHouseKeys(setup.passphrase);
    if (this.#isEnding) return;
    this.#marks = new TicketMarks(keys);
    const order: HouseOrder = { path, keys, broker: setup.broker };
    const worker = new Worker(workerEntry, { workerData: order });
    this.#worker = worker;
    worker.on('message', (message) => this.#hear(message));
    worker.on('error', (error) => {
      this.#ports.logger.error('the thread of the house’s doors has failed', errorFact(error));
    });
    worker.on('exit', () => this.#lostThread());
  }

  /** Called whenever something of the kiosk may have changed: tells what is new. */
  follow(): void {
    this.#readOn();
    this.#lookAtUploads();
  }

  /**
   * Returns the admissions of a code, or of one of its tickets, at other doors; none where nothing is known.
   *
   * @param ticketId null where no snapshot knows the ticket
   */
  admissionsElsewhere(
    clientRef: ClientRef,
    code: string,
    ticketId: number | null,
  ): readonly AdmissionElsewhere[] {
    if (this.#reader === null || this.#marks === null) return [];
    try {
      const mark = this.#marks.of(clientRef, code);
      const { platformClock, ledger } = this.#ports;
      const all = this.#reader.admissions(clientRef, mark, ticketId, platformClock.now());
      // What is in this kiosk's own ledger is no other door's; two kiosks from one copied disk differ in that.
      return all.filter(({ id }) => ledger()?.has(id) !== true);
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      // The file is no truth: the door decides as it would without the others.
      this.#ports.logger.error('what the doors have told cannot be read', errorFact(error));
      return [];
    }
  }

  /** Resolves when the thread has ended. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#calledOff();
    this.#slice?.();
    this.#stopForgetting();
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#post({ type: 'end' });
    const callOff = this.#ports.clock.after(2_000, () => void worker.terminate());
    await ended;
    callOff();
  }

  #post(message: ToHouse): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: unknown): void {
    const word = fromHouseSchema.parse(message);
    switch (word.type) {
      case 'ready':
        this.#reader = this.#openReader();
        this.#told = { ledger: null, upTo: 0 };
        this.#readOn();
        return;
      case 'state':
        this.#state = word;
        this.#ports.onChange();
        return;
      default:
        assertNever(word);
    }
  }

  #openReader(): HouseReader | null {
    try {
      return new HouseReader(this.#ports.path);
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      this.#ports.logger.error('what the doors have told cannot be opened', errorFact(error));
      return null;
    }
  }

  #lostThread(): void {
    this.#worker = null;
    this.#reader?.close();
    this.#reader = null;
    this.#state = NOT_YET;
    if (this.#isEnding) return;
    this.#ports.onChange();
    this.#calledOff = this.#ports.clock.after(AGAIN_AFTER, () => void this.start());
  }

  /** Tells the next slice of the ledger, and goes on as long as there is more. */
  #readOn(): void {
    const { ledger: ledgerNow, clock, platformClock } = this.#ports;
    if (this.#slice !== null || this.#reader === null) return;
    const ledger = ledgerNow();
    if (ledger === null) return;
    if (this.#told.ledger !== ledger) this.#told = { ledger, upTo: 0 };
    if (ledger.newestSequence() === this.#told.upTo) return;
    const from = platformClock.now() - REMEMBERED;
    const records = ledger.page({ limit: SLICE, after: this.#told.upTo, kinds: ['admit'], from });
    const last = records.at(-1);
    const isAll = records.length < SLICE;
    this.#told.upTo = isAll ? ledger.newestSequence() : (last?.sequence ?? this.#told.upTo);
    this.#tell(records);
    if (isAll) return;
    this.#slice = clock.after(BETWEEN_SLICES, () => {
      this.#slice = null;
      this.#readOn();
    });
  }

  #tell(records: ReturnType<Ledger['page']>): void {
    const marks = this.#marks;
    if (marks === null) return;
    const { name, startOf } = this.#ports;
    const ports = { door: name(), startOf, markOf: marks.of.bind(marks) };
    const events = records.flatMap((record) => {
      const told = eventsOf(record, ports);
      const [admission] = told;
      if (admission?.type === 'admission') {
        const isKnown = admission.isSettled || told.length > 1;
        if (isKnown) this.#unsettled.delete(record.id);
        else this.#unsettled.set(record.id, record.sequence);
      }
      return told;
    });
    if (events.length > 0)
      this.#post({ type: 'tell', events: events satisfies readonly AnyEvent[] });
  }

  /** Looks a little later which admissions the platform has heard of since. */
  #lookAtUploads(): void {
    if (this.#looksAtUploads || this.#unsettled.size === 0 || this.#isEnding) return;
    this.#looksAtUploads = true;
    this.#ports.clock.after(UPLOADS_AFTER, () => {
      this.#looksAtUploads = false;
      const ledger = this.#ports.ledger();
      if (ledger === null || ledger !== this.#told.ledger || this.#isEnding) return;
      // The oldest first, as they are uploaded; those that are still unsettled get to the end of the line.
      const before = this.#unsettled.size;
      const oldest = [...this.#unsettled].slice(0, SLICE);
      for (const [id, sequence] of oldest) {
        this.#unsettled.delete(id);
        this.#tell(ledger.page({ limit: 1, after: sequence - 1 }));
      }
      if (this.#unsettled.size < before) this.#lookAtUploads();
    });
  }

  #forget(): void {
    const { clock, platformClock } = this.#ports;
    this.#stopForgetting = clock.after(FORGET_EVERY, () => this.#forget());
    if (platformClock.isKnown()) this.#post({ type: 'forget', now: platformClock.now() });
  }
}
