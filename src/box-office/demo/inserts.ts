import type Database from 'better-sqlite3';
import type { Address, Patron } from '#shared/api/index.ts';

export interface NewTicket {
  readonly orderId: number;
  readonly performanceId: number;
  readonly barcode: string;
  readonly section: string | null;
  readonly seat: string | null;
  readonly plusOneId: number | null;
  readonly state: 'sold' | 'voided' | 'refunded';
}

/** The prepared statements that write orders; each gives the new row's id. */
export function createInserts(db: Database.Database) {
  const address = db.prepare(
    'INSERT INTO address VALUES (NULL, :line1, :line2, :city, :state, :zipCode, :country)',
  );
  const patron = db.prepare('INSERT INTO patron VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)');
  const order = db.prepare('INSERT INTO orders VALUES (NULL, ?, ?)');
  const ticket = db.prepare(
    `INSERT INTO ticket
     VALUES (NULL, :orderId, :performanceId, :barcode, :section, :seat, :plusOneId, :state)`,
  );
  const scan = db.prepare('INSERT INTO scan VALUES (?, ?, 0)');
  const insertAddress = (row: Address | null) =>
    row === null ? null : Number(address.run(row).lastInsertRowid);

  return {
    patron(row: Patron): number {
      const result = patron.run(
        row.email,
        row.firstName,
        row.lastName,
        row.primaryPhoneNumber?.phoneNumber ?? null,
        row.primaryPhoneNumber?.type ?? null,
        insertAddress(row.billingAddress),
        insertAddress(row.shippingAddress),
      );
      return Number(result.lastInsertRowid);
    },
    order: (clientId: number, purchaserId: number) =>
      Number(order.run(clientId, purchaserId).lastInsertRowid),
    ticket: (row: NewTicket) => Number(ticket.run(row).lastInsertRowid),
    scan(ticketId: number, scanTime: number): void {
      scan.run(ticketId, scanTime);
    },
  };
}
