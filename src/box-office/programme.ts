import type Database from 'better-sqlite3';
import type { VenueAddress } from '#shared/api/index.ts';

export interface ClientRow {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  readonly active: 0 | 1;
}

/** What a view is asked for: all of a client, or one production or department of it. */
export interface Scope {
  readonly client: ClientRow;
  readonly productionId: number | null;
  readonly departmentId: number | null;
}

/** A production with its department and venue. */
export interface ProductionRow {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly style: number;
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  readonly description: string | null;
  readonly generalAdmission: 0 | 1;
  readonly shutoffHour: number;
  readonly shutoffMessage: string;
  readonly noRemainingMessage: string;
  readonly purchaseAlert: string | null;
  readonly logoType: 'svg' | 'png' | null;
  readonly logoAltName: string | null;
  readonly departmentId: number | null;
  readonly departmentName: string | null;
  readonly venueId: number | null;
  readonly venueName: string | null;
  readonly venueLocation: string | null;
  readonly venuePhone: string | null;
  readonly transitInfo: string | null;
}

/** A performance that is still to come. */
export interface UpcomingRow {
  readonly id: number;
  readonly productionId: number;
  readonly start: number;
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  readonly notes: string | null;
  readonly availability: string;
  readonly display: string;
  readonly customMessage: string | null;
  readonly remaining: number;
  readonly shutoffHour: number | null;
  readonly doorsOpen: number | null;
  readonly doorsClose: number | null;
}

export interface EntryTimeRow {
  readonly id: number;
  readonly minuteOfDay: number;
  readonly soldOut: 0 | 1;
}

const PRODUCTION = `SELECT
    production.id, production.name, status, style, super_title AS superTitle,
    sub_title AS subTitle, description, general_admission AS generalAdmission,
    shutoff_hour AS shutoffHour, shutoff_message AS shutoffMessage,
    no_remaining_message AS noRemainingMessage, purchase_alert AS purchaseAlert,
    logo_type AS logoType, logo_alt_name AS logoAltName,
    department_id AS departmentId, department.name AS departmentName,
    venue_id AS venueId, venue.name AS venueName, location AS venueLocation,
    phone AS venuePhone, transit_info AS transitInfo
  FROM production
  LEFT JOIN department ON department.id = department_id
  LEFT JOIN venue ON venue.id = venue_id`;

/** What is on: the data behind the calendar, the series and the events (spec 4.1). */
export function createProgramme(db: Database.Database) {
  const client = db.prepare<[number], ClientRow>(
    'SELECT id, name, time_zone AS timeZone, active FROM client WHERE id = ?',
  );
  const department = db
    .prepare<[number, number], number>('SELECT id FROM department WHERE id = ? AND client_id = ?')
    .pluck();
  const production = db.prepare<[number], ProductionRow>(`${PRODUCTION} WHERE production.id = ?`);
  const ofClient = db.prepare<[number], ProductionRow>(
    `${PRODUCTION} WHERE production.client_id = ? ORDER BY production.name, production.id`,
  );
  const address = db.prepare<[number], VenueAddress>(
    `SELECT line1, line2, city, state, state_abbreviation AS stateAbbreviation, zipcode, country,
            country_abbreviation AS countryAbbreviation
     FROM venue_address WHERE venue_id = ?`,
  );
  const upcoming = db.prepare<[object], UpcomingRow>(
    `SELECT performance.id, production_id AS productionId, start,
            performance.super_title AS superTitle, performance.sub_title AS subTitle, notes,
            availability, display, custom_message AS customMessage, remaining,
            performance.shutoff_hour AS shutoffHour,
            doors_open AS doorsOpen, doors_close AS doorsClose
     FROM performance JOIN production ON production.id = production_id
     JOIN client ON client.id = client_id
     WHERE client_id = :clientId
       AND coalesce(doors_close, start + :begun * minutes_after * 60000) >= :now
       AND (:productionId IS NULL OR production_id = :productionId)
       AND (:departmentId IS NULL OR department_id = :departmentId)
     ORDER BY start, performance.id`,
  );
  const entryTimes = db.prepare<[number], EntryTimeRow>(
    `SELECT id, minute_of_day AS minuteOfDay, sold_out AS soldOut
     FROM entry_time WHERE performance_id = ? ORDER BY minute_of_day`,
  );

  return {
    client: (id: number) => client.get(id),
    hasProduction: (clientId: number, id: number) =>
      ofClient.all(clientId).some((row) => row.id === id),
    hasDepartment: (clientId: number, id: number) => department.get(id, clientId) !== undefined,
    production: (id: number) => production.get(id),
    /** The client's productions, by name. */
    productionsOf: (clientId: number) => ofClient.all(clientId),
    addressOf: (venueId: number) => address.get(venueId) ?? null,
    /**
     * The performances of the scope that have not begun, by start; with `begun` also those that have,
     * for as long as they can be scanned. An all-day event has no start: it counts until its doors close.
     */
    upcoming: (
      { client: { id: clientId }, productionId, departmentId }: Scope,
      now: number,
      begun: boolean,
    ) => upcoming.all({ clientId, productionId, departmentId, now, begun: begun ? 1 : 0 }),
    entryTimesOf: (performanceId: number) => entryTimes.all(performanceId),
  };
}

export type Programme = ReturnType<typeof createProgramme>;
