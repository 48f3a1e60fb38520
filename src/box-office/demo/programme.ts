import { MINUTE } from '#shared/time.ts';
import type Database from 'better-sqlite3';
import { instantOf, localTime } from '../local-time.ts';
import type { DemoProduction, PerformanceDetails, Show } from './demo-production.ts';
import { generatedPerformances, generatedProductions } from './generated.ts';
import { CLIENTS, DEPARTMENTS, MAIN_CLIENT, OTHER_CLIENT, VENUES } from './clients.ts';
import {
  createPerformanceInsert,
  createProductionInsert,
  minuteOfDay,
} from './programme-inserts.ts';
import { DEMO_PRODUCTIONS } from './productions.ts';

/** A performance with demo tickets. */
export interface DemoPerformance {
  readonly id: number;
  readonly production: DemoProduction;
  readonly start: number;
  readonly share: number;
  readonly details: PerformanceDetails;
  /** Whether it can be scanned now, is over, or is still to come. */
  readonly phase: 'open' | 'closed' | 'later';
}

const idOf = (productionId: number, place: number) => productionId * 100 + place + 1;

/** Where to find what in the demo data; the same for each seed. */
export const DEMO_IDS = {
  clientId: MAIN_CLIENT,
  otherClientId: OTHER_CLIENT,
  productionId: 5101,
  otherProductionId: 5102,
  /** Open and nearest to now. */
  performanceId: idOf(5101, 0),
  /** Open, of the same production. */
  siblingPerformanceId: idOf(5101, 1),
  /** Of the same production, not open yet. */
  laterPerformanceId: idOf(5101, 2),
  /** Of the same production, over. */
  closedPerformanceId: idOf(5101, 3),
  /** Open, of the other production. */
  otherProductionPerformanceId: idOf(5102, 0),
  /** An all-day event of today and of tomorrow; with tickets only if asked for. */
  allDayPerformanceId: idOf(5106, 1),
  allDayTomorrowPerformanceId: idOf(5106, 2),
  /** Open, of the other client. */
  otherClientPerformanceId: idOf(6201, 0),
} as const;
export type DemoIds = typeof DEMO_IDS;

const ROUND_MS = 5 * MINUTE;

/**
 * The performances with demo tickets as they lie around `now`, starting at full five minutes. The
 * main one starts in a quarter of an hour and stays the nearest to now for more than half an hour,
 * also for a user who sees both clients. Around it: open ones, some of later today that are not open
 * yet, closed ones.
 */
export function performancesAround(now: number): DemoPerformance[] {
  return DEMO_PRODUCTIONS.flatMap((production) =>
    (production.slots ?? []).map(([minutes, share, details = {}], place): DemoPerformance => {
      const client = CLIENTS.find(({ id }) => id === production.clientId);
      const start = Math.round((now + minutes * MINUTE) / ROUND_MS) * ROUND_MS;
      const performance = { id: idOf(production.id, place), production, start, share, details };
      if (minutes < 0) return { ...performance, phase: 'closed' };
      const isOpen = minutes <= (client?.minutesBefore ?? 0);
      return { ...performance, phase: isOpen ? 'open' : 'later' };
    }),
  );
}

export interface ProgrammeToMake {
  readonly now: number;
  readonly timeZone: string;
  /** How many further future performances to make up. */
  readonly generated: number;
}

/** Writes clients, departments, venues, productions and performances. */
export function insertProgramme(db: Database.Database, programme: ProgrammeToMake): void {
  const { now, timeZone, generated } = programme;
  insertClients(db, timeZone);
  const insertProduction = createProductionInsert(db);
  const insertPerformance = createPerformanceInsert(db);
  const today = localTime(now, timeZone);

  function insertShow(id: number, productionId: number, [day, time, details = {}]: Show): void {
    const at = (offset: number, clock: string) =>
      instantOf({ ...today, day: today.day + offset }, minuteOfDay(clock), timeZone);
    const { doors } = details;
    insertPerformance({
      id,
      productionId,
      start: at(day, time),
      details,
      doorsOpen: doors === undefined ? null : at(day, doors.opens),
      doorsClose: doors === undefined ? null : at(day + doors.days, doors.closes),
    });
  }

  for (const production of [...DEMO_PRODUCTIONS, ...generatedProductions(generated)]) {
    insertProduction(production);
  }
  for (const { id, production, start, details } of performancesAround(now)) {
    const productionId = production.id;
    insertPerformance({ id, productionId, start, details, doorsOpen: null, doorsClose: null });
  }
  for (const { id: productionId, slots = [], shows = [] } of DEMO_PRODUCTIONS) {
    for (const [index, show] of shows.entries()) {
      insertShow(idOf(productionId, slots.length + index), productionId, show);
    }
  }
  for (const { id, productionId, show } of generatedPerformances(generated)) {
    insertShow(id, productionId, show);
  }
}

function insertClients(db: Database.Database, timeZone: string): void {
  const client = db.prepare('INSERT INTO client VALUES (?, ?, ?, ?, ?, ?)');
  for (const { id, name, minutesBefore, minutesAfter, active } of CLIENTS) {
    client.run(id, name, timeZone, minutesBefore, minutesAfter, active);
  }
  const department = db.prepare('INSERT INTO department VALUES (?, ?, ?)');
  for (const { id, clientId, name } of DEPARTMENTS) department.run(id, clientId, name);

  const venue = db.prepare('INSERT INTO venue VALUES (?, ?, ?, ?, ?)');
  const venueAddress = db.prepare('INSERT INTO venue_address VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { id, name, location, phone, transit, address } of VENUES) {
    venue.run(id, name, location, phone, transit);
    if (address !== null) venueAddress.run(id, ...address);
  }
}
