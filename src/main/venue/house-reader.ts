import Database from 'better-sqlite3';
import { BARCODE_STAYS_FOR } from '#main/ledger/code-history.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { knownEvent, readEvent, type HouseAdmission } from './house-event.ts';

/** An admission at another door, and whether the platform is known to have spent the ticket for it. */
export interface AdmissionElsewhere {
  readonly kioskId: string;
  /** What people call that door; null where it has not said. */
  readonly door: string | null;
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
  readonly #nameOf: Database.Statement<[string], string>;
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
    this.#nameOf = this.#db
      .prepare<[string], string>('SELECT name FROM door WHERE kiosk_id = ?')
      .pluck();
    this.#isSettled = this.#db
      .prepare<[string], number>('SELECT 1 FROM event WHERE id = ?')
      .pluck();
  }

  /**
   * Returns the admissions of a code or of one of its tickets at other doors, each once. Throws SQLite's
   * errors.
   *
   * @param ticketId null where no snapshot knows the ticket
   * @param here this kiosk, whose own admissions its ledger knows; and the platform's time
   */
  admissions(
    { baseUrl, clientId }: ClientRef,
    mark: string,
    ticketId: number | null,
    here: { readonly ownKioskId: string; readonly now: number },
  ): readonly AdmissionElsewhere[] {
    const bodies = this.#byMark.all(mark);
    if (ticketId !== null) bodies.push(...this.#byTicket.all(baseUrl, clientId, ticketId));
    const found = new Map<string, HouseAdmission>();
    for (const text of bodies) {
      const event = readEvent(text);
      const known = event && knownEvent(event);
      if (known?.type === 'admission' && known.kioskId !== here.ownKioskId)
        found.set(known.id, known);
    }
    return [...found.values()].map((one) => ({
      kioskId: one.kioskId,
      door: this.#nameOf.get(one.kioskId) ?? null,
      ticketId: one.ticketId,
      performanceId: one.performanceId,
      at: one.at,
      isLongAgo: one.at < here.now - BARCODE_STAYS_FOR,
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
