import Database from 'better-sqlite3';
import { MOST_EVENTS, type HeardEvent } from '#main/ledger/standing.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { ticketEventsIn, type StoredEvent } from './house-event.ts';

/** What all doors have published about a code, and about the tickets that bear it. */
export interface PublishedEvents {
  /** Each once. */
  readonly events: readonly HeardEvent[];
  /** There are more than are read: what is missing may be of any of these tickets. */
  readonly isCut: boolean;
}

interface Row extends StoredEvent {
  readonly id: string;
  readonly ticketHash: string;
  readonly heardAt: number | null;
  /** Its door is suspicious. */
  readonly isDoubted: 0 | 1;
}

/** The most barcodes of one ticket that are looked at. */
const MOST_BARCODES = 8;

/**
 * What the doors have published, as a scan looks it up: questions by index, in a file that only another thread
 * writes to. Readers of SQLite's WAL never wait for the writer.
 */
export class HouseReader {
  readonly #db: Database.Database;
  readonly #byHash: Database.Statement<[string, number], Row>;
  readonly #byTicket: Database.Statement<[string, number, number, number], Row>;

  /** Throws SQLite's errors. */
  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true });
    const rows = `SELECT id, ticket_hash AS ticketHash, body, at, until, heard_at AS heardAt,
         EXISTS (SELECT 1 FROM trust
           WHERE trust.origin = believed.origin AND state = 'suspicious') AS isDoubted
       FROM believed`;
    this.#byHash = this.#db.prepare(`${rows} WHERE ticket_hash = ? LIMIT ?`);
    this.#byTicket = this.#db.prepare(
      `${rows} WHERE platform = ? AND client_id = ? AND ticket_id = ? LIMIT ?`,
    );
  }

  /** Looks up a code, the tickets that bear it, and other barcodes of these tickets. Throws SQLite's errors. */
  events(
    { baseUrl, clientId }: ClientRef,
    ticketHash: string,
    ticketIds: readonly number[],
  ): PublishedEvents {
    const byTicket = ticketIds.map((id) =>
      this.#byTicket.all(baseUrl, clientId, id, MOST_EVENTS + 1),
    );
    const hashes = new Set([ticketHash, ...byTicket.flat().map((row) => row.ticketHash)]);
    const byHash = [...hashes]
      .slice(0, MOST_BARCODES)
      .map((hash) => this.#byHash.all(hash, MOST_EVENTS + 1));
    const found = [...byTicket, ...byHash];
    const isCut = hashes.size > MOST_BARCODES || found.some(({ length }) => length > MOST_EVENTS);
    const rows = found.flat();
    // What is not read may say otherwise: then nothing that is read counts as certain.
    const read = isCut ? rows.map((row): Row => ({ ...row, isDoubted: 1 })) : rows;
    return { events: rows.length === 0 ? [] : heardIn(read), isCut };
  }

  close(): void {
    this.#db.close();
  }
}

/** The events of the rows, with when they were heard of first, and whether only suspicious doors have told them. */
function heardIn(rows: readonly Row[]): readonly HeardEvent[] {
  const events = ticketEventsIn(rows);
  if (rows.every(({ heardAt, isDoubted }) => heardAt === null && isDoubted === 0)) return events;
  const heard = new Map<string, Pick<Row, 'heardAt' | 'isDoubted'>>();
  for (const row of rows) {
    const { heardAt, isDoubted } = heard.get(row.id) ?? row;
    heard.set(row.id, {
      heardAt: heardAt === null || row.heardAt === null ? null : Math.min(heardAt, row.heardAt),
      isDoubted: isDoubted === 1 && row.isDoubted === 1 ? 1 : 0,
    });
  }
  return events.map((event) => {
    const { heardAt = null, isDoubted = 0 } = heard.get(event.id) ?? {};
    return {
      ...event,
      ...(heardAt !== null && { heardAt }),
      ...(isDoubted === 1 && { isDoubted: true }),
    };
  });
}
