import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { withTimeout } from '#main/base/with-timeout.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { ThreadEnd } from '#main/base/thread-end.ts';
import type { QuestionUnderWay } from '#main/ledger/entry.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { assertNever } from '#shared/assert-never.ts';
import { NEVER_HELD } from '#shared/model/hold.ts';
import type { JudgedDoors } from '#shared/model/venue.ts';
import { MINUTE } from '#shared/time.ts';
import type { DoorKey } from './door-key.ts';
import { DoubleNotes } from './double-notes.ts';
import type { HeldCopy } from './copy-messages.ts';
import { HouseCopies } from './house-copies.ts';
import { CopyMarks, deriveHouseKeys, TicketMarks, type HouseKeys } from './house-keys.ts';
import { HouseReader, type PublishedEvents } from './house-reader.ts';
import type { HouseEvent } from './house-event.ts';
import { REMEMBERED } from './own-events.ts';
import type { HouseSeen } from './house-view.ts';
import type { DoorReport } from '#shared/model/house.ts';
import type { Inside } from './venue-count.ts';
import { NOTHING_REFUSED, type HouseState } from './house.ts';
import type { BrokerAddress } from './link.ts';
import { SharedNotes, type OwnNote } from './shared-notes.ts';
import { Teller } from './teller.ts';
import { fromHouseSchema, type HouseOrder, type ToHouse } from './worker-messages.ts';

/** How often it is forgotten what may be, in milliseconds. */
const FORGET_EVERY = 10 * MINUTE;
/** How long after a thread that has ended another one is started, in milliseconds. */
const AGAIN_AFTER = 5_000;
/** How long a door that starts waits for what it knew of the others, in milliseconds. */
const KNOWN_WITHIN = 10_000;

/** How this door becomes one of its house's. */
export interface VenueSetup {
  readonly broker: BrokerAddress;
  /** The same at all doors of the house. */
  readonly passphrase: string;
  readonly salt: string;
  /** Where this kiosk is the broker for the others; null: another machine is. */
  readonly brokerHere: { readonly address: string; readonly port: number } | null;
}

/** A copy of the tickets: which, and for whom. */
export interface TicketsCopy {
  readonly baseUrl: string;
  readonly filter: ScanFilter;
  readonly username: string;
  /** Whether another user downloaded it, so that it has no patrons. */
  readonly isOfAnother: boolean;
  /** The id of the download that it was made of. */
  readonly download: string;
  /** When it matched the platform's data, ms since the epoch, on the platform's clock. */
  readonly platformTime: number;
}

/** The copies of the tickets that this kiosk has, for the others. */
export interface OwnCopies {
  held(): readonly TicketsCopy[];
  /** Returns a piece of one of them; null if there is none (any more). */
  lend(asked: {
    readonly download: string;
    readonly piece: number;
    readonly isSameUser: (about: Pick<TicketsCopy, 'baseUrl' | 'username'>) => boolean;
  }): string | null;
  /** Called when another door may have a newer one. */
  onNews(): void;
}

export interface VenuePorts {
  readonly setup: VenueSetup;
  /** The thread's module: house-worker.ts, or what it was built to. */
  readonly workerEntry: string;
  /** The file with what the doors have told. */
  readonly path: string;
  readonly key: DoorKey;
  /** What people call this door now. */
  readonly name: () => string;
  /** The ledger, if it is open. */
  readonly ledger: () => Ledger | null;
  /** When a performance starts, ms since the epoch; null if that is unknown. */
  readonly startOf: (performanceId: number) => number | null;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown' | 'beyondDispute'>;
  readonly logger: Logger;
  readonly copies: OwnCopies;
  /** The notes that were made at this door. */
  readonly ownNotes: () => readonly OwnNote[];
  /** Called with the ids of notes that somebody has removed, at whichever door. */
  readonly onNotesEnded: (ids: readonly string[]) => void;
  /** Called with the ids of returns of which the platform will never hear. */
  readonly onOrphans: (ids: readonly string[]) => void;
  readonly onChange: () => void;
}

/** A door that is alone, or has not opened its file yet: the barcode needs no hash. */
export const NO_EVENTS = { ticketHash: '', events: [], isCut: false } as const;

const NOT_YET: HouseState = {
  trouble: 'connecting',
  doors: [],
  refused: NOTHING_REFUSED,
  hold: NEVER_HELD,
  silent: 0,
  calls: [],
  doubted: [],
};

/** How many more are inside than was counted, or fewer, and why. */
export interface InsideCorrection {
  readonly by: number;
  readonly why: string;
  /** Null: of the house as a whole. */
  readonly performanceId: number | null;
}

interface OpenHouse {
  readonly marks: TicketMarks;
  readonly reader: HouseReader;
  readonly teller: Teller;
  /** The report that was told last. */
  reported: string | null;
}

/**
 * The doors of this house, as the kiosk sees them: tells them what its ledger has of admissions, and knows whom
 * they let in. All traffic is in a thread, which alone writes the file; a scan only looks into it.
 */
export class Venue {
  readonly #ports: VenuePorts;
  #worker: Worker | null = null;
  #threadEnd: ThreadEnd | null = null;
  /** What there is while the thread has the file open. */
  #open: OpenHouse | null = null;
  #state: HouseState = NOT_YET;
  #inside: Inside | null = null;
  #isEnding = false;
  #calledOff: () => void = () => undefined;
  /** Resolves when the thread has said for the first time what it knows. */
  readonly #known: Promise<null>;
  #noteKnown: () => void = () => undefined;
  readonly #doubles: DoubleNotes;
  /** The copies of the tickets at the other doors. */
  readonly copies: HouseCopies;
  /** The notes about guests of all doors. */
  readonly notes: SharedNotes;
  #copyMarks: CopyMarks | null = null;
  /** What is told of each copy: marks take time, and a copy never changes. */
  readonly #marked = new WeakMap<TicketsCopy, HeldCopy>();
  /** Resolves when the keys are derived. */
  #deriving: Promise<unknown> = Promise.resolve();
  /** Since when the others can be heard, on the steady clock; null: they cannot. */
  #heardSince: number | null = null;
  /** Who waits for what is known of the doors, by the number of the question. */
  readonly #looking = new Map<number, (seen: HouseSeen | null) => void>();
  #question = 0;
  #stopForgetting: () => void;

  constructor(ports: VenuePorts) {
    this.#ports = ports;
    this.#doubles = new DoubleNotes(ports);
    this.#known = new Promise((resolve) => {
      this.#noteKnown = () => resolve(null);
    });
    this.notes = new SharedNotes({
      ...{ kioskId: ports.key.id, door: ports.name, own: ports.ownNotes },
      tell: (events) => this.#tell(events),
      onChange(ended) {
        ports.onNotesEnded(ended);
        ports.onChange();
      },
    });
    this.copies = new HouseCopies({
      clock: ports.clock,
      platformNow: () => (ports.platformClock.isKnown() ? ports.platformClock.now() : null),
      held: () => this.#heldCopies(),
      lend: ({ user, ...asked }) =>
        ports.copies.lend({
          ...asked,
          isSameUser: ({ baseUrl, username }) =>
            this.#copyMarks?.ofUser(baseUrl, username) === user,
        }),
      doors: () => this.#state.doors,
      link: () => (this.#state.trouble === 'connecting' ? 'joining' : this.#heardSince),
      post: (message) => this.#post(message),
      onNews: () => ports.copies.onNews(),
    });
    this.#stopForgetting = ports.clock.after(FORGET_EVERY, () => this.#forget());
  }

  get state(): HouseState {
    return this.#state;
  }

  /** Who is inside; null while nothing is known. */
  get inside(): Inside | null {
    return this.#inside;
  }

  /** Derives the keys, which takes a moment, and starts the thread; what fails is tried again. */
  async start(): Promise<void> {
    const { setup, workerEntry, path, key, logger } = this.#ports;
    try {
      const deriving = deriveHouseKeys(setup.passphrase, setup.salt);
      this.#deriving = deriving.then(
        (keys) => (this.#copyMarks = new CopyMarks(keys)),
        () => null,
      );
      const keys = await deriving;
      if (this.#isEnding) return;
      this.notes.useKeys(keys);
      const { broker, brokerHere } = setup;
      const order: HouseOrder = { path, keys, doorSecret: key.secret, broker, brokerHere };
      const worker = new Worker(workerEntry, { workerData: order });
      this.#worker = worker;
      this.#threadEnd = new ThreadEnd(worker);
      worker.on('message', (message) => this.#hear(message, keys));
      worker.on('error', (error) => {
        logger.error('the thread of the house’s doors has failed', errorFact(error));
      });
      worker.on('exit', () => this.#lostThread());
    } catch (error) {
      logger.error('the thread of the house’s doors cannot be started', errorFact(error));
      this.#startAgain();
    }
  }

  /**
   * Resolves when this door knows whether it is held, and whom the others let in, as far as it did before it was
   * started; after a moment in any case.
   */
  async whenKnown(): Promise<void> {
    await withTimeout(this.#ports.clock, KNOWN_WITHIN, this.#known, null);
  }

  /** Tells the other doors how it is at this one, if that has changed. */
  report(report: DoorReport): void {
    if (this.#open === null) return;
    const { platformClock } = this.#ports;
    const isTimeKnown = platformClock.isKnown();
    const text = JSON.stringify([report, isTimeKnown]);
    if (this.#open.reported === text) return;
    this.#open.reported = text;
    this.#post({ type: 'report', report, now: platformClock.now(), isTimeKnown });
  }

  /** Holds all doors of the house, or lets them go on. Returns false where that cannot be kept just now. */
  orderHold(isHeld: boolean): boolean {
    if (this.#open === null) return false;
    const { key, name, platformClock } = this.#ports;
    const at = Math.round(platformClock.now());
    this.#post({ type: 'hold', order: { kioskId: key.id, door: name(), isHeld, at } });
    return true;
  }

  /** Ends the hold at this door alone. Returns false where that cannot be kept just now. */
  endHoldHere(): boolean {
    this.#post({ type: 'end-hold-here' });
    return this.#open !== null;
  }

  /**
   * Disregards doors at the whole venue, or trusts them at this kiosk. Returns false where that cannot be kept just now.
   */
  judgeDoors(judged: JudgedDoors, isDisregarded: boolean): boolean {
    if (this.#open === null) return false;
    this.#post({ type: 'judge doors', judged, isDisregarded });
    return true;
  }

  /** Puts right by hand how many are inside. Returns false where that cannot be kept just now. */
  correct({ by, why, performanceId }: InsideCorrection): boolean {
    if (this.#open === null) return false;
    const { key, name, platformClock } = this.#ports;
    const at = Math.round(platformClock.now());
    const event: HouseEvent = {
      ...{
        type: 'correction',
        id: key.newId(),
        kioskId: key.id,
        door: name(),
        performanceId,
        at,
        by,
        why,
      },
      until: at + REMEMBERED,
    };
    return this.#tell([event]);
  }

  /** Returns false while nothing can be told. */
  #tell(events: readonly HouseEvent[]): boolean {
    if (this.#open === null) return false;
    if (events.length > 0) this.#post({ type: 'tell', events: [...events] });
    return true;
  }

  /**
   * Returns all that is known of the doors and their guests; null while there is nothing to ask.
   *
   * @param since from when on guests are counted besides, by the platform's clock; null: they are not
   */
  look(since: number | null = null): Promise<HouseSeen | null> {
    if (this.#open === null) return Promise.resolve(null);
    this.#question += 1;
    const question = this.#question;
    this.#post({ type: 'look', question, now: this.#ports.platformClock.now(), since });
    return new Promise((resolve) => this.#looking.set(question, resolve));
  }

  /** Marks tickets and users of copies; null before the start. */
  async copyMarks(): Promise<CopyMarks | null> {
    await this.#deriving;
    return this.#copyMarks;
  }

  /** Called whenever something of the kiosk may have changed: tells what is new. */
  follow(): void {
    if (this.#open !== null) this.copies.tell();
    this.#open?.teller.follow();
    this.#doubles.note();
  }

  /** Returns what all doors have published about a code, and about the tickets that bear it. */
  events(
    clientRef: ClientRef,
    code: string,
    ticketIds: readonly number[],
  ): PublishedEvents & { readonly ticketHash: string } {
    if (this.#open === null) return NO_EVENTS;
    const { marks, reader } = this.#open;
    const ticketHash = marks.of(clientRef, code);
    try {
      return { ticketHash, ...reader.events(clientRef, ticketHash, ticketIds) };
    } catch (error) {
      this.#noteUnreadable(error);
      return { ...NO_EVENTS, ticketHash };
    }
  }

  /** Tells the others what has become of an entry of the ledger, by its place there. */
  tellAgain(sequence: number): void {
    this.#open?.teller.tellAgain(sequence);
  }

  /** Tells the others what has become of a scan whose answer was awaited, by its id. */
  tellOutcome(id: string): void {
    this.#open?.teller.tellOutcome(id);
  }

  /** Tells the others that the platform is being asked. */
  publishQuestion(question: QuestionUnderWay): void {
    this.#open?.teller.publishQuestion(question);
  }

  /**
   * Resolves when the thread has ended.
   *
   * @param isOff whether the kiosk ends, too, and is not just no door of this house any more
   */
  async end(isOff = false): Promise<void> {
    this.#isEnding = true;
    this.#noteKnown();
    this.#calledOff();
    this.#open?.teller.stop();
    this.#stopForgetting();
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#post({ type: 'end', isOff });
    const callOff = this.#ports.clock.after(2_000, () => this.#threadEnd?.now());
    await ended;
    callOff();
  }

  #heldCopies(): readonly HeldCopy[] {
    const marks = this.#copyMarks;
    if (marks === null) return [];
    return this.#ports.copies.held().map((about) => {
      const known = this.#marked.get(about);
      if (known !== undefined) return known;
      const { baseUrl, filter, username, isOfAnother, download, platformTime } = about;
      const held: HeldCopy = {
        tickets: marks.ofTickets(baseUrl, filter),
        user: isOfAnother ? null : marks.ofUser(baseUrl, username),
        ...{ download, asOf: Math.round(platformTime) },
      };
      this.#marked.set(about, held);
      return held;
    });
  }

  /** The file is no truth: the door does as it would without the others. */
  #noteUnreadable(error: unknown): void {
    if (!(error instanceof Database.SqliteError)) throw error;
    this.#ports.logger.error('what the doors have told cannot be read', errorFact(error));
  }

  #post(message: ToHouse): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: unknown, keys: HouseKeys): void {
    const { clock } = this.#ports;
    const read = fromHouseSchema.safeParse(message);
    if (!read.success) {
      this.#logDropped(
        'a message of the thread of the venue’s doors was dropped',
        read.error.issues.map(({ path }) => path.join('.')),
      );
      this.#stopWaiting();
      return;
    }
    const word = read.data;
    switch (word.type) {
      case 'ready':
        this.#threadEnd?.noteLoaded();
        this.#open = this.#openFile(keys);
        this.copies.tell(true);
        this.notes.follow();
        this.follow();
        return;
      case 'conflicts':
        this.#doubles.add(word.conflicts);
        this.#doubles.note();
        return;
      case 'orphans':
        this.#ports.onOrphans(word.ids);
        return;
      case 'dropped':
        this.#logDropped('a message to the thread of the venue’s doors was dropped', word.fields);
        this.#stopWaiting();
        return;
      case 'no conflicts':
        this.#doubles.remove(word.ids);
        return;
      case 'seen':
        this.#looking.get(word.question)?.(word);
        this.#looking.delete(word.question);
        return;
      case 'notes':
        this.notes.hear(word.notes, word.ended);
        return;
      case 'inside':
        this.#inside = word.inside;
        this.#ports.onChange();
        return;
      case 'state':
        this.#state = word;
        this.#heardSince = word.trouble === null ? (this.#heardSince ?? clock.steady()) : null;
        this.#noteKnown();
        this.copies.look();
        this.#ports.onChange();
        return;
      case 'copies':
      case 'copy asked':
      case 'copy came':
        this.copies.hear(word);
        return;
      default:
        assertNever(word);
    }
  }

  #logDropped(what: string, fields: readonly string[]): void {
    this.#ports.logger.error(what, { fields: fields.slice(0, 5).join(', ') });
  }

  #openFile(keys: HouseKeys): OpenHouse | null {
    const { path, key, name, startOf, logger } = this.#ports;
    try {
      const marks = new TicketMarks(keys);
      const reader = new HouseReader(path);
      const teller = new Teller({
        ...this.#ports,
        eventPorts: () => ({
          ...{ kioskId: key.id, door: name() },
          ...{ startOf, hashOf: marks.of.bind(marks) },
        }),
        tell: (events) => this.#post({ type: 'tell', events: [...events] }),
      });
      return { marks, reader, teller, reported: null };
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      logger.error('what the doors have told cannot be opened', errorFact(error));
      return null;
    }
  }

  #lostThread(): void {
    this.#worker = null;
    this.#open?.teller.stop();
    this.#open?.reader.close();
    this.#open = null;
    this.#stopWaiting();
    this.#state = { ...NOT_YET, hold: this.#state.hold };
    this.#heardSince = null;
    this.copies.look();
    this.#inside = null;
    if (this.#isEnding) return;
    this.#ports.onChange();
    this.#startAgain();
  }

  /** Nobody is to wait for an answer that does not come. */
  #stopWaiting(): void {
    for (const resolve of this.#looking.values()) resolve(null);
    this.#looking.clear();
  }

  #startAgain(): void {
    this.#calledOff = this.#ports.clock.after(AGAIN_AFTER, () => void this.start());
  }

  #forget(): void {
    const { clock, platformClock } = this.#ports;
    this.#stopForgetting = clock.after(FORGET_EVERY, () => this.#forget());
    // What is forgotten is gone: a single answer with a wrong date must not be believed.
    const passed = platformClock.beyondDispute();
    if (passed !== null) this.#post({ type: 'forget', now: passed });
  }
}
