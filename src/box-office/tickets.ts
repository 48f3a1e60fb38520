import type Database from 'better-sqlite3';
import type { ScanWindow } from './scan-window.ts';

/** A ticket with what its performance, its order and its scans say about it. */
export interface TicketRow extends ScanWindow {
  readonly id: number;
  readonly barcode: string;
  readonly section: string | null;
  readonly seat: string | null;
  readonly state: 'sold' | 'voided' | 'refunded';
  readonly performanceId: number;
  readonly productionId: number;
  readonly productionName: string;
  readonly clientId: number;
  readonly timeZone: string;
  readonly purchaserName: string;
  /** Plus-one if there is one, otherwise the purchaser (spec 2.9). */
  readonly patronId: number;
  /** The first scan; null while there is none. */
  readonly scannedAt: number | null;
  /** Tickets of the order for this performance that are still good, and those of them scanned. */
  readonly ticketsSold: number;
  readonly ticketsScanned: number;
}

const STILL_GOOD = `FROM ticket AS mate
  WHERE mate.order_id = ticket.order_id AND mate.performance_id = ticket.performance_id
    AND mate.state = 'sold'`;

const SELECT = `SELECT
    ticket.id, barcode, section, seat, state, performance_id AS performanceId,
    production_id AS productionId, production.name AS productionName,
    client.id AS clientId, time_zone AS timeZone,
    start, minutes_before AS minutesBefore, minutes_after AS minutesAfter,
    doors_open AS doorsOpen, doors_close AS doorsClose,
    coalesce(purchaser.first_name || ' ', '') || coalesce(purchaser.last_name, '') AS purchaserName,
    coalesce(plus_one_id, purchaser_id) AS patronId,
    (SELECT min(scan_time) FROM scan WHERE ticket_id = ticket.id) AS scannedAt,
    (SELECT count(*) ${STILL_GOOD}) AS ticketsSold,
    (SELECT count(*) ${STILL_GOOD}
       AND EXISTS (SELECT 1 FROM scan WHERE ticket_id = mate.id)) AS ticketsScanned
  FROM ticket
  JOIN performance ON performance.id = performance_id
  JOIN production ON production.id = production_id
  JOIN client ON client.id = production.client_id
  JOIN orders ON orders.id = order_id
  JOIN patron AS purchaser ON purchaser.id = purchaser_id`;

/** A scan as it was recorded. */
export interface RecordedScan {
  readonly scanTime: number;
  /** It came with syncScans. */
  readonly offline: boolean;
}

/** A barcode as a platform stores it that matches loosely: see {@link looseForm}. */
const LOOSE_BARCODE = `ltrim(upper(replace(replace(barcode, '-', ''), ' ', '')), '0')`;

/** What is left of a code where blanks, hyphens, case, the prefix `TKT` and leading zeros do not count. */
function looseForm(code: string): string {
  const plain = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return plain.replace(/^TKT/, '').replace(/^0+/, '');
}

/**
 * The tickets and their scans.
 *
 * @param matchesLoosely whether a barcode is found in other forms, too
 */
export function createTickets(db: Database.Database, matchesLoosely = false) {
  if (matchesLoosely) {
    db.exec(`CREATE INDEX IF NOT EXISTS ticket_by_loose_barcode ON ticket (${LOOSE_BARCODE})`);
  }
  const barcodeColumn = matchesLoosely ? LOOSE_BARCODE : 'barcode';
  const byBarcode = db.prepare<[string], TicketRow>(
    `${SELECT} WHERE ${barcodeColumn} = ? ORDER BY ticket.id`,
  );
  const byId = db.prepare<[number], TicketRow>(`${SELECT} WHERE ticket.id = ?`);
  const page = db.prepare<[number, number, number], TicketRow>(
    `${SELECT} WHERE performance_id = ? AND ticket.id > ? ORDER BY ticket.id LIMIT ?`,
  );
  const insertScan = db.prepare<[number, number, 0 | 1]>(
    'INSERT OR IGNORE INTO scan VALUES (?, ?, ?)',
  );
  const noteChange = db.prepare<[number, number]>(
    `INSERT INTO ticket_change SELECT performance_id, 1, ? FROM ticket WHERE id = ?
     ON CONFLICT DO UPDATE SET number = number + 1, at = max(at, excluded.at)`,
  );
  const lastChange = db.prepare<[number], { number: number; at: number }>(
    'SELECT number, at FROM ticket_change WHERE performance_id = ?',
  );
  const scans = db.prepare<[string], { scanTime: number; offline: 0 | 1 }>(
    `SELECT scan_time AS scanTime, offline FROM scan JOIN ticket ON ticket.id = ticket_id
     WHERE barcode = ? ORDER BY scan_time`,
  );

  return {
    /** The tickets that bear a barcode, by id. */
    byBarcode: (barcode: string) => byBarcode.all(matchesLoosely ? looseForm(barcode) : barcode),
    byId: (id: number) => byId.get(id),
    /** The next tickets of a performance, by id. No cursor stays open, so that scanning goes on. */
    page: (performanceId: number, afterId: number, limit: number) =>
      page.all(performanceId, afterId, limit),
    /** Recording the same scan again changes nothing. `now` is when it is recorded. */
    recordScan(ticketId: number, { scanTime, offline }: RecordedScan, now: number): void {
      const { changes } = insertScan.run(ticketId, scanTime, offline ? 1 : 0);
      if (changes > 0) noteChange.run(now, ticketId);
    },
    /** The last change of a performance's tickets; undefined if there was none. */
    lastChangeOf: (performanceId: number) => lastChange.get(performanceId),
    scansOf: (barcode: string): RecordedScan[] =>
      scans.all(barcode).map((scan) => ({ scanTime: scan.scanTime, offline: scan.offline === 1 })),
    inTransaction: <T>(work: () => T): T => db.transaction(work).immediate(),
  };
}

export type Tickets = ReturnType<typeof createTickets>;
