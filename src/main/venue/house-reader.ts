import Database from 'better-sqlite3';
import { BARCODE_STAYS_FOR } from '#main/ledger/code-history.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { admissionsIn } from './house-event.ts';

/** An admission, and whether the platform is known to have spent the ticket for it. */
export interface AdmissionElsewhere {
  /** The id of the entry in that door's ledger. */
  readonly id: string;
  /** What people call that door. */
  readonly door: string;
  readonly ticketId: number | null;
  readonly performanceId: number | null;
  /** When it was let in, in milliseconds since the epoch, on the platform's clock. */
  readonly at: number;
  /** The platform would admit the ticket again: it has not been told. */
  readonly isUnsettled: boolean;
  /** The admission is so old that the barcode alone does not prove that it was the same ticket. */
  readonly isLongAgo: boolean;
}

/**
 * What the doors have told, as a scan looks it up: two questions by index, in a file that only another thread
 * writes to. Readers of SQLite's WAL never wait for the writer.
 */
export class HouseReader {
  readonly #db: Database.Database;
  readonly #byMark: Database.Statement<[string], string>;
  readonly #byTicket: Database.Statement<[string, number, number], string>;
  readonly #isSettled: Database.Statement<[string], number>;

  /** Throws SQLite's errors. */
  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true });
    const body = (where: string) => `SELECT body FROM event WHERE ${where}`;
    this.#byMark = this.#db.prepare<[string], string>(body('mark = ?')).pluck();
    this.#byTicket = this.#db
      .prepare<[string, number, number], string>(
        body('platform = ? AND client_id = ? AND ticket_id = ?'),
      )
      .pluck();
    this.#isSettled = this.#db
      .prepare<[string], number>('SELECT 1 FROM event WHERE id = ?')
      .pluck();
  }

  /**
   * Returns the admissions of a code or of one of its tickets, at all doors, each once. Throws SQLite's
   * errors.
   *
   * @param ticketId null where no snapshot knows the ticket
   * @param now the platform's time
   */
  admissions(
    { baseUrl, clientId }: ClientRef,
    mark: string,
    ticketId: number | null,
    now: number,
  ): readonly AdmissionElsewhere[] {
    const bodies = this.#byMark.all(mark);
    if (ticketId !== null) bodies.push(...this.#byTicket.all(baseUrl, clientId, ticketId));
    return admissionsIn(bodies).map((one) => ({
      id: one.id,
      door: one.door,
      ticketId: one.ticketId,
      performanceId: one.performanceId,
      at: one.at,
      isLongAgo: one.at < now - BARCODE_STAYS_FOR,
      isUnsettled: !one.isSettled && this.#isSettled.get(settledId(one.id)) === undefined,
    }));
  }

  close(): void {
    this.#db.close();
  }
}

/** The id of the event that says that the platform knows of an admission. */
export function settledId(admissionId: string): string {
  return `${admissionId}/settled`;
}
