import type Database from 'better-sqlite3';
import { MAIN_CLIENT } from './clients.ts';
import { createInserts } from './inserts.ts';
import { inventPurchaser } from './people.ts';
import { DEMO_IDS } from './programme.ts';
import { createRandom } from './random.ts';

/** How many tickets each of the two events has. */
const TICKETS = 10;

/** The barcodes of an all-day event's tickets. */
export function allDayBarcodes(performanceId: number): string[] {
  return Array.from(
    { length: TICKETS },
    (_, index) => `${performanceId}${String(index + 1).padStart(8, '0')}`,
  );
}

/** Sells tickets for the all-day events of today and tomorrow, so that they can be scanned. */
export function insertAllDayTickets(db: Database.Database, seed: number): void {
  const insert = createInserts(db);
  const random = createRandom(seed);
  for (const performanceId of [
    DEMO_IDS.allDayPerformanceId,
    DEMO_IDS.allDayTomorrowPerformanceId,
  ]) {
    const orderId = insert.order(MAIN_CLIENT, insert.patron(inventPurchaser(random)));
    for (const barcode of allDayBarcodes(performanceId)) {
      const place = { section: null, seat: null, plusOneId: null } as const;
      insert.ticket({ orderId, performanceId, barcode, ...place, state: 'sold' });
    }
  }
}
