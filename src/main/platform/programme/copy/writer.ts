import type { AsRead, eventPerformance, seriesInformation } from '#shared/api/index.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { performanceFactsSchema, seriesFactsSchema } from '../facts.ts';
import { dateOf, readDate } from '../local-time.ts';
import { gridEnds, type Month } from '../month-grid.ts';
import { isCancelled, isPerformanceShown, isSeriesShown, overAt, startWall } from '../rules.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** Months and clients that were not fetched for this long are deleted, in milliseconds. */
const LIFE = 90 * 24 * 60 * 60_000;

/**
 * So long before its start, in milliseconds, a performance may be missing in a list of the future for
 * no other reason than that it begins: the platform's clock is not the kiosk's, and an answer takes its time.
 */
const ABOUT_TO_BEGIN = 2 * 60_000;
type EventPerformance = AsRead<typeof eventPerformance>;
type SeriesInformation = AsRead<typeof seriesInformation>;

/** Where a series stands whose first performance the platform does not tell: behind all others. */
const LAST = Number.MAX_SAFE_INTEGER;

const begunSchema = z.object({ client: z.int(), refreshes: z.int() });

/** The times of a refresh. */
export interface Stamp {
  /** The kiosk's clock, ms since the epoch. */
  readonly now: number;
  /** What the wall shows where the kiosk stands (local-time.ts). */
  readonly wall: number;
}

/**
 * Writes one refresh. It begins with the first view and is kept as a whole or not at all: readers see
 * the old copy until then.
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
   * All series there are, in place of all there were. One that is not among them has nothing to come
   * (spec 4.1); what is known of it stays with its performances as long as these do.
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

  /** All future performances: a later one that is not among them is no more. */
  events(list: readonly EventPerformance[]): void {
    const { nothingUpcoming, dropAfter } = this.#statements;
    nothingUpcoming.run({ client: this.#client });
    this.#performances(list, 1);
    // Those of today that have begun are no longer listed; they are left to the calendar.
    const day = dateOf(this.#stamp.wall);
    dropAfter.run({ client: this.#client, day, seen: this.#seen });
  }

  /**
   * A month in its whole weeks: what is not among them is no more, unless this refresh brought it. What
   * has begun stays until it is over: lists of the future cannot have it, and until its start they did.
   */
  month(month: Month, list: readonly EventPerformance[]): void {
    this.#performances(list, 0);
    const { dropBetween, fetchedMonth } = this.#statements;
    const ends = gridEnds(month);
    const { now, wall } = this.#stamp;
    dropBetween.run({
      ...{ client: this.#client, ...ends, seen: this.#seen, wall },
      ...{ wallBegun: wall + ABOUT_TO_BEGIN, begun: now + ABOUT_TO_BEGIN },
    });
    fetchedMonth.run({ client: this.#client, ...month, ...ends, now: this.#stamp.now });
  }

  /**
   * @param whole whether this was the whole programme, and not a month alone
   * @param unreadable how many performances of it could not be read
   */
  keep(whole: boolean, unreadable: number): void {
    const { forgetClients, forgetMonths, dropForgotten, fetched } = this.#statements;
    const { dropUnlisted, dropUnused } = this.#statements;
    const client = this.#client;
    const before = this.#stamp.now - LIFE;
    forgetClients.run({ client, before });
    forgetMonths.run({ client, before });
    dropForgotten.run({ client });
    dropUnlisted.run({ client });
    dropUnused.run({ client });
    if (whole) fetched.run({ client, now: this.#stamp.now, unreadable });
    this.#db.exec('COMMIT');
  }

  /** Rolls the refresh back. */
  drop(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }

  #performances(list: readonly EventPerformance[], upcoming: 0 | 1): void {
    const described = new Set<number>();
    for (const performance of list) {
      // Its date has been read before it came here.
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
      `DELETE FROM client WHERE client <> :client AND coalesce(fetched_at, 0) < :before`,
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

    // The first answer of a refresh replaces what was stored; later ones only add what is missing.
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
         wall, over_at, cancelled, shown, upcoming, seen, facts)
       VALUES (:client, :performanceId, :productionId, :departmentId, :start, :date,
         :wall, :overAt, :cancelled, :shown, :upcoming, :seen, :facts)
       ON CONFLICT DO UPDATE SET production_id = excluded.production_id,
         department_id = excluded.department_id, start = excluded.start, date = excluded.date,
         wall = excluded.wall, over_at = excluded.over_at,
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
      `INSERT OR REPLACE INTO month (client, year, month, first, last, fetched_at)
       VALUES (:client, :year, :month, :first, :last, :now)`,
    ),
    forgetMonths: db.prepare(`DELETE FROM month WHERE client = :client AND fetched_at < :before`),
    dropForgotten: db.prepare(
      `DELETE FROM performance AS p WHERE client = :client AND NOT upcoming
         AND NOT EXISTS (SELECT 1 FROM month m
           WHERE m.client = p.client AND p.date BETWEEN m.first AND m.last)`,
    ),
  };
}
