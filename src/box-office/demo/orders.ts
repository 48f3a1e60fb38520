import { MINUTE } from '#shared/time.ts';
import type Database from 'better-sqlite3';
import { createBarcodes } from './barcodes.ts';
import { createInserts } from './inserts.ts';
import { inventPlusOne, inventPurchaser } from './people.ts';
import { performancesAround, type DemoPerformance } from './programme.ts';
import { createRandom, type Random } from './random.ts';
import { placeOf } from './seats.ts';

/** With fewer, not every kind of ticket would be there twice. */
export const FEWEST_TICKETS = 200;

const LARGEST_ORDER = 8;

export interface OrdersToMake {
  readonly seed: number;
  readonly tickets: number;
  readonly now: number;
  /** Whether the last two tickets of an order for a performance share a barcode. */
  readonly sharesBarcodes: boolean;
}

interface Order {
  readonly id: number;
  readonly clientId: number;
  /** Its tickets, of all performances. */
  size: number;
}

/** Writes the demo orders with their patrons, tickets and scans. */
export function insertOrders(
  db: Database.Database,
  { seed, tickets, now, sharesBarcodes }: OrdersToMake,
): void {
  const random = createRandom(seed);
  const insert = createInserts(db);
  const nextBarcode = createBarcodes(random);
  let earlier: Order[] = [];
  let before = { group: '', barcode: '' };

  for (const { performance, count } of shareOut(performancesAround(now), tickets)) {
    const { production } = performance;
    const orders: Order[] = [];
    for (let index = 0; index < count;) {
      const size = Math.min(random.between(1, LARGEST_ORDER), count - index);
      const order = orderOf(production.clientId, size);
      orders.push(order);
      for (const last = index + size - 1; index <= last; index++) {
        insertTicket(performance, order, index, index === last);
      }
    }
    earlier = orders;
  }

  /** A new order; now and then one that already holds tickets of another performance. */
  function orderOf(clientId: number, size: number): Order {
    const other = earlier[random.between(0, earlier.length)];
    if (other?.clientId === clientId && other.size + size <= LARGEST_ORDER) {
      other.size += size;
      return other;
    }
    const purchaserId = insert.patron(inventPurchaser(random));
    return { id: insert.order(clientId, purchaserId), clientId, size };
  }

  /** The purchaser keeps the last ticket; the others may be for somebody known by name. */
  function insertTicket(performance: DemoPerformance, order: Order, index: number, last: boolean) {
    const status = statusOf(index, performance.phase, random);
    const barcode = nextBarcode();
    const group = `${order.id} ${performance.id}`;
    const isShared = sharesBarcodes && last && before.group === group;
    before = { group, barcode: isShared ? before.barcode : barcode };
    const ticketId = insert.ticket({
      orderId: order.id,
      performanceId: performance.id,
      barcode: before.barcode,
      ...placeOf(index, performance.production.generalAdmission),
      plusOneId: !last && random.oneIn(4) ? insert.patron(inventPlusOne(random)) : null,
      state: status === 'scanned' ? 'sold' : status,
    });
    if (status === 'scanned') insert.scan(ticketId, scanTime(performance.start, now, random));
  }
}

/** Divides the tickets among the performances; the first, the main one, takes the remainder. */
function shareOut(performances: readonly DemoPerformance[], tickets: number) {
  const whole = performances.reduce((sum, { share }) => sum + share, 0);
  const shares = performances.map((performance) => ({
    performance,
    count: Math.floor((tickets * performance.share) / whole),
  }));
  const given = shares.reduce((sum, { count }) => sum + count, 0);
  return shares.map((share, index) =>
    index === 0 ? { ...share, count: share.count + tickets - given } : share,
  );
}

type Status = 'sold' | 'scanned' | 'voided' | 'refunded';

/** In each twenty tickets one is voided and one refunded, so that small data has them, too. */
function statusOf(index: number, phase: DemoPerformance['phase'], random: Random): Status {
  const place = index % 20;
  if (place === 6) return 'voided';
  if (place === 13) return 'refunded';
  if (phase === 'later') return 'sold';
  if (phase === 'closed') return random.oneIn(10) ? 'sold' : 'scanned';
  return place === 3 || place === 10 || place === 17 ? 'scanned' : 'sold';
}

/** Some time in the hour before the performance, or before now, if that is earlier. */
function scanTime(start: number, now: number, random: Random): number {
  return Math.min(start, now) - random.between(1, 60) * MINUTE - random.between(0, 59_999);
}
