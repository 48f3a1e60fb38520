import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { guarded } from '#main/ledger/fault.ts';
import type { QuestionUnderWay } from '#main/ledger/entry.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { HouseEvent, HouseTicketEvent } from './house-event.ts';
import {
  publishedEventsOf,
  questionEnd,
  questionEvent,
  REMEMBERED,
  type AskedEvent,
  type EventPorts,
} from './own-events.ts';

/** How many entries of the ledger are read at once: guests wait meanwhile. */
const SLICE = 25;
/** How long guests have between two slices, in milliseconds. */
const BETWEEN_SLICES = 20;
/** How long after a change it is looked at what has been uploaded, in milliseconds. */
const UPLOADS_AFTER = 1_000;

export interface TellerPorts {
  /** The ledger, if it is open. */
  readonly ledger: () => Ledger | null;
  readonly eventPorts: () => EventPorts;
  /** What was told before need not be known: it is told again without harm. */
  readonly tell: (events: readonly HouseEvent[]) => void;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown'>;
  readonly logger: Logger;
}

interface Told {
  readonly ledger: Ledger;
  readonly byKnownClock: boolean;
  /** The newest entry when this began: those before it are told beside what comes. */
  readonly start: number;
  /** Up to where those have been told; null: all of them. */
  earlier: number | null;
  /** Up to where what has come since has been told. */
  upTo: number;
}

/**
 * Tells the other doors what the ledger has of ways in and out, and then what becomes of them. What happens now comes
 * first: they are to know of it within a second, however much there is from before. A disk that fails harms nobody's scan: it is tried again with the next change.
 */
export class Teller {
  readonly #ports: TellerPorts;
  /** Up to where it has been told, and of which ledger: a damaged one may be replaced. */
  #told: Told | null = null;
  /** Scans of which there will be more to tell, by id, with their place in the ledger. */
  readonly #unsettled = new Map<string, number>();
  /** Questions under way that were published, by the ids of their scans. */
  readonly #asked = new Map<string, readonly AskedEvent[]>();
  #slice: (() => void) | null = null;
  #look: (() => void) | null = null;
  #isFailing = false;

  constructor(ports: TellerPorts) {
    this.#ports = ports;
  }

  /** Called whenever something may have changed: tells what is new. */
  follow(): void {
    this.#readOn();
    this.#lookAtUploads();
  }

  /** Tells what has become of an entry, by its place in the ledger. */
  tellAgain(sequence: number): void {
    const ledger = this.#ports.ledger();
    if (ledger === null) return;
    this.#reading(() => this.#tell(ledger.page({ limit: 1, after: sequence - 1 })));
  }

  /**
   * Tells what has become of a scan whose answer was awaited, by its id. This does not wait behind the uploads: the
   * guest may be on the way to another door.
   */
  tellOutcome(id: string): void {
    const sequence = this.#unsettled.get(id);
    // An entry that was never published will be published with its outcome.
    if (sequence !== undefined) this.tellAgain(sequence);
  }

  /** Publishes that the platform is being asked, until the ledger has what became of the scan. */
  publishQuestion(question: QuestionUnderWay): void {
    const before = this.#asked.get(question.id) ?? [];
    const event = questionEvent(question, before.length, this.#ports.eventPorts());
    this.#asked.set(question.id, [...before, event]);
    this.#publish([event]);
  }

  stop(): void {
    this.#slice?.();
    this.#look?.();
  }

  /** Tells the next slice of the ledger, and goes on as long as there is more. */
  #readOn(): void {
    if (this.#slice !== null) return;
    const told = this.#toldOfNow();
    if (told === null) return;
    const isAll = this.#reading(() => this.#tellSlice(told));
    if (isAll !== false) return;
    this.#slice = this.#ports.clock.after(BETWEEN_SLICES, () => {
      this.#slice = null;
      this.#readOn();
    });
  }

  #toldOfNow(): Told | null {
    const { ledger: ledgerNow, platformClock } = this.#ports;
    const ledger = ledgerNow();
    const byKnownClock = platformClock.isKnown();
    // By a wrong clock everything may have seemed to be long ago.
    const isMore = byKnownClock && this.#told?.byKnownClock === false;
    if (ledger === null) this.#told = null;
    else if (this.#told?.ledger !== ledger || isMore)
      this.#told = this.#toldFrom(ledger, byKnownClock);
    return this.#told;
  }

  #toldFrom(ledger: Ledger, byKnownClock: boolean): Told {
    const start = ledger.newestSequence();
    return { ledger, byKnownClock, start, earlier: 0, upTo: start };
  }

  /** Returns whether that was all. */
  #tellSlice(told: Told): boolean {
    const { ledger } = told;
    const news = ledger.since(told.upTo, SLICE);
    this.#tell(news);
    told.upTo = news.at(-1)?.sequence ?? told.upTo;
    if (news.length === SLICE) return false;
    if (told.earlier === null) return true;
    const from = this.#ports.platformClock.now() - REMEMBERED;
    const records = ledger.page({ limit: SLICE, after: told.earlier, from });
    const last = records.at(-1)?.sequence ?? told.start;
    this.#tell(records.filter(({ sequence }) => sequence <= told.start));
    told.earlier = records.length < SLICE || last >= told.start ? null : last;
    return told.earlier === null;
  }

  #tell(records: readonly LedgerRecord[]): void {
    const ports = this.#ports.eventPorts();
    const events = records.flatMap((record) => {
      const ofRecord = publishedEventsOf(record, ports);
      if (mayBecomeMore(record, ofRecord)) this.#unsettled.set(record.id, record.sequence);
      else this.#unsettled.delete(record.id);
      return [...ofRecord, ...this.#questionsEndedBy(record, ofRecord)];
    });
    this.#publish(events);
  }

  /** Of most scans there is an event, which ends their questions; of the others other doors would never hear. */
  #questionsEndedBy(
    { id }: LedgerRecord,
    events: readonly HouseTicketEvent[],
  ): readonly HouseTicketEvent[] {
    const asked = this.#asked.get(id) ?? [];
    this.#asked.delete(id);
    return asked
      .filter(({ ticketHash }) => !events.some((event) => event.ticketHash === ticketHash))
      .map(questionEnd);
  }

  #publish(events: readonly HouseTicketEvent[]): void {
    const { platformClock, tell } = this.#ports;
    if (events.length === 0) return;
    // Until the platform's time is known, the time of a scan is a guess. It is published again when it is corrected.
    const publishedAt = platformClock.isKnown() ? Math.round(platformClock.now()) : null;
    tell(publishedAt === null ? events : events.map((event) => ({ ...event, publishedAt })));
  }

  /** Looks a little later which admissions the platform has heard of since. */
  #lookAtUploads(): void {
    if (this.#look !== null || this.#unsettled.size === 0) return;
    this.#look = this.#ports.clock.after(UPLOADS_AFTER, () => {
      this.#look = null;
      const ledger = this.#ports.ledger();
      if (ledger === null || ledger !== this.#told?.ledger) return;
      const before = this.#unsettled.size;
      this.#reading(() => this.#tellOldest(ledger));
      if (this.#unsettled.size < before) this.#lookAtUploads();
    });
  }

  /** The oldest first, as they are uploaded; those that are still unsettled get to the end of the line. */
  #tellOldest(ledger: Ledger): void {
    for (const [id, sequence] of [...this.#unsettled].slice(0, SLICE)) {
      const records = ledger.page({ limit: 1, after: sequence - 1 });
      this.#unsettled.delete(id);
      this.#tell(records);
    }
  }

  /** Null if the disk fails. */
  #reading<T>(work: () => T): T | null {
    const read = guarded(work);
    if (!read.ok && !this.#isFailing) {
      this.#ports.logger.error('the ledger cannot be read for the other doors', {
        detail: read.error.detail,
      });
    }
    this.#isFailing = !read.ok;
    return read.ok ? read.value : null;
  }
}

/** An admission that the platform does not know of yet, or a scan whose answer is still awaited. */
function mayBecomeMore(
  { word, upload }: LedgerRecord,
  events: readonly HouseTicketEvent[],
): boolean {
  if (word === 'awaited') return true;
  return upload !== null && !events.some((event) => isLast(event));
}

/** What nothing more becomes of an admission after. */
const LAST: readonly HouseTicketEvent['kind'][] = ['uploaded', 'upload-refused', 'withdrawn'];

function isLast(event: HouseTicketEvent): boolean {
  // Without an answer it is still uploaded.
  return LAST.includes(event.kind) || (event.kind === 'answered' && event.word !== 'missing');
}
