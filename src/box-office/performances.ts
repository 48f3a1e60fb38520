import type Database from 'better-sqlite3';
import { isOpen, type ScanWindow } from './scan-window.ts';

/** A performance with what its tickets and filters need to know. */
export interface PerformanceRow extends ScanWindow {
  readonly id: number;
  readonly productionId: number;
  readonly productionName: string;
  readonly timeZone: string;
}

/** What there is to scan: performances for which tickets have been sold. */
export function createPerformances(db: Database.Database) {
  const clients = db.prepare<[number], { id: number; name: string }>(
    `SELECT id, name FROM client JOIN user_client ON client_id = id
     WHERE user_id = ? ORDER BY name`,
  );
  const ofClient = db.prepare<[number], PerformanceRow>(
    `SELECT performance.id, start, production_id AS productionId, production.name AS productionName,
            time_zone AS timeZone, minutes_before AS minutesBefore, minutes_after AS minutesAfter,
            doors_open AS doorsOpen, doors_close AS doorsClose
     FROM performance
     JOIN production ON production.id = production_id
     JOIN client ON client.id = client_id
     WHERE client_id = ? AND EXISTS (SELECT 1 FROM ticket WHERE performance_id = performance.id)
     ORDER BY production.name, production_id, start, performance.id`,
  );
  const productionOf = db
    .prepare<[number], number>('SELECT production_id FROM performance WHERE id = ?')
    .pluck();

  return {
    clientsOf: (userId: number) => clients.all(userId),
    /** The client's performances that can be scanned now, by production and start. */
    openOf: (clientId: number, now: number) =>
      ofClient.all(clientId).filter((performance) => isOpen(performance, now)),
    allOf: (clientId: number) => ofClient.all(clientId),
    productionOf: (performanceId: number) => productionOf.get(performanceId),
  };
}

export type Performances = ReturnType<typeof createPerformances>;
