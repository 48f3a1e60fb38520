import type Database from 'better-sqlite3';
import { AVAILABILITY, DISPLAY, PRODUCTION_STATUS } from '#shared/api/index.ts';
import type { DemoProduction, PerformanceDetails } from './demo-production.ts';

/** Tickets left where the demo data names no number. */
const SOME_LEFT = 120;
const SHUTOFF_HOUR = 2;

/** Prepares the statement that writes a production. */
export function createProductionInsert(db: Database.Database): (row: DemoProduction) => void {
  const production = db.prepare(
    `INSERT INTO production VALUES (
       :id, :clientId, :departmentId, :venueId, :name, :status, :style, :superTitle, :subTitle,
       :description, :generalAdmission, :shutoffHour, :shutoffMessage, :noRemainingMessage,
       :purchaseAlert, :logo, :logoAltName)`,
  );
  return (row) => {
    production.run({
      id: row.id,
      clientId: row.clientId,
      departmentId: row.departmentId,
      venueId: row.venueId,
      name: row.name,
      status: row.status ?? PRODUCTION_STATUS.normal,
      style: row.style,
      superTitle: row.superTitle ?? null,
      subTitle: row.subTitle ?? null,
      description: row.description ?? null,
      generalAdmission: row.generalAdmission ? 1 : 0,
      shutoffHour: row.shutoffHour ?? SHUTOFF_HOUR,
      shutoffMessage: row.shutoffMessage ?? '',
      noRemainingMessage: row.noRemainingMessage ?? '',
      purchaseAlert: row.purchaseAlert ?? null,
      logo: row.logo ?? null,
      logoAltName: row.logoAltName ?? null,
    });
  };
}

export interface NewPerformance {
  readonly id: number;
  readonly productionId: number;
  readonly start: number;
  readonly details: PerformanceDetails;
  readonly doorsOpen: number | null;
  readonly doorsClose: number | null;
}

/** Prepares the statements that write a performance with its entry times. */
export function createPerformanceInsert(db: Database.Database): (row: NewPerformance) => void {
  const performance = db.prepare(
    `INSERT INTO performance VALUES (
       :id, :productionId, :start, :superTitle, :subTitle, :notes, :availability, :display,
       :customMessage, :remaining, :shutoffHour, :doorsOpen, :doorsClose)`,
  );
  const entryTime = db.prepare('INSERT INTO entry_time VALUES (NULL, ?, ?, ?)');
  return ({ id, productionId, start, details, doorsOpen, doorsClose }) => {
    performance.run({
      id,
      productionId,
      start,
      superTitle: details.superTitle ?? null,
      subTitle: details.subTitle ?? null,
      notes: details.notes ?? null,
      availability: details.availability ?? AVAILABILITY.all,
      display: details.display ?? DISPLAY.normal,
      customMessage: details.customMessage ?? null,
      remaining: details.remaining ?? SOME_LEFT,
      shutoffHour: details.shutoffHour ?? null,
      doorsOpen,
      doorsClose,
    });
    for (const [time, soldOut] of details.entryTimes ?? []) {
      entryTime.run(id, minuteOfDay(time), soldOut ? 1 : 0);
    }
  };
}

/** Minutes from midnight to a time as `HH:mm`. */
export function minuteOfDay(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
