import type { EventPerformance, SeriesInformation } from '#shared/api/index.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { performanceFactsSchema, seriesFactsSchema } from '../facts.ts';
import { readDate } from '../local-time.ts';
import { gridEnds, type Month } from '../month-grid.ts';
import { isPerformanceShown, isSeriesShown, overAt, startWall } from '../rules.ts';
import type { House } from './house.ts';

/** What nobody fetched for so long is forgotten: a month, another client; in milliseconds. */
const LIFE = 90 * 24 * 60 * 60_000;

const begunSchema = z.object({ house: z.int(), refreshes: z.int() });

/** Where a refresh stands in time. */
export interface Stamp {
  /** The kiosk's clock, ms since the epoch. */
  readonly now: number;
  /** The day where the kiosk stands, `yyyy-MM-dd`. */
  readonly today: string;
}

/**
 * Writes one refresh. It begins with the first view and is kept as a whole or not at all: readers see
 * the old copy until then.
 */
export class CopyWriter {
  readonly #db: Database.Database;
  readonly #stamp: Stamp;
  readonly #house: number;
  /** The number of this refresh. */
  readonly #seen: number;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Database.Database, house: House, stamp: Stamp) {
    this.#db = db;
    this.#stamp = stamp;
    this.#statements = prepare(db);
    db.exec('BEGIN IMMEDIATE');
    const begun = begunSchema.parse(this.#statements.begin.get(house));
    this.#house = begun.house;
    this.#seen = begun.refreshes;
  }

  /** All series there are, in place of all there were. */
  series(list: readonly SeriesInformation[]): void {
    const { dropSeries, addSeries } = this.#statements;
    dropSeries.run({ house: this.#house });
    for (const series of list) {
      addSeries.run({
        house: this.#house,
        productionId: series.productionId,
        shown: isSeriesShown(series) ? 1 : 0,
        first: series.firstPerformanceDate,
        superTitle: series.seriesSuperTitle,
        subTitle: series.seriesSubTitle,
        venueName: series.productionVenue?.name ?? null,
        facts: JSON.stringify(seriesFactsSchema.parse(series)),
      });
      this.#production(series);
    }
  }

  /** All future performances: a later one that is not among them is no more. */
  events(list: readonly EventPerformance[]): void {
    const { nothingUpcoming, dropAfter } = this.#statements;
    nothingUpcoming.run({ house: this.#house });
    this.#performances(list, 1);
    // Those of today that have begun are no longer listed; they are left to the calendar.
    dropAfter.run({ house: this.#house, day: this.#stamp.today, seen: this.#seen });
  }

  /** A month in its whole weeks: what is not among them is no more, unless this refresh brought it. */
  month(month: Month, list: readonly EventPerformance[]): void {
    this.#performances(list, 0);
    const { dropBetween, fetchedMonth } = this.#statements;
    const ends = gridEnds(month);
    dropBetween.run({ house: this.#house, ...ends, seen: this.#seen });
    fetchedMonth.run({ house: this.#house, ...month, ...ends, now: this.#stamp.now });
  }

  /** @param whole whether this was the whole programme, and not a month alone */
  keep(whole: boolean): void {
    const { forgetHouses, forgetMonths, dropForgotten, dropUnused, fetched } = this.#statements;
    const house = this.#house;
    const before = this.#stamp.now - LIFE;
    forgetHouses.run({ house, before });
    forgetMonths.run({ house, before });
    dropForgotten.run({ house });
    dropUnused.run({ house });
    if (whole) fetched.run({ house, now: this.#stamp.now });
    this.#db.exec('COMMIT');
  }

  /** Leaves everything as it was. */
  drop(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }

  #performances(list: readonly EventPerformance[], upcoming: 0 | 1): void {
    const described = new Set<number>();
    for (const performance of list) {
      // Its date has been read before it came here.
      const date = readDate(performance.performanceDate);
      if (date === null || !isPerformanceShown(performance)) continue;
      const facts = performanceFactsSchema.parse(performance);
      this.#statements.addPerformance.run({
        house: this.#house,
        performanceId: facts.performanceId,
        productionId: facts.productionId,
        departmentId: facts.departmentId,
        start: facts.performanceStart,
        date,
        wall: startWall(facts),
        overAt: overAt(facts, date),
        upcoming,
        seen: this.#seen,
        facts: JSON.stringify(facts),
      });
      if (described.has(facts.productionId)) continue;
      described.add(facts.productionId);
      this.#production(performance);
    }
  }

  #production({
    productionId,
    productionDescription: description,
    productionLogoLink: logo,
  }: Pick<
    EventPerformance,
    'productionId' | 'productionDescription' | 'productionLogoLink'
  >): void {
    this.#statements.addProduction.run({
      house: this.#house,
      ...{ productionId, description, logo },
      seen: this.#seen,
    });
  }
}

function prepare(db: Database.Database) {
  return {
    begin: db.prepare(
      `INSERT INTO house (server, client_id) VALUES (:server, :clientId)
       ON CONFLICT DO UPDATE SET refreshes = refreshes + 1 RETURNING house, refreshes`,
    ),
    forgetHouses: db.prepare(
      `DELETE FROM house WHERE house <> :house AND coalesce(fetched_at, 0) < :before`,
    ),
    fetched: db.prepare(`UPDATE house SET fetched_at = :now WHERE house = :house`),

    dropSeries: db.prepare(`DELETE FROM series WHERE house = :house`),
    addSeries: db.prepare(
      `INSERT OR REPLACE INTO series
         (house, production_id, shown, first, super_title, sub_title, venue_name, facts)
       VALUES (:house, :productionId, :shown, :first, :superTitle, :subTitle, :venueName, :facts)`,
    ),

    // The first word of a refresh replaces what was; later ones only add what is missing.
    addProduction: db.prepare(
      `INSERT INTO production (house, production_id, description, logo, seen)
       VALUES (:house, :productionId, :description, :logo, :seen)
       ON CONFLICT DO UPDATE SET
         description = iif(seen = excluded.seen, coalesce(description, excluded.description), excluded.description),
         logo = iif(seen = excluded.seen, coalesce(logo, excluded.logo), excluded.logo),
         seen = excluded.seen`,
    ),
    dropUnused: db.prepare(
      `DELETE FROM production AS d WHERE house = :house
         AND NOT EXISTS (SELECT 1 FROM series s
           WHERE s.house = d.house AND s.production_id = d.production_id)
         AND NOT EXISTS (SELECT 1 FROM performance p
           WHERE p.house = d.house AND p.production_id = d.production_id)`,
    ),

    nothingUpcoming: db.prepare(`UPDATE performance SET upcoming = 0 WHERE house = :house`),
    addPerformance: db.prepare(
      `INSERT INTO performance (house, performance_id, production_id, department_id, start, date,
         wall, over_at, upcoming, seen, facts)
       VALUES (:house, :performanceId, :productionId, :departmentId, :start, :date,
         :wall, :overAt, :upcoming, :seen, :facts)
       ON CONFLICT DO UPDATE SET production_id = excluded.production_id,
         department_id = excluded.department_id, start = excluded.start, date = excluded.date,
         wall = excluded.wall, over_at = excluded.over_at, seen = excluded.seen,
         upcoming = max(upcoming, excluded.upcoming), facts = excluded.facts`,
    ),
    dropAfter: db.prepare(
      `DELETE FROM performance WHERE house = :house AND date > :day AND seen <> :seen`,
    ),
    dropBetween: db.prepare(
      `DELETE FROM performance
       WHERE house = :house AND date BETWEEN :first AND :last AND seen <> :seen`,
    ),

    fetchedMonth: db.prepare(
      `INSERT OR REPLACE INTO month (house, year, month, first, last, fetched_at)
       VALUES (:house, :year, :month, :first, :last, :now)`,
    ),
    forgetMonths: db.prepare(`DELETE FROM month WHERE house = :house AND fetched_at < :before`),
    dropForgotten: db.prepare(
      `DELETE FROM performance AS p WHERE house = :house AND NOT upcoming
         AND NOT EXISTS (SELECT 1 FROM month m
           WHERE m.house = p.house AND p.date BETWEEN m.first AND m.last)`,
    ),
  };
}
