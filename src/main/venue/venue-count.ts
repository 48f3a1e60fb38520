import { z } from 'zod';
import { Tickets } from '#main/ledger/same-ticket.ts';
import { standingOf, type Conflict, type Standing } from '#main/ledger/standing.ts';
import type { Admitted } from '#main/ledger/ticket-event.ts';
import { LATE_MINUTES } from '#shared/model/house.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { knownEvent, type AnyEvent, type HouseTicketEvent } from './house-event.ts';
import type { HouseStore } from './house-store.ts';

/** Who was let in for so long counts as this evening's, in milliseconds. */
export const EVENING = 12 * HOUR;

const figure = z.object({ kioskId: z.string(), performanceId: z.int().nullable(), count: z.int() });

/** Guests that were let in, by door and performance. */
export const figuresSchema = z.object({
  /** This evening. */
  admitted: z.array(figure).readonly(),
  /** In the latest minutes, by how many whole minutes ago. */
  lately: z.array(figure.extend({ ago: z.int() })).readonly(),
  /** Who has used a ticket since the moment that was asked for, or is not known to have been uploaded until now. */
  since: z.array(figure).readonly(),
});
export type HouseFigures = z.infer<typeof figuresSchema>;
type Figure = HouseFigures['admitted'][number];

const groupSchema = z.object({
  performanceId: z.int().nullable(),
  inside: z.int(),
  /** Check-outs where nobody was known to be inside. */
  strayExits: z.int(),
  /** What was added by hand, less what was taken off. */
  byHand: z.int(),
});
/** Who is inside for one performance; null: of tickets that no snapshot knew, and of the venue as a whole. */
type Group = z.infer<typeof groupSchema>;

/** Who is inside, by all that the doors have published. */
export const insideSchema = z.object({
  performances: z.array(groupSchema).readonly(),
  /** Whether anybody was let out at all. */
  hasExits: z.boolean(),
});
export type Inside = z.infer<typeof insideSchema>;

/** What one ticket adds to the figures. */
interface CountedTicket extends Pick<Standing, 'strayExits'> {
  readonly ids: readonly string[];
  /** Alike at all doors, whatever came first. */
  readonly performanceId: number | null;
  /** When those came who are inside. */
  readonly insideSince: readonly number[];
  readonly hasExits: boolean;
  readonly admissions: readonly CountedAdmission[];
  /** Those of its admissions of which one was too many, by their ids. */
  readonly inConflict: ReadonlySet<string>;
  /** The newest time of its events. */
  readonly at: number;
}

interface CountedAdmission extends Pick<Admitted, 'kioskId' | 'performanceId' | 'at'> {
  /** The newest time of the admissions before it; null: it is the first. */
  readonly before: number | null;
  readonly isUnsettled: boolean;
  /** Whether staff overrode a refusal of its ticket. */
  readonly isOverride: boolean;
}

/** What has come of news. */
export interface NewsOfTickets {
  readonly conflicts: readonly Conflict[];
  /** Returns that the platform will never hear of: the admission before each was withdrawn. */
  readonly orphans: readonly Admitted[];
}

/** Counts guests and finds conflicts, ticket by ticket, from what each ticket's events come to. */
export class VenueCount {
  readonly #store: HouseStore;
  readonly #tickets = new Set<CountedTicket>();
  /** The ticket of each event, by its id. */
  readonly #ticketOf = new Map<string, CountedTicket>();
  /** Tickets with very many events, some of which are not counted yet: one event of each, by its barcode. */
  readonly #crowded = new Map<string, HouseTicketEvent>();
  readonly #corrections = new Map<
    string,
    { performanceId: number | null; at: number; by: number }
  >();

  constructor(store: HouseStore) {
    this.#store = store;
  }

  /**
   * Counts all that the store has: when it is opened, and when other doors are believed than before.
   *
   * @param onNews called with what has come of each ticket: of all together there may be very much
   */
  recount(onNews: (news: NewsOfTickets) => void = () => undefined): void {
    this.#tickets.clear();
    this.#ticketOf.clear();
    this.#corrections.clear();
    this.#crowded.clear();
    for (const event of this.#store.corrections()) this.#correct(event);
    for (const ofTicket of ticketsAmong(this.#store.ticketEvents())) onNews(this.#takeIn(ofTicket));
  }

  /** The ids of all admissions with a ticket that was let in once too often. */
  inConflict(): ReadonlySet<string> {
    return new Set([...this.#tickets].flatMap(({ inConflict }) => [...inConflict]));
  }

  /** Takes in what was not known before, and is in the store by now. */
  takeIn(news: readonly AnyEvent[]): NewsOfTickets {
    for (const event of news) this.#correct(event);
    const alike = this.#store.eventsLike(news, (event) =>
      this.#crowded.set(event.ticketHash, event),
    );
    return this.#takeInAll([...alike].flatMap((events) => [...ticketsAmong(events)]));
  }

  /** Whether there are tickets with so many events that they were not counted at once. */
  get isBehind(): boolean {
    return this.#crowded.size > 0;
  }

  /** Counts one of these tickets. */
  catchUp(): NewsOfTickets {
    const [next] = this.#crowded.values();
    const events = next === undefined ? [] : this.#store.crowdLike(next);
    if (next !== undefined) this.#crowded.delete(next.ticketHash);
    for (const { ticketHash } of events) this.#crowded.delete(ticketHash);
    return this.#takeInAll([...ticketsAmong(events)]);
  }

  /** Forgets what the store has forgotten. */
  forget(before: number): void {
    for (const ticket of this.#tickets) if (ticket.at < before) this.#drop(ticket);
  }

  /** Who is inside of those who came after a platform time. */
  inside(since: number): Inside {
    const groups = new Map<number | null, Group>();
    const groupOf = (performanceId: number | null): Group => {
      const known = groups.get(performanceId);
      const group = known ?? { performanceId, inside: 0, strayExits: 0, byHand: 0 };
      if (known === undefined) groups.set(performanceId, group);
      return group;
    };
    let hasExits = false;
    for (const ticket of this.#tickets) {
      if (ticket.at <= since) continue;
      const group = groupOf(ticket.performanceId);
      group.inside += ticket.insideSince.filter((at) => at > since).length;
      group.strayExits += ticket.strayExits;
      hasExits ||= ticket.hasExits;
    }
    for (const { performanceId, at, by } of this.#corrections.values()) {
      if (at > since) groupOf(performanceId).byHand += by;
    }
    return { performances: [...groups.values()], hasExits };
  }

  /**
   * Counts the guests of all doors at a platform time, and since another; null: not since any.
   *
   * @param isWaiting whether a door, by its kiosk's id, has admissions that wait to be uploaded
   */
  figures(
    now: number,
    since: number | null,
    isWaiting: (kioskId: string) => boolean,
  ): HouseFigures {
    const admitted = new Sums<Figure>();
    const lately = new Sums<HouseFigures['lately'][number]>();
    const used = new Sums<Figure>();
    const evening = now - EVENING;
    for (const { admissions } of this.#tickets) {
      for (const { kioskId, performanceId, at, before, isUnsettled, isOverride } of admissions) {
        const by = { kioskId, performanceId };
        if (at > evening && (before === null || before <= evening)) {
          admitted.add(by);
          const ago = Math.floor(Math.max(0, now - at) / MINUTE);
          if (ago < LATE_MINUTES) lately.add({ ...by, ago });
        }
        if (since === null || isOverride || before !== null) continue;
        // A ticket is used once, on whichever day that was.
        const isUntold = at > since - EVENING && isUnsettled && isWaiting(kioskId);
        if (at > since || isUntold) used.add(by);
      }
    }
    return { admitted: admitted.all(), lately: lately.all(), since: used.all() };
  }

  #takeInAll(tickets: readonly (readonly HouseTicketEvent[])[]): NewsOfTickets {
    const all = tickets.map((ofTicket) => this.#takeIn(ofTicket));
    return {
      conflicts: all.flatMap(({ conflicts }) => conflicts),
      orphans: all.flatMap(({ orphans }) => orphans),
    };
  }

  #takeIn(ofTicket: readonly HouseTicketEvent[]): NewsOfTickets {
    const standing = standingOf(ofTicket);
    this.#count(countedTicket(standing, ofTicket));
    return { conflicts: standing.conflicts, orphans: orphansAmong(standing, ofTicket) };
  }

  /** Events may be of another ticket than they seemed to be, and what the store has forgotten is of none. */
  #count(ticket: CountedTicket): void {
    for (const id of ticket.ids) {
      const before = this.#ticketOf.get(id);
      if (before !== undefined) this.#drop(before);
    }
    this.#tickets.add(ticket);
    for (const id of ticket.ids) this.#ticketOf.set(id, ticket);
  }

  #drop(ticket: CountedTicket): void {
    this.#tickets.delete(ticket);
    for (const id of ticket.ids) this.#ticketOf.delete(id);
  }

  #correct(event: AnyEvent): void {
    const known = knownEvent(event);
    if (known?.type === 'correction') this.#corrections.set(known.id, known);
  }
}

/** Divides the events of all clients by ticket: two clients may have the same numbers. */
function* ticketsAmong(
  events: readonly HouseTicketEvent[],
): Generator<readonly HouseTicketEvent[]> {
  const clients = new Map<string, HouseTicketEvent[]>();
  for (const event of events) {
    const client = `${event.clientId} ${event.baseUrl}`;
    const ofClient = clients.get(client);
    if (ofClient === undefined) clients.set(client, [event]);
    else ofClient.push(event);
  }
  for (const ofClient of clients.values()) yield* new Tickets(ofClient).all();
}

function countedTicket(
  { admissions, inside, unsettled, strayExits, conflicts, isBefore }: Standing,
  ofTicket: readonly HouseTicketEvent[],
): CountedTicket {
  return {
    ids: ofTicket.map(({ id }) => id),
    performanceId: performanceOf(ofTicket),
    insideSince: inside.map(({ at }) => at),
    strayExits,
    hasExits: ofTicket.some(({ kind }) => kind === 'checked-out'),
    inConflict: new Set(conflicts.flatMap((one) => one.admissions.map(({ id }) => id))),
    admissions: admissions.map((one): CountedAdmission => {
      const { id, kioskId, performanceId, at, code } = one;
      const earlier = admissions.filter((other) => isBefore(other.id, id));
      return {
        kioskId,
        performanceId,
        at,
        before: earlier.length === 0 ? null : newestOf(earlier),
        isUnsettled: unsettled.includes(one),
        isOverride: code !== null,
      };
    }),
    at: newestOf(ofTicket),
  };
}

function orphansAmong(
  { admissions, unsettled, isBefore }: Standing,
  ofTicket: readonly HouseTicketEvent[],
): readonly Admitted[] {
  const standing = new Set(admissions.map(({ id }) => id));
  const withdrawn = ofTicket.filter(({ kind, id }) => kind === 'admitted' && !standing.has(id));
  return unsettled.filter(
    ({ id, by }) => by === 'snapshot' && withdrawn.some((earlier) => isBefore(earlier.id, id)),
  );
}

/** A check-out may have been at a door that was open for another performance. */
function performanceOf(ofTicket: readonly HouseTicketEvent[]): number | null {
  const admissions = ofTicket.filter(({ kind }) => kind === 'admitted');
  return lowestPerformance(admissions) ?? lowestPerformance(ofTicket);
}

function lowestPerformance(events: readonly HouseTicketEvent[]): number | null {
  const known = events.flatMap(({ performanceId }) => performanceId ?? []);
  return known.length === 0 ? null : known.reduce((a, b) => Math.min(a, b));
}

function newestOf(events: readonly { readonly at: number }[]): number {
  return events.reduce((newest, { at }) => Math.max(newest, at), -Infinity);
}

/** Counts what is alike. */
class Sums<T extends Figure & { readonly ago?: number }> {
  readonly #groups = new Map<string, T & { count: number }>();

  add(by: Omit<T, 'count'>): void {
    const key = `${by.kioskId} ${by.performanceId} ${by.ago}`;
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, { ...by, count: 1 } as T & { count: number });
    else group.count += 1;
  }

  all(): readonly T[] {
    return [...this.#groups.values()];
  }
}
