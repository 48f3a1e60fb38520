import type { AsRead, eventPerformance, seriesInformation } from '#shared/api/index.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { performanceFactsSchema, seriesFactsSchema } from '../facts.ts';
import { dateOf, readDate } from '../local-time.ts';
import { gridEnds, type Month } from '../month-grid.ts';
import {
  doorHours,
  isCancelled,
  isPerformanceShown,
  isSeriesShown,
  overAt,
  startWall,
} from '../rules.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** How long data is kept that was not fetched again, such as a month or another client; in milliseconds. */
const LIFE = 90 * 24 * 60 * 60_000;

/**
 * A performance that begins within this time, in milliseconds, may be missing from a list of future ones
 * only because it is about to begin: the platform's clock differs from the kiosk's, and an answer takes its
 * time.
 */
const ABOUT_TO_BEGIN = 2 * 60_000;
type EventPerformance = AsRead<typeof eventPerformance>;
type SeriesInformation = AsRead<typeof seriesInformation>;

/** The position of a series whose first performance the platform does not give: after all others. */
const LAST = Number.MAX_SAFE_INTEGER;

const begunSchema = z.object({ client: z.int(), refreshes: z.int() });

/** The time of a refresh. */
export interface Stamp {
  /** The kiosk's clock, ms since the epoch. */
  readonly now: number;
  /** The kiosk's local time, as a wall time (local-time.ts). */
  readonly wall: number;
}

/**
 * Writes one refresh, in one transaction that begins with the first view: readers see the old copy until it
 * is committed.
 */
export class CopyWriter {
  readonly #db: Database.Database;
  readonly #stamp: Stamp;
  readonly #client: number;
  /** The number of this refresh. */
  readonly #seen: number;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Database.Database, clientRef: ClientRef, stamp: Stamp) {
    this.#db = db;
    this.#stamp = stamp;
    this.#statements = prepare(db);
    db.exec('BEGIN IMMEDIATE');
    const begun = begunSchema.parse(this.#statements.begin.get(clientRef));
    this.#client = begun.client;
    this.#seen = begun.refreshes;
  }

  /**
   * Replaces all series. One that is not among them has no future performances (spec 4.1); its data is kept
   * as long as performances of it are.
   */
  series(list: readonly SeriesInformation[]): void {
    const { nothingListed, addSeries } = this.#statements;
    nothingListed.run({ client: this.#client });
    for (const series of list) {
      addSeries.run({
        client: this.#client,
        productionId: series.productionId,
        shown: isSeriesShown(series) ? 1 : 0,
        first: series.firstPerformanceDate ?? LAST,
        superTitle: series.seriesSuperTitle,
        subTitle: series.seriesSubTitle,
        venueName: series.productionVenue?.name ?? null,
        facts: JSON.stringify(seriesFactsSchema.parse(series)),
      });
      this.#production(series);
    }
  }

  /**
   * Replaces all future performances: those later than now that are not among them are deleted.
   *
   * @param unreadable how many could not be read
   */
  events(list: readonly EventPerformance[], unreadable: number): void {
    const { nothingUpcoming, dropAfter, fetched } = this.#statements;
    nothingUpcoming.run({ client: this.#client });
    this.#performances(list, 1);
    // Performances of today that have begun are no longer in the list; only the calendar replaces them.
    const day = dateOf(this.#stamp.wall);
    dropAfter.run({ client: this.#client, day, seen: this.#seen });
    fetched.run({ client: this.#client, now: this.#stamp.now, unreadable });
  }

  /**
   * Replaces a month in its whole weeks: performances that are not among them are deleted, unless this
   * refresh added them. Those that have begun stay until they are over: lists of the future no longer have
   * them.
   *
   * @param unreadable how many could not be read
   */
  month(month: Month, list: readonly EventPerformance[], unreadable: number): void {
    this.#performances(list, 0);
    const { dropBetween, fetchedMonth } = this.#statements;
    const ends = gridEnds(month);
    const { now, wall } = this.#stamp;
    dropBetween.run({
      ...{ client: this.#client, ...ends, seen: this.#seen, wall },
      ...{ wallBegun: wall + ABOUT_TO_BEGIN, begun: now + ABOUT_TO_BEGIN },
    });
    fetchedMonth.run({ client: this.#client, ...month, ...ends, now, unreadable });
  }

  /** Commits. */
  keep(): void {
    const { forgetClients, forgetMonths, dropForgotten } = this.#statements;
    const { dropUnlisted, dropUnused } = this.#statements;
    const client = this.#client;
    const before = this.#stamp.now - LIFE;
    forgetClients.run({ client, before });
    forgetMonths.run({ client, before });
    dropForgotten.run({ client });
    dropUnlisted.run({ client });
    dropUnused.run({ client });
    this.#db.exec('COMMIT');
  }

  /** Rolls back. */
  drop(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }

  #performances(list: readonly EventPerformance[], upcoming: 0 | 1): void {
    const described = new Set<number>();
    for (const performance of list) {
      // The date was validated when it was read.
      const date = readDate(performance.performanceDate);
      if (date === null) continue;
      const facts = performanceFactsSchema.parse(performance);
      this.#statements.addPerformance.run({
        client: this.#client,
        performanceId: facts.performanceId,
        productionId: facts.productionId,
        departmentId: facts.departmentId,
        start: facts.performanceStart,
        date,
        wall: startWall(facts),
        overAt: overAt(facts, date),
        doorsAt: facts.allDayEvent ? doorHours(facts, date).opens : null,
        cancelled: isCancelled(facts) ? 1 : 0,
        shown: isPerformanceShown(facts) ? 1 : 0,
        upcoming,
        seen: this.#seen,
        facts: JSON.stringify(facts),
      });
      if (!isPerformanceShown(facts) || described.has(facts.productionId)) continue;
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
      client: this.#client,
      ...{ productionId, description, logo },
      seen: this.#seen,
    });
  }
}

function prepare(db: Database.Database) {
  return {
    begin: db.prepare(
      `INSERT INTO client (server, client_id) VALUES (:baseUrl, :clientId)
       ON CONFLICT DO UPDATE SET refreshes = refreshes + 1 RETURNING client, refreshes`,
    ),
    forgetClients: db.prepare(
      `DELETE FROM client AS h WHERE client <> :client AND coalesce(fetched_at,
         (SELECT max(fetched_at) FROM month m WHERE m.client = h.client), 0) < :before`,
    ),
    fetched: db.prepare(
      `UPDATE client SET fetched_at = :now, unreadable = :unreadable WHERE client = :client`,
    ),

    nothingListed: db.prepare(`UPDATE series SET listed = 0 WHERE client = :client`),
    dropUnlisted: db.prepare(
      `DELETE FROM series AS s WHERE client = :client AND NOT listed
         AND NOT EXISTS (SELECT 1 FROM performance p
           WHERE p.client = s.client AND p.production_id = s.production_id AND p.shown)`,
    ),
    addSeries: db.prepare(
      `INSERT OR REPLACE INTO series
         (client, production_id, shown, listed, first, super_title, sub_title, venue_name, facts)
       VALUES (:client, :productionId, :shown, 1, :first, :superTitle, :subTitle, :venueName, :facts)`,
    ),

    // The first value in a refresh replaces the old one; later ones only fill in what is missing.
    addProduction: db.prepare(
      `INSERT INTO production (client, production_id, description, logo, seen)
       VALUES (:client, :productionId, :description, :logo, :seen)
       ON CONFLICT DO UPDATE SET
         description = iif(seen = excluded.seen, coalesce(description, excluded.description), excluded.description),
         logo = iif(seen = excluded.seen, coalesce(logo, excluded.logo), excluded.logo),
         seen = excluded.seen`,
    ),
    dropUnused: db.prepare(
      `DELETE FROM production AS d WHERE client = :client
         AND NOT EXISTS (SELECT 1 FROM series s
           WHERE s.client = d.client AND s.production_id = d.production_id)
         AND NOT EXISTS (SELECT 1 FROM performance p
           WHERE p.client = d.client AND p.production_id = d.production_id AND p.shown)`,
    ),

    nothingUpcoming: db.prepare(`UPDATE performance SET upcoming = 0 WHERE client = :client`),
    addPerformance: db.prepare(
      `INSERT INTO performance (client, performance_id, production_id, department_id, start, date,
         wall, over_at, doors_at, cancelled, shown, upcoming, seen, facts)
       VALUES (:client, :performanceId, :productionId, :departmentId, :start, :date,
         :wall, :overAt, :doorsAt, :cancelled, :shown, :upcoming, :seen, :facts)
       ON CONFLICT DO UPDATE SET production_id = excluded.production_id,
         department_id = excluded.department_id, start = excluded.start, date = excluded.date,
         wall = excluded.wall, over_at = excluded.over_at, doors_at = excluded.doors_at,
         cancelled = excluded.cancelled, shown = excluded.shown, seen = excluded.seen,
         upcoming = max(upcoming, excluded.upcoming), facts = excluded.facts`,
    ),
    dropAfter: db.prepare(
      `DELETE FROM performance WHERE client = :client AND date > :day AND seen <> :seen`,
    ),
    dropBetween: db.prepare(
      `DELETE FROM performance
       WHERE client = :client AND date BETWEEN :first AND :last AND seen <> :seen
         AND NOT (coalesce(wall <= :wallBegun, start <= :begun) AND over_at > :wall AND NOT cancelled)`,
    ),

    fetchedMonth: db.prepare(
      `INSERT OR REPLACE INTO month (client, year, month, first, last, fetched_at, unreadable)
       VALUES (:client, :year, :month, :first, :last, :now, :unreadable)`,
    ),
    forgetMonths: db.prepare(`DELETE FROM month WHERE client = :client AND fetched_at < :before`),
    dropForgotten: db.prepare(
      `DELETE FROM performance AS p WHERE client = :client AND NOT upcoming
         AND NOT EXISTS (SELECT 1 FROM month m
           WHERE m.client = p.client AND p.date BETWEEN m.first AND m.last)`,
    ),
  };
}
