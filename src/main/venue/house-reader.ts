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

/** So many barcodes of its tickets are looked at in addition to the one that was read. */
const MOST_OTHER_BARCODES = 7;

/**
 * What the doors have published, as a scan looks it up: questions by index, in a file that only another thread
 * writes to. Readers of SQLite's WAL never wait for the writer.
 */
export class HouseReader {
  readonly #db: Database.Database;
  readonly #rows: Database.Statement<[string, string, number, number | null], Row>;

  /** Throws SQLite's errors. */
  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true });
    // One statement, because each costs a scan as much as what it finds. SQLite prepares a statement again for each
    // value that is bound to its LIMIT.
    this.#rows = this.#db
      .prepare(`SELECT id, ticket_hash AS ticketHash, body, at, until, heard_at AS heardAt,
         EXISTS (SELECT 1 FROM trust
           WHERE trust.door = substr(believed.origin, 1, 43) AND state = 'suspicious') AS isDoubted
       FROM believed
       WHERE ticket_hash = ? OR (platform = ? AND client_id = ? AND ticket_id = ?)
       LIMIT ${MOST_EVENTS + 1}`);
  }

  /** Looks up a code, the tickets that bear it, and other barcodes of these tickets. Throws SQLite's errors. */
  events(
    { baseUrl, clientId }: ClientRef,
    ticketHash: string,
    ticketIds: readonly number[],
  ): PublishedEvents {
    const ids = ticketIds.length === 0 ? [null] : ticketIds;
    const found = ids.map((id) => this.#rows.all(ticketHash, baseUrl, clientId, id));
    const hashes = new Set(found.flat().map((row) => row.ticketHash));
    hashes.delete(ticketHash);
    for (const hash of [...hashes].slice(0, MOST_OTHER_BARCODES)) {
      found.push(this.#rows.all(hash, baseUrl, clientId, null));
    }
    const isCut =
      hashes.size > MOST_OTHER_BARCODES || found.some(({ length }) => length > MOST_EVENTS);
    const rows = found.flat();
    // What is not read may say otherwise: then nothing that is read counts as certain.
    const read = isCut ? rows.map((row): Row => ({ ...row, isDoubted: 1 })) : rows;
    return { events: rows.length === 0 ? [] : heardIn(read), isCut };
  }

  close(): void {
    this.#db.close();
  }
}

/** The events of the rows, with when they were heard of first, and whether their door is suspicious. */
function heardIn(rows: readonly Row[]): readonly HeardEvent[] {
  const events = ticketEventsIn(rows);
  if (rows.every(({ heardAt, isDoubted }) => heardAt === null && isDoubted === 0)) return events;
  const heard = new Map<string, Pick<Row, 'heardAt' | 'isDoubted'>>();
  for (const row of rows) {
    const { heardAt } = heard.get(row.id) ?? row;
    heard.set(row.id, {
      heardAt: heardAt === null || row.heardAt === null ? null : Math.min(heardAt, row.heardAt),
      isDoubted: row.isDoubted,
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
