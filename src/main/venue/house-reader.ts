import Database from 'better-sqlite3';
import { BARCODE_STAYS_FOR } from '#main/ledger/code-history.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import {
  eventsIn,
  isPassage,
  settledId,
  withdrawalId,
  type HouseEvent,
  type HousePassage,
  type LateRight,
  type StoredEvent,
} from './house-event.ts';
import type { Passage } from './passages.ts';

/** A way in or out, and whether the platform is known to have spent the ticket for it. */
export interface PassageElsewhere extends Passage {
  /** It is in the ledger of this very kiosk. */
  readonly isOurs: boolean;
  /** What people call the door where it was. */
  readonly door: string;
  readonly ticketId: number | null;
  readonly performanceId: number | null;
  /** Somebody was let in, and the platform would admit the ticket again: it has not been told. */
  readonly isUnsettled: boolean;
  /** The id of the scan that was refused, and whose holder was let in anyway; null: there is none. */
  readonly overrules: string | null;
  /** Only doors that are suspicious have told it, or so much is told of the ticket that it cannot all be true. */
  readonly isDoubted?: boolean;
  /** It is so old that the barcode alone does not prove that it was the same ticket. */
  readonly isLongAgo: boolean;
}

/** What the doors of the house have told of a ticket. */
export interface ToldElsewhere {
  readonly passages: readonly PassageElsewhere[];
  /** The platform has spent it on somebody who was turned away by mistake. */
  readonly lateRights: readonly LateRight[];
}

/** The most that is read of one barcode or ticket while a guest waits: no guest has so many ways in and out. */
const MOST_OF_TICKET = 256;

/** What a door has told, and whether that door is suspicious. */
interface Claim extends StoredEvent {
  readonly isDoubted: 0 | 1;
}

export const NOTHING_TOLD: ToldElsewhere = { passages: [], lateRights: [] };

/**
 * What the doors have told, as a scan looks it up: two questions by index, in a file that only another thread
 * writes to. Readers of SQLite's WAL never wait for the writer.
 */
export class HouseReader {
  readonly #db: Database.Database;
  readonly #byMark: Database.Statement<[string], Claim>;
  readonly #byTicket: Database.Statement<[string, number, number], Claim>;
  readonly #isTold: Database.Statement<[string], number>;
  readonly #isFollowed: Database.Statement<[string], number>;

  /** Throws SQLite's errors. */
  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true });
    const body = (where: string) =>
      `SELECT body, at, until, EXISTS (SELECT 1 FROM trust
         WHERE trust.origin = believed.origin AND state = 'suspicious') AS isDoubted
       FROM believed WHERE ${where} LIMIT ${MOST_OF_TICKET + 1}`;
    this.#byMark = this.#db.prepare<[string], Claim>(body('mark = ?'));
    this.#byTicket = this.#db.prepare<[string, number, number], Claim>(
      body('platform = ? AND client_id = ? AND ticket_id = ?'),
    );
    // With the same ticket: by an index, like everything that is asked here.
    this.#isFollowed = this.#db
      .prepare<[string], number>(
        `SELECT 1 FROM believed AS one JOIN believed AS later ON later.mark = one.mark OR (
           later.platform = one.platform AND later.client_id = one.client_id
           AND later.ticket_id = one.ticket_id)
         WHERE one.id = ? AND later.follows = one.id LIMIT 1`,
      )
      .pluck();
    this.#isTold = this.#db
      .prepare<[string], number>('SELECT 1 FROM believed WHERE id = ?')
      .pluck();
  }

  /** Whether a way in or out has come after this one, by its id, at any door. Throws SQLite's errors. */
  isFollowed(id: string): boolean {
    return this.#isFollowed.get(id) !== undefined;
  }

  /**
   * Returns what all doors have told of a code or of one of its tickets, each once. Throws SQLite's errors.
   *
   * @param ticketId null where no snapshot knows the ticket
   * @param now the platform's time
   */
  told(
    { baseUrl, clientId }: ClientRef,
    mark: string,
    ticketId: number | null,
    now: number,
  ): Omit<ToldElsewhere, 'passages'> & {
    readonly passages: readonly Omit<PassageElsewhere, 'isOurs'>[];
  } {
    const byTicket = ticketId === null ? [] : this.#byTicket.all(baseUrl, clientId, ticketId);
    const byMark = this.#byMark.all(mark);
    const isCrowded = byMark.length > MOST_OF_TICKET || byTicket.length > MOST_OF_TICKET;
    const claims = [...byMark, ...byTicket];
    if (claims.length === 0) return NOTHING_TOLD;
    const events = eventsIn(claims);
    // What is not read may say otherwise: then nothing that is read counts as certain.
    const firm = isCrowded ? [] : claims.filter(({ isDoubted }) => isDoubted === 0);
    const firmIds = firm.length === claims.length ? null : idsIn(firm);
    const passages = events.filter(isPassage).map((one) => ({
      id: one.id,
      way: one.type === 'exit' ? ('out' as const) : ('in' as const),
      follows: one.follows,
      door: one.door,
      ticketId: one.ticketId,
      performanceId: one.performanceId,
      at: one.at,
      ...(firmIds !== null && !firmIds.has(one.id) && { isDoubted: true }),
      isLongAgo: one.at < now - BARCODE_STAYS_FOR,
      isTakenBack: this.#isTold.get(withdrawalId(one.id)) !== undefined,
      isUnsettled: this.#isUnsettled(one),
      overrules: one.type === 'admission' ? (one.overrules ?? null) : null,
    }));
    const isStill = (one: HouseEvent): one is LateRight =>
      one.type === 'late right' && one.until > now && !isCrowded;
    return { passages, lateRights: events.filter(isStill) };
  }

  close(): void {
    this.#db.close();
  }

  #isUnsettled(one: HousePassage): boolean {
    if (one.type === 'exit' || one.isSettled) return false;
    return this.#isTold.get(settledId(one.id)) === undefined;
  }
}

function idsIn(claims: readonly Claim[]): ReadonlySet<string> {
  return new Set(eventsIn(claims).map(({ id }) => id));
}
