import type Database from 'better-sqlite3';
import type { DemoGuide, DemoTicketKind } from '#shared/model/demo-guide.ts';
import { assertNever } from '#shared/assert-never.ts';
import { createPerformances, type PerformanceRow } from '../performances.ts';
import { isOpen } from '../scan-window.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { MAIN_CLIENT } from './clients.ts';

/** How many barcodes of each kind the guide names. */
const IN_GUIDE: readonly (readonly [DemoTicketKind, count: number])[] = [
  ['valid', 8],
  ['scanned', 2],
  ['voided', 2],
  ['refunded', 2],
  ['other-performance', 2],
  ['other-series', 2],
  ['other-client', 2],
  ['unknown', 1],
];

const NOT_SCANNED = 'NOT EXISTS (SELECT 1 FROM scan WHERE ticket_id = ticket.id)';

/** Finds demo barcodes by what happens to them while the main performance is selected. */
export interface DemoBarcodes {
  /** The performance that the kinds refer to; undefined if the main client has none. */
  readonly performance: PerformanceRow | undefined;
  /** Whether it can be scanned now: a data file that was kept for days has nothing open. */
  readonly open: boolean;
  readonly barcodes: (kind: DemoTicketKind, count: number) => string[];
}

/** What happens to a shared barcode depends on all of its tickets. */
const NOT_SHARED = `NOT EXISTS (
  SELECT 1 FROM ticket AS mate WHERE mate.barcode = ticket.barcode AND mate.id <> ticket.id)`;

/** Looks at the data as it is now. */
export function createBarcodeFinder(
  db: Database.Database,
  now: number,
  sharesBarcodes = false,
): DemoBarcodes {
  const performance = nearest(createPerformances(db).allOf(MAIN_CLIENT), now);
  const { id = 0, productionId = 0 } = performance ?? {};

  const select = (condition: string, ...values: number[]) =>
    db
      .prepare<number[], string>(
        `SELECT barcode FROM ticket
         JOIN performance ON performance.id = performance_id
         JOIN production ON production.id = production_id
         WHERE ${condition}${sharesBarcodes ? ` AND ${NOT_SHARED}` : ''} ORDER BY abs(start - ?), ticket.id LIMIT ?`,
      )
      .pluck()
      .all(...values);

  return {
    performance,
    open: performance !== undefined && isOpen(performance, now),
    barcodes(kind, count) {
      const good = `state = 'sold' AND ${NOT_SCANNED}`;
      switch (kind) {
        case 'valid':
          return select(`performance_id = ? AND ${good}`, id, now, count);
        case 'scanned':
          return select(
            `performance_id = ? AND state = 'sold' AND NOT ${NOT_SCANNED}`,
            id,
            now,
            count,
          );
        case 'voided':
          return select(`performance_id = ? AND state = 'voided'`, id, now, count);
        case 'refunded':
          return select(`performance_id = ? AND state = 'refunded'`, id, now, count);
        case 'other-performance':
          return select(
            `production_id = ? AND performance_id <> ? AND ${good}`,
            productionId,
            id,
            now,
            count,
          );
        case 'other-series':
          return select(
            `client_id = ? AND production_id <> ? AND ${good}`,
            MAIN_CLIENT,
            productionId,
            now,
            count,
          );
        case 'other-client':
          return select(`client_id <> ? AND ${good}`, MAIN_CLIENT, now, count);
        case 'unknown':
          return Array.from({ length: count }, (_, index) => unsold(index));
        default:
          return assertNever(kind);
      }
    },
  };
}

/** What a newcomer needs: a user of each role, and the first tickets of each kind. */
export function demoGuide(finder: DemoBarcodes): DemoGuide {
  return {
    users: DEMO_ACCOUNTS.flatMap(({ username, password, role }) =>
      role === null ? [] : [{ username, password, role }],
    ),
    tickets: IN_GUIDE.flatMap(([kind, count]) =>
      finder.barcodes(kind, count).map((barcode) => ({ barcode, kind })),
    ),
  };
}

function nearest(performances: readonly PerformanceRow[], now: number): PerformanceRow | undefined {
  const distance = ({ start }: PerformanceRow) => Math.abs(start - now);
  return performances.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Sold barcodes have 12 digits or more. */
function unsold(index: number): string {
  return String(40_400_000 + index);
}
