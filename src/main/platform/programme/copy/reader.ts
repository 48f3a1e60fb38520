import type {
  KnownPerformance,
  ProductionDetail,
  ProgrammeBoard,
  ProgrammeMonth,
  ProgrammePage,
  ProgrammePerformance,
  ProgrammeSeries,
} from '#shared/model/programme.ts';
import type { DoorHours, PlayingPerformance } from '#main/platform/programme/playing.ts';
import { PROGRAMME_PAGE } from '#shared/model/programme.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { performanceFactsSchema, seriesFactsSchema } from '../facts.ts';
import { dateOf } from '../local-time.ts';
import { monthGrid, type Month } from '../month-grid.ts';
import { knownPerformance, showPerformance, showSeries, type Moment } from '../rules.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** The most performances of today that the board is told: more than fit on it. */
export const BOARD_TODAY = 60;

/** The most performances after today that the board shows. */
const BOARD_NEXT = 12;

/** The most logos that are had: of more no screen is known, and each costs a request. */
export const MOST_LOGO_URLS = 500;

/** Selects future performances, from a position in their order. */
export interface PerformanceScope {
  readonly productionId: number | null;
  readonly departmentId: number | null;
  readonly offset: number;
}

/** A moment, and how long before its start a performance counts as on, in milliseconds. */
export interface Soon {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The kiosk's local time then, as a wall time. */
  readonly wall: number;
  readonly ahead: number;
}

/** What the reader needs for what it returns. */
export interface View extends Moment {
  readonly clientRef: ClientRef;
  /** Returns the address under which the kiosk serves the logo of a URL; null while it has none. */
  readonly logoPath: (url: string) => string | null;
}

const nullableText = z.string().nullable();
const performanceRowSchema = z.object({
  facts: z.string(),
  super_title: nullableText,
  sub_title: nullableText,
  venue_name: nullableText,
  style: z.int().nullable(),
  logo: nullableText,
});
const seriesRowSchema = z.object({
  facts: z.string(),
  logo: nullableText,
  last_start: z.int().nullable(),
});
const playingSchema = z.object({
  performanceId: z.int(),
  productionId: z.int(),
  productionName: z.string(),
  start: z.int(),
});
const doorHoursSchema = z.object({ performanceId: z.int(), opens: z.int(), closes: z.int() });
const onePerformanceSchema = z.object({ facts: z.string(), series: nullableText });
const countSchema = z.int();
const nullableIntSchema = z
  .int()
  .nullish()
  .transform((number) => number ?? null);
const textSchema = nullableText.optional().transform((text) => text ?? null);

/** Reads the copy in small queries, each of which is a few milliseconds at the most. */
export class CopyReader {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Database.Database) {
    this.#statements = prepare(db);
  }

  /** When the list of future performances was last fetched; before that, when a month was. */
  fetchedAt(clientRef: ClientRef): number | null {
    return nullableIntSchema.parse(this.#statements.fetchedAt.get(clientRef));
  }

  board(view: View): ProgrammeBoard {
    const today = dateOf(view.wall);
    return {
      today: this.#performances(view, this.#statements.today, { today, most: BOARD_TODAY }),
      next: this.#performances(view, this.#statements.next, { today, most: BOARD_NEXT }),
    };
  }

  month(view: View, month: Month): ProgrammeMonth {
    const weeks = monthGrid(month);
    const days = weeks.flat();
    const all = this.#performances(view, this.#statements.between, {
      first: days[0],
      last: days.at(-1),
    });
    return {
      ...month,
      weeks: weeks.map((week) =>
        week.map((date) => ({ date, performances: all.filter((each) => each.date === date) })),
      ),
      fetchedAt: nullableIntSchema.parse(
        this.#statements.monthFetchedAt.get({ ...view.clientRef, ...month }),
      ),
    };
  }

  series(view: View): ProgrammeSeries[] {
    return this.#statements.allSeries.all(view.clientRef).map((row) => this.#oneSeries(view, row));
  }

  performances(view: View, scope: PerformanceScope): ProgrammePage {
    const { upcoming, countUpcoming } = this.#statements;
    const query = { ...view.clientRef, wall: view.wall, ...scope, most: PROGRAMME_PAGE };
    return {
      performances: this.#performances(view, upcoming, query),
      total: countSchema.parse(countUpcoming.get(query)),
    };
  }

  detail(view: View, productionId: number): ProductionDetail {
    const { oneSeries, description } = this.#statements;
    const key = { ...view.clientRef, productionId };
    const series = oneSeries.get(key);
    const scope = { productionId, departmentId: null, offset: 0 };
    const { performances } = this.performances(view, scope);
    const shown = series !== undefined || performances.length > 0;
    return {
      series: series === undefined ? null : this.#oneSeries(view, series),
      descriptionHtml: shown ? textSchema.parse(description.get(key)) : null,
      performances,
    };
  }

  /** Returns when and where a performance plays; null where the copy does not have it. */
  performanceOf(clientRef: ClientRef, performanceId: number): KnownPerformance | null {
    const row = this.#statements.onePerformance.get({ ...clientRef, performanceId });
    if (row === undefined) return null;
    const { facts, series } = onePerformanceSchema.parse(row);
    return knownPerformance(
      performanceFactsSchema.parse(JSON.parse(facts)),
      series === null ? null : seriesFactsSchema.parse(JSON.parse(series)),
    );
  }

  /**
   * Whether the copy is complete from today on. It has a performance, and both the list of future performances
   * and a calendar that contains today came between `since` and `until` (ms since the epoch) and could be read
   * completely.
   */
  isComplete({ clientRef, wall }: View, since: number, until: number): boolean {
    const query = { ...clientRef, today: dateOf(wall), since, until };
    return this.#statements.complete.get(query) !== undefined;
  }

  /** Returns the production of a performance, shown or not; null where the copy does not have it. */
  productionOf(clientRef: ClientRef, performanceId: number): number | null {
    return nullableIntSchema.parse(
      this.#statements.productionOf.get({ ...clientRef, performanceId }),
    );
  }

  /**
   * Returns what is not over and begins soon, shown or not, except cancelled performances. It is enough
   * that either the instant or the wall time fits: the kiosk's zone may be wrong, or the platform's
   * instants (local-time.ts), and no guest may be turned away because of that.
   */
  onNow(clientRef: ClientRef, { now, wall, ahead }: Soon): PlayingPerformance[] {
    const soon = { now, wall, until: now + ahead, wallUntil: wall + ahead };
    return playingSchema.array().parse(this.#statements.onNow.all({ ...clientRef, ...soon }));
  }

  /** When the doors of each all-day event are open, by its id. */
  doorHours(clientRef: ClientRef): ReadonlyMap<number, DoorHours> {
    const rows = doorHoursSchema.array().parse(this.#statements.doorHours.all(clientRef));
    return new Map(rows.map(({ performanceId, ...hours }) => [performanceId, hours]));
  }

  /** The addresses of the logos, `MOST_LOGO_URLS` at most. */
  logoUrls(clientRef: ClientRef): string[] {
    const query = { ...clientRef, most: MOST_LOGO_URLS };
    return z.array(z.string()).parse(this.#statements.logoUrls.all(query));
  }

  #performances(
    view: View,
    statement: Database.Statement,
    parameters: Readonly<Record<string, unknown>>,
  ): ProgrammePerformance[] {
    return statement.all({ ...view.clientRef, wall: view.wall, ...parameters }).map((row) => {
      const { facts, super_title, sub_title, venue_name, style, logo } =
        performanceRowSchema.parse(row);
      return showPerformance(
        performanceFactsSchema.parse(JSON.parse(facts)),
        {
          superTitle: super_title,
          subTitle: sub_title,
          venueName: venue_name,
          style,
          logo: logo === null ? null : view.logoPath(logo),
        },
        view,
      );
    });
  }

  #oneSeries(view: View, row: unknown): ProgrammeSeries {
    const { facts, logo, last_start: lastStart } = seriesRowSchema.parse(row);
    const parsed = seriesFactsSchema.parse(JSON.parse(facts));
    const shownLogo = logo === null ? null : view.logoPath(logo);
    return showSeries(parsed, { logo: shownLogo, lastStart }, view);
  }
}

const CLIENT = `(SELECT client FROM client WHERE server = :baseUrl AND client_id = :clientId)`;

const PERFORMANCES = `
  FROM performance p
  LEFT JOIN series s ON s.client = p.client AND s.production_id = p.production_id
  LEFT JOIN production d ON d.client = p.client AND d.production_id = p.production_id
  WHERE p.client = ${CLIENT} AND p.shown AND p.production_id NOT IN
    (SELECT production_id FROM series WHERE client = ${CLIENT} AND NOT shown)`;
const COLUMNS = `
  SELECT p.facts, s.super_title, s.sub_title, s.venue_name, d.logo,
    iif(s.facts IS NULL, NULL, ifnull(s.facts ->> 'productionStyle', 0)) AS style`;
const SHOWN = `${COLUMNS} ${PERFORMANCES}`;
const IN_ORDER = `ORDER BY p.start, p.performance_id`;
const UPCOMING = `
  ${PERFORMANCES} AND p.upcoming = 1 AND p.over_at > :wall
  AND (:productionId IS NULL OR p.production_id = :productionId)
  AND (:departmentId IS NULL OR p.department_id = :departmentId)`;

const SERIES = `
  SELECT s.facts, d.logo, (SELECT max(iif(p.doors_at IS NULL, p.wall, p.over_at)) FROM performance p
    WHERE p.client = s.client AND p.production_id = s.production_id AND p.upcoming = 1 AND p.shown)
    AS last_start
  FROM series s
  LEFT JOIN production d ON d.client = s.client AND d.production_id = s.production_id
  WHERE s.client = ${CLIENT} AND s.shown`;

function prepare(db: Database.Database) {
  return {
    fetchedAt: db
      .prepare(
        `SELECT coalesce(fetched_at, (SELECT max(fetched_at) FROM month m WHERE m.client = h.client))
         FROM client h WHERE server = :baseUrl AND client_id = :clientId`,
      )
      .pluck(),
    monthFetchedAt: db
      .prepare(
        `SELECT fetched_at FROM month WHERE client = ${CLIENT} AND year = :year AND month = :month`,
      )
      .pluck(),
    complete: db.prepare(
      `SELECT 1 FROM client h WHERE server = :baseUrl AND client_id = :clientId
         AND fetched_at BETWEEN :since AND :until AND unreadable = 0
         AND EXISTS (SELECT 1 FROM month m WHERE m.client = h.client
           AND :today BETWEEN m.first AND m.last
           AND m.fetched_at BETWEEN :since AND :until AND m.unreadable = 0)
         AND EXISTS (SELECT 1 FROM performance p WHERE p.client = h.client)`,
    ),
    productionOf: db
      .prepare(
        `SELECT production_id FROM performance
         WHERE client = ${CLIENT} AND performance_id = :performanceId`,
      )
      .pluck(),
    onNow: db.prepare(
      `SELECT performance_id AS performanceId, production_id AS productionId, start,
         facts ->> 'productionName' AS productionName FROM performance
       WHERE client = ${CLIENT} AND NOT cancelled
         AND (start <= :until AND start + over_at - wall > :now
           OR coalesce(wall <= :wallUntil, start <= :until) AND over_at > :wall)`,
    ),
    doorHours: db.prepare(
      `SELECT performance_id AS performanceId, doors_at AS opens, over_at AS closes
       FROM performance WHERE client = ${CLIENT} AND doors_at IS NOT NULL`,
    ),
    // A performance that began before midnight and is not over, or that lasts several days, counts as on
    // today.
    today: db.prepare(
      `${SHOWN} AND p.date <= :today AND p.over_at > :wall ${IN_ORDER} LIMIT :most`,
    ),
    next: db.prepare(`${SHOWN} AND p.upcoming = 1 AND p.date > :today ${IN_ORDER} LIMIT :most`),
    between: db.prepare(`${SHOWN} AND p.date BETWEEN :first AND :last ${IN_ORDER}`),
    upcoming: db.prepare(`${COLUMNS} ${UPCOMING} ${IN_ORDER} LIMIT :most OFFSET :offset`),
    countUpcoming: db.prepare(`SELECT count(*) ${UPCOMING}`).pluck(),
    allSeries: db.prepare(`${SERIES} AND s.listed ORDER BY s.first, s.production_id`),
    oneSeries: db.prepare(`${SERIES} AND s.production_id = :productionId`),
    description: db
      .prepare(
        `SELECT description FROM production WHERE client = ${CLIENT} AND production_id = :productionId`,
      )
      .pluck(),
    onePerformance: db.prepare(
      `SELECT p.facts, s.facts AS series ${PERFORMANCES} AND p.performance_id = :performanceId`,
    ),
    logoUrls: db
      .prepare(
        `SELECT DISTINCT logo FROM production WHERE client = ${CLIENT} AND logo IS NOT NULL LIMIT :most`,
      )
      .pluck(),
  };
}
