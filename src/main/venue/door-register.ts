import type { Database, Statement } from 'better-sqlite3';
import type { DoorReport } from '#shared/model/house.ts';
import { DAY } from '#shared/time.ts';
import { doorOf } from './door-key.ts';
import { readReport } from './door-report.ts';

/** A door's latest report, and when it came, on the platform's clock, in ms since the epoch. */
export interface RegisteredDoor {
  readonly origin: string;
  readonly heardAt: number;
  readonly report: DoorReport;
}

/** The most runs of doors that are registered, and the most doors that are known: those known for longest stay. */
const MOST_REGISTERED = 1_000;
/** How long a door stays known that is not heard, in milliseconds. */
const KNOWN_FOR = 400 * DAY;

interface Row {
  readonly origin: string;
  readonly heardAt: number;
  readonly report: string;
}

/**
 * The doors of the house, with the latest that each has told of itself. A door that has fallen silent stays in it,
 * also over restarts, until it is heard again or forgotten.
 */
export class DoorRegister {
  readonly #know: Statement<[{ door: string; heardAt: number }]>;
  readonly #knownSince: Statement<[string], number>;
  readonly #forgetKnown: Statement<[number]>;
  readonly #keep: Statement<[{ origin: string; kiosk: string; heardAt: number; report: string }]>;
  readonly #earlier: Statement<[string, string], string>;
  readonly #drop: Statement<[string]>;
  readonly #dropOldest: Statement<[]>;
  readonly #all: Statement<[], Row>;
  readonly #forget: Statement<[number]>;

  /** @param db the file with what the doors have told */
  constructor(db: Database) {
    this.#know = db.prepare(
      `INSERT INTO known SELECT :door, :heardAt, :heardAt
       WHERE (SELECT count(*) FROM known) < ${MOST_REGISTERED} OR :door IN (SELECT door FROM known)
       ON CONFLICT DO UPDATE SET heard_at = excluded.heard_at`,
    );
    this.#knownSince = db
      .prepare<[string], number>('SELECT since FROM known WHERE door = ?')
      .pluck();
    this.#forgetKnown = db.prepare('DELETE FROM known WHERE heard_at < ?');
    this.#keep = db.prepare(
      `INSERT INTO door (origin, kiosk, heard_at, report) VALUES (:origin, :kiosk, :heardAt, :report)
       ON CONFLICT DO UPDATE SET kiosk = excluded.kiosk, heard_at = excluded.heard_at,
         report = excluded.report`,
    );
    this.#earlier = db
      .prepare<[string, string], string>('SELECT origin FROM door WHERE kiosk = ? AND origin <> ?')
      .pluck();
    this.#drop = db.prepare('DELETE FROM door WHERE origin = ?');
    this.#dropOldest = db.prepare(
      `DELETE FROM door WHERE origin IN (
         SELECT origin FROM door LEFT JOIN known ON known.door = kiosk
         ORDER BY since IS NULL, since, door.heard_at DESC LIMIT -1 OFFSET ${MOST_REGISTERED})`,
    );
    this.#all = db.prepare('SELECT origin, heard_at AS heardAt, report FROM door');
    this.#forget = db.prepare('DELETE FROM door WHERE heard_at < ?');
  }

  /**
   * Registers what a door tells of itself, in place of what the same kiosk told in an earlier run.
   *
   * @param isThere whether a door can be heard now: two that are, are two, even from one copied disk
   */
  hear({ origin, heardAt, report }: RegisteredDoor, isThere: (origin: string) => boolean): void {
    const kiosk = doorOf(origin);
    this.#know.run({ door: kiosk, heardAt });
    this.#keep.run({ origin, kiosk, heardAt, report: JSON.stringify(report) });
    for (const earlier of this.#earlier.all(kiosk, origin)) {
      if (!isThere(earlier)) this.#drop.run(earlier);
    }
    this.#dropOldest.run();
  }

  all(): readonly RegisteredDoor[] {
    return this.#all.all().flatMap(({ report: text, ...row }) => {
      const report = readReport(JSON.parse(text));
      return report === null ? [] : [{ ...row, report }];
    });
  }

  /** Since when a door is known, on the platform's clock; null: it is not. */
  knownSince(door: string): number | null {
    return this.#knownSince.get(door) ?? null;
  }

  /** Forgets the reports of doors that were last heard before this platform time. The doors stay known for longer. */
  forget(before: number): void {
    this.#forget.run(before);
    this.#forgetKnown.run(before - KNOWN_FOR);
  }
}
