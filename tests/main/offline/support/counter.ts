import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { createInserts } from '#box-office/demo/inserts.ts';

/** What happens to tickets at the box office's own counter, while a kiosk has a snapshot of them. */
export interface Counter {
  /** Good tickets of a performance. */
  ticketsOf(performanceId: number, count: number): string[];
  /** A performance begins at another time; ms since the epoch. */
  move(performanceId: number, start: number): void;
  /** A performance is a private one, which no calendar shows. */
  hide(performanceId: number): void;
  /** The ticket is void from now on. */
  annul(barcode: string): void;
  /** The ticket gets another barcode, as one that is sold now has one that nobody knows yet. */
  reissue(barcode: string, as: string): void;
  /** These tickets are all on one card from now on: each bears the barcode of the first. */
  putOnOneCard(barcodes: readonly string[]): {
    readonly code: string;
    readonly ticketIds: readonly number[];
  };
  /** Somebody buys so many tickets of a performance; returns their barcodes, in the order of their seats. */
  sell(performanceId: number, count: number, buyer?: SoldTo): string[];
  /** Somebody came in with it at another door. */
  admitElsewhere(barcode: string, at: number): void;
  /** Whoever is signed in has a token that is too old. */
  endAllSessions(): void;
}

/** Who buys tickets; without a name it is somebody whom nobody else is called like. */
export interface SoldTo {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  /** In which section the seats are; the parquet if it is left out. */
  readonly section?: string;
}

/** @param data the box office's file */
export function openCounter(data: string): Counter {
  const db = new Database(data);
  onTestFinished(() => {
    db.close();
  });
  const annul = db.prepare<[string]>(`UPDATE ticket SET state = 'voided' WHERE barcode = ?`);
  const reissue = db.prepare<[string, string]>('UPDATE ticket SET barcode = ? WHERE barcode = ?');
  const admit = db.prepare<[number, string]>(
    'INSERT INTO scan SELECT id, ?, 0 FROM ticket WHERE barcode = ?',
  );
  // By this the box office tells whether a download still stands.
  const change = db.prepare<[string]>(
    `INSERT INTO ticket_change SELECT performance_id, 1, 0 FROM ticket WHERE barcode = ?
     ON CONFLICT DO UPDATE SET number = number + 1`,
  );
  function changed(barcode: string, run: () => unknown): void {
    change.run(barcode);
    run();
  }
  const good = db
    .prepare<[number, number], string>(
      `SELECT barcode FROM ticket WHERE performance_id = ? AND state = 'sold'
       AND id NOT IN (SELECT ticket_id FROM scan) LIMIT ?`,
    )
    .pluck();
  const move = db.prepare<[number, number]>('UPDATE performance SET start = ? WHERE id = ?');
  // The demonstration's own tickets are found by their barcodes, of which none is on two of them.
  const MANY_ON_ONE = `
    DROP INDEX IF EXISTS ticket_by_barcode;
    CREATE INDEX IF NOT EXISTS ticket_on_card ON ticket (barcode);`;
  const idOf = db.prepare<[string], number>('SELECT id FROM ticket WHERE barcode = ?').pluck();
  const clientOf = db
    .prepare<[number], number>(
      `SELECT client_id FROM production WHERE id =
         (SELECT production_id FROM performance WHERE id = ?)`,
    )
    .pluck();
  const addresses = { billingAddress: null, shippingAddress: null, primaryPhoneNumber: null };
  const insert = createInserts(db);
  let orders = 0;
  const hide = db.prepare<[number]>(`UPDATE performance SET display = 'I' WHERE id = ?`);
  return {
    move: (performanceId, start) => void move.run(start, performanceId),
    hide: (performanceId) => void hide.run(performanceId),
    ticketsOf: (performanceId, count) => good.all(performanceId, count),
    annul: (barcode) => changed(barcode, () => annul.run(barcode)),
    reissue: (barcode, as) => changed(barcode, () => reissue.run(as, barcode)),
    putOnOneCard([card = '', ...others]) {
      db.exec(MANY_ON_ONE);
      const ticketIds = [card, ...others].map((barcode) => idOf.get(barcode) ?? 0);
      for (const barcode of others) changed(barcode, () => reissue.run(card, barcode));
      return { code: card, ticketIds };
    },
    sell(performanceId, count, buyer = {}) {
      orders += 1;
      const { firstName = 'Ottoline', lastName = `Party${orders}`, section = 'Parquet' } = buyer;
      const email = buyer.email ?? `party.${orders}@patrons.example`;
      const purchaser = insert.patron({ email, firstName, lastName, ...addresses });
      const orderId = insert.order(clientOf.get(performanceId) ?? 0, purchaser);
      return Array.from({ length: count }, (_, at) => {
        const barcode = `PARTY-${orders}-${at}`;
        const place = { section, seat: `Row P, ${at + 1}`, plusOneId: null };
        insert.ticket({ orderId, performanceId, barcode, ...place, state: 'sold' });
        changed(barcode, () => undefined);
        return barcode;
      });
    },
    endAllSessions: () => void db.prepare('UPDATE token SET expires_at = 0').run(),
    admitElsewhere: (barcode, at) => changed(barcode, () => admit.run(at, barcode)),
  };
}
