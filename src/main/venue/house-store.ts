import type Database from 'better-sqlite3';
import { hash } from 'node:crypto';
import { MOST_EVENTS } from '#main/ledger/standing.ts';
import { causeOf } from '#main/ledger/ticket-event.ts';
import { assertNever } from '#shared/assert-never.ts';
import { doorOf, type DoorKey } from './door-key.ts';
import {
  asTicketEvent,
  datedEvent,
  knownEvent,
  noteEndId,
  readEvent,
  ticketEventsIn,
  type AnyEvent,
  type HouseNote,
  type HouseTicketEvent,
  type StoredEvent,
} from './house-event.ts';
import { durably } from './house-file.ts';
import { LARGEST_PIECE, MOST_ORIGINS, PIECE, type Told } from './messages.ts';
import { Quotas, type QuotaLimits } from './quotas.ts';
import { isAuthentic, signEvent, type SignedEvent } from './signed-event.ts';

/** The most texts with one id that are read: an honest event has one for each of its forms and runs of its kiosk. */
const MOST_OF_ID = 16;
/** The most notes about guests of all doors, and the most bytes of their content: the kiosk reads all at once. */
const MOST_NOTES_READ = 5_000;
const LARGEST_NOTES_READ = 4_000_000;
/** The most notes of which it is said that somebody has removed them. */
const MOST_NOTE_ENDS = 5_000;

/** The most events of what may be one ticket that are read with each that is added. */
const READ_AT_ONCE = 64;
/** By what events were found already, and whether there are more with what may be the same ticket. */
type Asked = Map<string, { isCrowded: boolean }>;

/** By what tickets may be alike: null where nothing is asked for. */
interface Alike {
  readonly ticketHash: string | null;
  readonly baseUrl: string | null;
  readonly clientId: number | null;
  readonly ticketId: number | null;
}

type Recognised = Pick<HouseTicketEvent, 'ticketHash' | 'baseUrl' | 'clientId' | 'ticketId'>;
/** A stored event, and by what others of its ticket are found. */
type StoredAlike = StoredEvent & Recognised;

/** Where an event is. */
interface Key {
  readonly origin: string;
  readonly number: number;
  readonly digest: string;
}

/** An event of an origin, as it is passed on. */
interface Numbered {
  readonly number: number;
  readonly body: string;
  readonly signature: string;
}

/** What this door is to tell the others, and what of it is new here, too. */
interface Telling {
  readonly told: Told;
  readonly news: readonly AnyEvent[];
}

/** What came of a message of another door. */
interface Heard {
  /** The events that were new here. */
  readonly news: readonly AnyEvent[];
  /** How many could not be read, or had a time that is replaced by that of receipt; how many there was no room for. */
  readonly malformed: number;
  readonly oddTimes: number;
  readonly overQuota: number;
}
const NOTHING_HEARD: Heard = { news: [], malformed: 0, oddTimes: 0, overQuota: 0 };

/**
 * All that the doors of the house have told, and what this door has told itself. The ledger is the truth for
 * the latter, and the other doors have the rest: a file that is lost costs an exchange, so commits need not
 * wait for the disk. Corrections by hand and notes are in no ledger: they do.
 */
export class HouseStore {
  /**
   * Under which name this door publishes: its key and an id that is new in each run, so that no number ever means two
   * events, even if a power cut has set the file back, or two kiosks run from one copied disk.
   */
  readonly origin: string;
  readonly #key: DoorKey;
  readonly #db: Database.Database;
  readonly #platformNow: () => number | null;
  readonly #now: () => number;
  readonly #quotas: Quotas;
  readonly #insert: Database.Statement;
  readonly #byId: Database.Statement<[string], StoredEvent>;
  readonly #safe: Database.Statement<[string, number, string], string>;
  readonly #isDisregarded: Database.Statement<[string], number>;
  readonly #had: Database.Statement<[string], number>;
  readonly #allHad: Database.Statement<[string, number], { origin: string; had: number }>;
  readonly #setHad: Database.Statement<[string, number]>;
  readonly #alike: Database.Statement<[Alike & { most: number }], StoredAlike>;
  readonly #ticketEvents: Database.Statement<[], StoredEvent>;
  readonly #notes: Database.Statement<[string], Key>;
  readonly #body: Database.Statement<[string, number, string], string>;
  readonly #noteEnds: Database.Statement<[], string>;
  readonly #piece: Database.Statement<[string, number, number], Numbered>;
  readonly #isStored: Database.Statement<[string, number, string, string], number>;

  /**
   * @param key this door's, which signs what it publishes
   * @param platformNow the platform's time; null while it is not known
   * @param limits how much is kept of what others tell
   * @param now the kiosk's time, by which questions of other doors are open for a while
   */
  constructor(
    db: Database.Database,
    key: DoorKey,
    platformNow: () => number | null = () => null,
    limits?: QuotaLimits,
    now: () => number = Date.now,
  ) {
    this.#db = db;
    this.#key = key;
    this.origin = key.newId();
    this.#platformNow = platformNow;
    this.#now = now;
    this.#quotas = new Quotas(db, limits);
    this.#insert = db.prepare(
      `INSERT INTO event (origin, number, id, until, heard_at, at, ticket_hash, platform, client_id,
         ticket_id, kind, of_id, body, digest, signature)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
    this.#byId = db.prepare<[string], StoredEvent>(
      `SELECT body, at, until FROM believed WHERE id = ? LIMIT ${MOST_OF_ID}`,
    );
    // Not where it is to be remembered for longer now: the time of its scan was a guess then.
    this.#safe = db
      .prepare<[string, number, string], string>(
        `SELECT body FROM believed JOIN origin USING (origin)
         WHERE id = ? AND number <= had AND until >= ?
         ORDER BY origin = ? DESC LIMIT ${MOST_OF_ID}`,
      )
      .pluck();
    this.#isDisregarded = db
      .prepare<[string], number>(`SELECT 1 FROM trust WHERE door = ? AND state = 'disregarded'`)
      .pluck();
    this.#had = db.prepare<[string], number>('SELECT had FROM origin WHERE origin = ?').pluck();
    this.#allHad = db.prepare(
      `SELECT origin, had FROM origin LEFT JOIN known ON known.door = substr(origin, 1, 43)
       WHERE EXISTS (SELECT 1 FROM event WHERE event.origin = origin.origin)
       ORDER BY origin = ? DESC, since IS NULL,
         row_number() OVER (PARTITION BY substr(origin, 1, 43)), since LIMIT ?`,
    );
    this.#setHad = db.prepare<[string, number]>(
      'INSERT INTO origin VALUES (?, ?) ON CONFLICT DO UPDATE SET had = excluded.had',
    );
    this.#alike = db.prepare(
      `SELECT body, at, until, ticket_hash AS ticketHash, platform AS baseUrl,
         client_id AS clientId, ticket_id AS ticketId
       FROM (SELECT * FROM believed WHERE ticket_hash = :ticketHash
         UNION ALL SELECT * FROM believed
         WHERE platform = :baseUrl AND client_id = :clientId AND ticket_id = :ticketId)
       LIMIT :most`,
    );
    this.#ticketEvents = db.prepare<[], StoredEvent>(
      'SELECT body, at, until FROM believed WHERE ticket_hash IS NOT NULL',
    );
    // Of each door some in turn, so that one door's notes do not crowd out those of the others.
    this.#notes = db.prepare(
      `SELECT origin, number, digest FROM believed AS event WHERE kind = 'note' AND NOT EXISTS (
         SELECT 1 FROM believed AS ending
         WHERE ending.kind = 'note end' AND ending.id = event.id || '${noteEndId('')}')
       ORDER BY origin = ? DESC, row_number() OVER (PARTITION BY origin ORDER BY number)`,
    );
    this.#body = db
      .prepare<[string, number, string], string>(
        'SELECT body FROM event WHERE origin = ? AND number = ? AND digest = ?',
      )
      .pluck();
    this.#noteEnds = db
      .prepare<[], string>(
        `SELECT DISTINCT of_id FROM believed WHERE kind = 'note end' LIMIT ${MOST_NOTE_ENDS}`,
      )
      .pluck();
    this.#piece = db.prepare(
      `SELECT number, body, signature FROM event
       WHERE origin = ? AND number > ? AND number <= ? ORDER BY number`,
    );
    this.#isStored = db
      .prepare<[string, number, string, string], number>(
        'SELECT 1 FROM event WHERE origin = ? AND number = ? AND digest = ? AND body = ?',
      )
      .pluck();
  }

  /**
   * Of each origin, up to which number this door has had everything; of very many, those of doors that are known first,
   * and of each door some. An origin of which everything is forgotten is not mentioned any more, so that nobody asks
   * for it.
   */
  allHad(): Readonly<Record<string, number>> {
    const rows = this.#allHad.all(this.origin, MOST_ORIGINS);
    return Object.fromEntries(rows.map(({ origin, had }) => [origin, had]));
  }

  had(origin: string): number {
    return this.#had.get(origin) ?? 0;
  }

  /** Whether there is no room for more of an origin, until events are forgotten. */
  isFull(origin: string): boolean {
    return origin !== this.origin && this.#quotas.isFull(origin);
  }

  /** Keeps what happened at this door, and returns what is to be told; null if there is nothing to tell. */
  tell(events: readonly AnyEvent[]): Telling | null {
    const isOnlyHere = events.some((event) => ONLY_HERE.includes(knownEvent(event)?.type));
    return isOnlyHere ? durably(this.#db, () => this.#tell(events)) : this.#tell(events);
  }

  #tell(events: readonly AnyEvent[]): Telling | null {
    return this.#atOnce(() => {
      const after = this.had(this.origin);
      const numbered: [number, string, string][] = [];
      const news: AnyEvent[] = [];
      for (const event of events) {
        if (this.#isSafe(event)) continue;
        const number = after + numbered.length + 1;
        const body = JSON.stringify(event);
        if (!this.#has(event.id)) news.push(event);
        const signature = signEvent(this.#key, this.origin, number, body);
        this.#keep(this.origin, [number, body, signature], event, event, null);
        numbered.push([number, body, signature]);
      }
      if (numbered.length === 0) return null;
      const upTo = after + numbered.length;
      this.#setHad.run(this.origin, upTo);
      const told: Told = { type: 'told', origin: this.origin, after, upTo, events: numbered };
      return { told, news };
    });
  }

  /** Returns those of the events of an origin that its door has signed, and may make. */
  authentic(origin: string, events: readonly SignedEvent[]): [number, string, string][] {
    return events
      .filter((event) => {
        const [number, body] = event;
        const isStored = this.#isStored.get(origin, number, digestOf(body), body) !== undefined;
        return isStored || isAuthentic(origin, event);
      })
      .map((event) => [...event]);
  }

  /**
   * Keeps what another door has told, if there is room for it.
   *
   * @param hasAllTo up to which number this door has had everything of the origin then; without it, up to where the
   *   message says
   */
  hear(
    { origin, after, upTo, events }: Told,
    hasAllTo = after <= this.had(origin) ? upTo : 0,
  ): Heard {
    if (this.isFull(origin)) return { ...NOTHING_HEARD, overQuota: events.length };
    return this.#atOnce(() => {
      let [malformed, oddTimes] = [0, 0];
      const news: AnyEvent[] = [];
      const isBelieved = this.#isDisregarded.get(doorOf(origin)) === undefined;
      const stored: string[] = [];
      for (const signedEvent of events) {
        const [, body] = signedEvent;
        const event = readEvent(body);
        if (event === null) {
          malformed += 1;
          continue;
        }
        const dated = datedEvent(event, this.#platformNow());
        if (dated !== event) oddTimes += 1;
        if (isBelieved && !this.#has(event.id)) news.push(dated);
        if (this.#keep(origin, signedEvent, event, dated, this.#now())) stored.push(body);
      }
      const isFurther = hasAllTo > this.had(origin);
      if (isFurther) this.#setHad.run(origin, hasAllTo);
      if (isFurther || stored.length > 0) this.#quotas.add(origin, stored);
      return { news, malformed, oddTimes, overQuota: 0 };
    });
  }

  /**
   * Returns all events that may be about the same tickets as these, also by another barcode of the ticket: together
   * those that may be of one ticket. Each is read once.
   *
   * @param onCrowded called instead with an event of what may be one ticket and has more events than are read at once:
   *   whoever makes them up would have them all read again with each that is added
   */
  *eventsLike(
    events: readonly AnyEvent[],
    onCrowded: (event: HouseTicketEvent) => void = () => undefined,
  ): Generator<readonly HouseTicketEvent[]> {
    const asked: Asked = new Map();
    for (const event of events) {
      const first = asTicketEvent(event);
      if (first === null) continue;
      const { isCrowded, stored } = this.#storedLike(first, asked, READ_AT_ONCE);
      if (isCrowded) onCrowded(first);
      else if (stored.length > 0) yield ticketEventsIn(stored);
    }
  }

  /** Returns the same of a single event, however many there are; not more than a fold needs to see that. */
  crowdLike(event: HouseTicketEvent): readonly HouseTicketEvent[] {
    return ticketEventsIn(this.#storedLike(event, new Map(), MOST_EVENTS).stored);
  }

  #storedLike(first: HouseTicketEvent, asked: Asked, most: number) {
    const ticket = { isCrowded: false };
    const stored: StoredAlike[] = [];
    const queue: Recognised[] = [first];
    for (const one of queue) {
      if (ticket.isCrowded) break;
      for (const alike of questionsOf(one)) {
        const question = JSON.stringify(alike);
        const known = asked.get(question);
        if (known === undefined) {
          asked.set(question, ticket);
          const rows = this.#alike.all({ ...alike, most: most + 1 });
          stored.push(...rows);
          queue.push(...rows);
          // By its barcode and by its number each is found.
          ticket.isCrowded ||= rows.length > most || stored.length > 2 * most;
        } else if (known !== ticket) ticket.isCrowded ||= known.isCrowded;
      }
    }
    return { ...ticket, stored };
  }

  /** Returns all events about tickets. */
  ticketEvents(): readonly HouseTicketEvent[] {
    return ticketEventsIn(this.#ticketEvents.all());
  }

  /** Returns all corrections of how many are inside. */
  corrections(): readonly AnyEvent[] {
    const stored = this.#db.prepare<[], StoredEvent>(
      `SELECT body, at, until FROM believed WHERE kind = 'correction'`,
    );
    return stored.all().flatMap(({ body, ...times }) => {
      const event = readEvent(body);
      return event === null ? [] : [{ ...event, ...times }];
    });
  }

  /**
   * Returns the notes about guests that nobody has removed, this door's own first, and the ids of those that somebody
   * has; of more than people can have written some.
   */
  notes(): { readonly notes: readonly HouseNote[]; readonly ended: readonly string[] } {
    const notes = new Map<string, HouseNote>();
    let bytes = 0;
    for (const { origin, number, digest } of this.#notes.all(this.origin)) {
      const body = this.#body.get(origin, number, digest) ?? '';
      bytes += body.length;
      if (notes.size >= MOST_NOTES_READ || bytes > LARGEST_NOTES_READ) break;
      const event = readEvent(body);
      const known = event && knownEvent(event);
      if (known?.type === 'note' && !notes.has(known.id)) notes.set(known.id, known);
    }
    return { notes: [...notes.values()], ended: this.#noteEnds.all() };
  }

  /** Returns a piece of what there is of an origin after this number. */
  piece(origin: string, after: number): Told {
    const had = this.had(origin);
    const rows: Numbered[] = [];
    let [bytes, isAll] = [0, true];
    for (const row of this.#piece.iterate(origin, after, had)) {
      bytes += Buffer.byteLength(row.body);
      isAll = rows.length < PIECE && (bytes <= LARGEST_PIECE || rows.length === 0);
      if (!isAll) break;
      rows.push(row);
    }
    return {
      ...{ type: 'told', origin, after },
      upTo: isAll ? had : (rows.at(-1)?.number ?? had),
      events: rows.map(({ number, body, signature }) => [number, body, signature]),
    };
  }

  /** Removes what may be forgotten at this platform time; returns how many events that were. */
  forget(now: number): number {
    return this.#atOnce(() => {
      const { changes } = this.#db.prepare('DELETE FROM event WHERE until < ?').run(now);
      this.#db
        .prepare(
          `DELETE FROM origin WHERE origin <> ?
           AND NOT EXISTS (SELECT 1 FROM event WHERE event.origin = origin.origin)`,
        )
        .run(this.origin);
      this.#quotas.recount();
      return changes;
    });
  }

  /**
   * Quarantines stored events that no longer parse: they stay in the file and are ignored. Returns their number.
   */
  quarantine(): number {
    interface Row {
      readonly origin: string;
      readonly number: number;
      readonly digest: string;
      readonly body: string;
    }
    const all = this.#db.prepare<[], Row>('SELECT origin, number, digest, body FROM event');
    const malformed: [string, number, string][] = [];
    for (const { origin, number, digest, body } of all.iterate()) {
      if (readEvent(body) === null) malformed.push([origin, number, digest]);
    }
    const setAside = this.#db.prepare<[string, number, string]>(
      `UPDATE event SET ticket_hash = NULL, platform = NULL, client_id = NULL, ticket_id = NULL,
         at = NULL, kind = NULL, of_id = NULL
       WHERE origin = ? AND number = ? AND digest = ?`,
    );
    this.#atOnce(() => malformed.forEach((row) => setAside.run(...row)));
    return malformed.length;
  }

  /** The number of events. */
  count(): number {
    return this.#db.prepare<[], number>('SELECT count(DISTINCT id) FROM event').pluck().get() ?? 0;
  }

  close(): void {
    this.#db.close();
  }

  /** Whether the others can have this very event, and not another form of it. */
  #isSafe(event: AnyEvent): boolean {
    const claim = claimOf(event);
    return this.#safe.all(event.id, event.until, this.origin).some((body) => {
      const told = readEvent(body);
      return told !== null && claimOf(told) === claim;
    });
  }

  #has(id: string): boolean {
    return this.#byId.get(id) !== undefined;
  }

  /**
   * Returns whether it was not there before.
   *
   * @param dated the same with times that can be believed
   * @param heardAt by the kiosk's clock; null: it happened here
   */
  #keep(
    origin: string,
    [number, body, signature]: SignedEvent,
    { id }: AnyEvent,
    dated: AnyEvent,
    heardAt: number | null,
  ): boolean {
    const about = [origin, number, id, dated.until, heardAt, ...columnsOf(dated)];
    return this.#insert.run(...about, body, digestOf(body), signature).changes > 0;
  }

  #atOnce<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }
}

/** How many characters are kept of an event's hash: 96 bits. */
const DIGEST_LENGTH = 16;

function digestOf(body: string): string {
  return hash('sha256', body, 'base64').slice(0, DIGEST_LENGTH);
}

/** What an event says, whatever its door was called, whenever it was published and however long it is kept. */
function claimOf(event: AnyEvent): string {
  const claim = { ...event, door: '', until: 0, publishedAt: 0 };
  return JSON.stringify(Object.entries(claim).toSorted());
}

/** By what other events of its ticket are found: the barcode, and the ticket where it is known. */
function questionsOf({ ticketHash, baseUrl, clientId, ticketId }: Recognised): readonly Alike[] {
  const byHash: Alike = { ticketHash, baseUrl: null, clientId: null, ticketId: null };
  return ticketId === null ? [byHash] : [byHash, { ticketHash: null, baseUrl, clientId, ticketId }];
}

/** What no ledger has. */
const ONLY_HERE: readonly unknown[] = [
  'correction',
  'note',
  'note end',
  'disregard',
  'disregard end',
];

/** By what an event is found besides its id, with its time. */
function columnsOf(event: AnyEvent): readonly (string | number | null)[] {
  const known = knownEvent(event);
  switch (known?.type) {
    case 'ticket': {
      const { at, ticketHash, baseUrl, clientId, ticketId, kind } = known;
      return [at, ticketHash, baseUrl, clientId, ticketId, kind, causeOf(known)];
    }
    case 'note end':
    case 'disregard':
    case 'disregard end':
      return [null, null, null, null, null, known.type, known.of];
    case 'correction':
      return [known.at, null, null, null, null, known.type, null];
    case 'note':
      return [null, null, null, null, null, known.type, null];
    case undefined:
      return [null, null, null, null, null, null, null];
    default:
      return assertNever(known);
  }
}
