import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ScannableTicket } from '#shared/api/index.ts';

/**
 * The bare operation of a build: JSON.parse, and each ticket a plain row that is found by its barcode.
 * Nothing is checked, sealed or sorted, and the pieces are handed to it cut between tickets.
 */
export class BareRows {
  readonly #path: string;
  readonly #db: Database.Database;
  readonly #insert: Database.Statement;

  constructor(path: string) {
    this.#path = path;
    this.#db = new Database(path);
    this.#db.pragma('journal_mode = MEMORY');
    this.#db.pragma('synchronous = OFF');
    this.#db.exec(`BEGIN; CREATE TABLE ticket (ticket_id, performance_id, production, start,
      barcode TEXT PRIMARY KEY, scanned, invalid, name, performance, section, seat, ts, sold, patron)`);
    this.#insert = this.#db.prepare(`INSERT INTO ticket VALUES (${'?,'.repeat(13)}?)`);
  }

  /** @param json an array of tickets */
  write(json: Buffer): void {
    for (const t of JSON.parse(json.toString()) as ScannableTicket[]) {
      this.#insert.run(
        ...[t.ticketId, t.performanceId, t.productionName, t.performanceStartDate, t.barcode],
        ...[Number(t.alreadyScanned), Number(t.refundedOrVoided), t.orderConsumerName],
        ...[t.performance, t.section, t.seat, t.ticketsScanned, t.ticketsSold],
        JSON.stringify(t.patron),
      );
    }
  }

  /** On the disk for good, as a snapshot is. */
  end(): void {
    this.#db.exec('COMMIT');
    this.#db.close();
    const file = openSync(this.#path, 'r+');
    fsyncSync(file);
    closeSync(file);
  }
}
