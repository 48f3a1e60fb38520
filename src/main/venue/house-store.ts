import type Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import {
  admissionsIn,
  knownEvent,
  readEvent,
  type AnyEvent,
  type HouseAdmission,
} from './house-event.ts';
import { openHouseFile } from './house-file.ts';
import { PIECE, type Told } from './messages.ts';

/** By what tickets may be alike: null where nothing is asked for. */
interface Alike {
  readonly mark: string | null;
  readonly baseUrl: string | null;
  readonly clientId: number | null;
  readonly ticketId: number | null;
}

/**
 * All that the doors of the house have told, and what this door has told itself. The ledger is the truth for
 * the latter, and the other doors have the rest: a file that is lost costs an exchange, so commits need not
 * wait for the disk.
 */
export class HouseStore {
  /**
   * Under which name this door tells: another one in each run, so that no number ever means two events, even
   * if a power cut has set the file back, or two kiosks run from one copied disk.
   */
  readonly origin = randomUUID();
  readonly #db: Database.Database;
  readonly #insert: Database.Statement;
  readonly #isKnown: Database.Statement<[string], number>;
  readonly #isSafe: Database.Statement<[string], number>;
  readonly #had: Database.Statement<[string], number>;
  readonly #allHad: Database.Statement<[], { origin: string; had: number }>;
  readonly #setHad: Database.Statement<[string, number]>;
  readonly #alike: Database.Statement<[Alike], string>;
  readonly #repeatedMarks: Database.Statement<[], Alike>;
  readonly #repeatedTickets: Database.Statement<[], Alike>;
  readonly #piece: Database.Statement<[string, number, number], { number: number; body: string }>;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#insert = db.prepare(
      `INSERT INTO event (origin, number, id, until, mark, platform, client_id, ticket_id,
         performance_id, kiosk, at, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
    this.#isKnown = db.prepare<[string], number>('SELECT 1 FROM event WHERE id = ?').pluck();
    this.#isSafe = db
      .prepare<[string], number>(
        'SELECT 1 FROM event JOIN origin USING (origin) WHERE id = ? AND number <= had',
      )
      .pluck();
    this.#had = db.prepare<[string], number>('SELECT had FROM origin WHERE origin = ?').pluck();
    this.#allHad = db.prepare(
      `SELECT origin, had FROM origin
       WHERE EXISTS (SELECT 1 FROM event WHERE event.origin = origin.origin)`,
    );
    this.#setHad = db.prepare<[string, number]>(
      'INSERT INTO origin VALUES (?, ?) ON CONFLICT DO UPDATE SET had = excluded.had',
    );
    this.#alike = db
      .prepare<[Alike], string>(
        `SELECT body FROM event WHERE mark = :mark
         UNION SELECT body FROM event
         WHERE platform = :baseUrl AND client_id = :clientId AND ticket_id = :ticketId`,
      )
      .pluck();
    this.#repeatedMarks = db.prepare(
      `SELECT mark, NULL AS baseUrl, NULL AS clientId, NULL AS ticketId FROM event
       WHERE mark IS NOT NULL GROUP BY mark HAVING count(DISTINCT id) > 1`,
    );
    this.#repeatedTickets = db.prepare(
      `SELECT NULL AS mark, platform AS baseUrl, client_id AS clientId, ticket_id AS ticketId
       FROM event WHERE ticket_id IS NOT NULL
       GROUP BY platform, client_id, ticket_id HAVING count(DISTINCT id) > 1`,
    );
    this.#piece = db.prepare(
      `SELECT number, body FROM event WHERE origin = ? AND number > ? ORDER BY number LIMIT ?`,
    );
  }

  /**
   * Opens the file; one that is missing, damaged or of another version is made anew. Throws the file system's
   * errors.
   */
  static open(path: string): HouseStore {
    return new HouseStore(openHouseFile(path));
  }

  /**
   * Of each origin, up to which number this door has had everything. An origin of which everything is
   * forgotten is not mentioned any more, so that nobody asks for it.
   */
  allHad(): Readonly<Record<string, number>> {
    const rows = this.#allHad.all();
    return Object.fromEntries(rows.map(({ origin, had }) => [origin, had]));
  }

  had(origin: string): number {
    return this.#had.get(origin) ?? 0;
  }

  /** Keeps what happened at this door, and returns what is to be told; null if nothing of it is new. */
  tell(events: readonly AnyEvent[]): Told | null {
    return this.#atOnce(() => {
      const after = this.had(this.origin);
      const numbered: [number, string][] = [];
      for (const event of events) {
        if (this.#isSafe.get(event.id) !== undefined) continue;
        const number = after + numbered.length + 1;
        const body = JSON.stringify(event);
        this.#keep(this.origin, number, event, body);
        numbered.push([number, body]);
      }
      if (numbered.length === 0) return null;
      const upTo = after + numbered.length;
      this.#setHad.run(this.origin, upTo);
      return { type: 'told', origin: this.origin, after, upTo, events: numbered };
    });
  }

  /**
   * Keeps what another door has told. Returns the events that were new here; those that are no events are
   * left out.
   */
  hear({ origin, after, upTo, events }: Told): readonly AnyEvent[] {
    return this.#atOnce(() => {
      const news = events.flatMap(([number, body]) => {
        const event = readEvent(body);
        if (event === null) return [];
        const isNew = this.#isKnown.get(event.id) === undefined;
        this.#keep(origin, number, event, body);
        return isNew ? [event] : [];
      });
      const had = this.had(origin);
      // After a gap this door still lacks what comes before.
      if (after <= had && upTo > had) this.#setHad.run(origin, upTo);
      return news;
    });
  }

  /** Returns all admissions that may be of the same ticket as this one, which is among them. */
  admissionsLike({ mark, baseUrl, clientId, ticketId }: HouseAdmission): readonly HouseAdmission[] {
    return admissionsIn(this.#alike.all({ mark, baseUrl, clientId, ticketId }));
  }

  /** Returns all admissions of tickets that may have been let in more than once, ticket by ticket. */
  *admittedMoreThanOnce(): Generator<readonly HouseAdmission[]> {
    for (const repeated of [...this.#repeatedMarks.all(), ...this.#repeatedTickets.all()]) {
      yield admissionsIn(this.#alike.all(repeated));
    }
  }

  /** Returns a piece of what there is of an origin after this number. */
  piece(origin: string, after: number): Told {
    const had = this.had(origin);
    const rows = this.#piece.all(origin, after, PIECE).filter(({ number }) => number <= had);
    const isAll = rows.length < PIECE;
    return {
      ...{ type: 'told', origin, after },
      upTo: isAll ? had : (rows.at(-1)?.number ?? had),
      events: rows.map(({ number, body }) => [number, body]),
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
      return changes;
    });
  }

  /** The number of events. */
  count(): number {
    return this.#db.prepare<[], number>('SELECT count(DISTINCT id) FROM event').pluck().get() ?? 0;
  }

  close(): void {
    this.#db.close();
  }

  #keep(origin: string, number: number, event: AnyEvent, body: string): void {
    const known = knownEvent(event);
    const about = known?.type === 'admission' ? known : null;
    const { id, until } = event;
    const ticket = [about?.mark, about?.baseUrl, about?.clientId, about?.ticketId];
    const where = [about?.performanceId, about?.kioskId, about?.at];
    const columns = [...ticket, ...where].map((value) => value ?? null);
    const values = [origin, number, id, until, ...columns, body];
    this.#insert.run(values);
  }

  #atOnce<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }
}
