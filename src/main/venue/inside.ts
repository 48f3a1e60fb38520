import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { knownEvent, readEvent, withdrawalId, type AnyEvent } from './house-event.ts';
import { endedBy } from './ended-by.ts';
import type { HouseStore, KnownPassage } from './house-store.ts';
import { passagesOf, type Passage } from './passages.ts';

const groupSchema = z.object({
  performanceId: z.int().nullable(),
  inside: z.int(),
  /** Ways out where nobody was known to be inside. */
  strayExits: z.int(),
  /** What was added by hand, less what was taken off. */
  byHand: z.int(),
});
/** Who is inside for one performance; null: of tickets that no copy knew, and of the house as a whole. */
type Group = z.infer<typeof groupSchema>;

/** Who is inside, by all that the doors have told. */
export const insideSchema = z.object({
  performances: z.array(groupSchema).readonly(),
  /** Whether anybody was let out at all. */
  hasExits: z.boolean(),
});
export type Inside = z.infer<typeof insideSchema>;

/** A way in or out, as far as counting goes. */
interface Row extends Passage {
  readonly mark: string;
  /** Null: no copy knew it. */
  readonly ticket: string | null;
  readonly performanceId: number | null;
}

/** Counts who is inside, of those who came, went or were corrected after a platform time. */
export class InsideCount {
  readonly #store: HouseStore;
  readonly #rows: (since: number) => readonly Row[];
  readonly #corrections: (since: number) => readonly AnyEvent[];
  #since = 0;
  #groups = new Map<number | null, Group>();
  #hasExits = false;
  #isStale = false;

  constructor(db: Database, store: HouseStore) {
    this.#store = store;
    const ways = db.prepare<[number], Omit<Row, 'isTakenBack'> & { readonly isTakenBack: 0 | 1 }>(
      `SELECT id, way, mark, platform || ' ' || client_id || ' ' || ticket_id AS ticket,
         performance_id AS performanceId, follows, at,
         EXISTS (SELECT 1 FROM believed AS told WHERE told.id = event.id || '${withdrawalId('')}')
           AS isTakenBack
       FROM believed AS event WHERE at > ? AND way IN ('in', 'out')`,
    );
    const corrections = db
      .prepare<[number], string>(`SELECT body FROM believed WHERE at > ? AND way = 'by hand'`)
      .pluck();
    this.#rows = (since) =>
      ways.all(since).map((row) => ({ ...row, isTakenBack: row.isTakenBack === 1 }));
    this.#corrections = (since) => corrections.all(since).flatMap((body) => readEvent(body) ?? []);
  }

  /** After which platform time somebody must have come or gone to count. */
  get since(): number {
    return this.#since;
  }

  /** Whether a ticket has so many ways in and out that it is only counted when all are. */
  get isStale(): boolean {
    return this.#isStale;
  }

  get inside(): Inside {
    return { performances: [...this.#groups.values()], hasExits: this.#hasExits };
  }

  /** Counts all who came, went or were corrected after this platform time. */
  countAll(since: number): void {
    this.#since = since;
    this.#isStale = false;
    this.#groups = new Map();
    this.#hasExits = false;
    this.#add(this.#rows(since), 1);
    // One that was told under two origins counts once.
    const corrections = new Map(this.#corrections(since).map((event) => [event.id, event]));
    for (const event of corrections.values()) this.#correct(event);
  }

  /** Takes in what was not known before, and is in the store by now. */
  takeIn(news: readonly AnyEvent[]): void {
    const isNew = new Set(news.map(({ id }) => id));
    for (const event of news) this.#correct(event);
    const rows = [...this.#store.passagesLike(news, () => (this.#isStale = true))]
      .flat()
      .filter(({ at }) => at > this.#since)
      .map(asRow);
    // Those tickets that the news is about: what they came to before is taken off.
    const before = rows
      .filter(({ id }) => !isNew.has(id))
      .map((row) => ({ ...row, isTakenBack: row.isTakenBack && !isNew.has(withdrawalId(row.id)) }));
    this.#add(before, -1);
    this.#add(rows, 1);
  }

  #add(rows: readonly Row[], times: 1 | -1): void {
    for (const ofTicket of byTicket(rows)) {
      const { inside, strayExits } = passagesOf(ofTicket);
      const group = this.#groupOf(performanceOf(ofTicket));
      group.inside += times * inside;
      group.strayExits += times * strayExits;
      this.#hasExits ||= ofTicket.some(({ way }) => way === 'out');
    }
  }

  #correct(event: AnyEvent): void {
    const known = knownEvent(event);
    if (known?.type !== 'correction' || known.at <= this.#since) return;
    this.#groupOf(known.performanceId).byHand += known.by;
  }

  #groupOf(performanceId: number | null): Group {
    const known = this.#groups.get(performanceId);
    const group = known ?? { ...{ performanceId, inside: 0, strayExits: 0, byHand: 0 } };
    if (known === undefined) this.#groups.set(performanceId, group);
    return group;
  }
}

function asRow({ type, baseUrl, clientId, ticketId, ...one }: KnownPassage): Row {
  const ticket = ticketId === null ? null : `${baseUrl} ${clientId} ${ticketId}`;
  return { ...one, ticket, way: type === 'exit' ? 'out' : 'in' };
}

/**
 * For which performance a ticket is: alike at all doors, whatever came first. A way out may have been open for another
 * one than that from which somebody left.
 */
function performanceOf(ofTicket: readonly Row[]): number | null {
  const leastOf = (rows: readonly Row[]) =>
    rows.reduce((least, { performanceId }) => Math.min(least, performanceId ?? Infinity), Infinity);
  const [least = null] = [ofTicket.filter(({ way }) => way === 'in'), ofTicket]
    .map(leastOf)
    .filter(Number.isFinite);
  return least;
}

/** Divides them by ticket; where no copy knew it, by barcode and performance. */
function byTicket(rows: readonly Row[]): Iterable<readonly Row[]> {
  const meant = endedBy(rows, (out, before) => out.ticket !== null || out.mark !== before.mark);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ticketOf = new Map<string, string>();
  for (const row of rows) {
    const { ticket } = row;
    if (ticket === null) continue;
    const before = row.follows === null ? undefined : byId.get(row.follows);
    // A door that was open for several performances, and did not know the ticket, has not said for which it was.
    const isOpen = before?.mark === row.mark && meant(before).performanceId === null;
    for (const one of isOpen ? [row, meant(before)] : [row]) {
      const other = ticketOf.get(placeOf(one));
      // Where a barcode was of several tickets all doors have to choose alike.
      if (other === undefined || ticket < other) ticketOf.set(placeOf(one), ticket);
    }
  }
  const tickets = new Map<string, Row[]>();
  for (const row of rows) {
    const by = meant(row);
    const ticket = by.ticket ?? ticketOf.get(placeOf(by)) ?? placeOf(by);
    const known = tickets.get(ticket);
    if (known === undefined) tickets.set(ticket, [row]);
    else known.push(row);
  }
  return tickets.values();
}

function placeOf({ mark, performanceId }: Row): string {
  return `${mark} ${performanceId ?? ''}`;
}
