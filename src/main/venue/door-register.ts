import type { Database, Statement } from 'better-sqlite3';
import type { DoorReport } from '#shared/model/house.ts';
import { readReport } from './door-report.ts';

/** A door's latest report, and when it came, on the platform's clock, in ms since the epoch. */
export interface RegisteredDoor {
  readonly origin: string;
  readonly heardAt: number;
  readonly report: DoorReport;
}

/** The most doors that are remembered: those that were last heard longest ago are forgotten first. */
const MOST_REGISTERED = 1_000;

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
  readonly #keep: Statement<[{ origin: string; kiosk: string; heardAt: number; report: string }]>;
  readonly #earlier: Statement<[string, string], string>;
  readonly #drop: Statement<[string]>;
  readonly #dropOldest: Statement<[]>;
  readonly #all: Statement<[], Row>;
  readonly #forget: Statement<[number]>;

  /** @param db the file with what the doors have told */
  constructor(db: Database) {
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
         SELECT origin FROM door ORDER BY heard_at DESC LIMIT -1 OFFSET ${MOST_REGISTERED})`,
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
    const { kioskId: kiosk } = report;
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

  /** Forgets the doors that were last heard before this platform time. */
  forget(before: number): void {
    this.#forget.run(before);
  }
}
