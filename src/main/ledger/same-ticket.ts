import { HOUR } from '#shared/time.ts';
import { causeOf, type TicketEvent } from './ticket-event.ts';

/**
 * How long a barcode surely stays with its ticket, in milliseconds: as long as a scan may go up (spec 2.11).
 * Passes and cards have the same one for another ticket, on another day or in another season.
 */
export const BARCODE_STAYS_FOR = 48 * HOUR;

/** What tells of which ticket an event or a scan is, among those of one platform and client. */
export interface TicketSubject {
  readonly ticketHash: string;
  /** Null: no snapshot knew it. */
  readonly ticketId: number | null;
  /** Null: none was known, and the door was open for several. */
  readonly performanceId: number | null;
  readonly at: number;
}

/**
 * Divides events by ticket: by its number; where no snapshot knew it, by what the event ends or answers, else by
 * barcode, performance and time. All doors that know the same divide alike.
 */
export class Tickets<T extends TicketEvent> {
  readonly #events = new Map<string, T>();
  /** What is known by number, by barcode; the lowest number first. */
  readonly #numbered = new Map<string, TicketSubject[]>();
  /** The same of what is not, the oldest first. */
  readonly #unnumbered = new Map<string, TicketSubject[]>();

  /** @param subjects tickets that a snapshot has under the same barcodes */
  constructor(events: Iterable<T>, subjects: readonly TicketSubject[] = []) {
    for (const event of events) this.#events.set(event.id, event);
    for (const one of [...[...this.#events.values()].map(subjectOf), ...subjects]) {
      const by = one.ticketId === null ? this.#unnumbered : this.#numbered;
      const same = by.get(one.ticketHash);
      if (same === undefined) by.set(one.ticketHash, [one]);
      else same.push(one);
    }
    for (const same of this.#numbered.values())
      same.sort((a, b) => (a.ticketId ?? 0) - (b.ticketId ?? 0));
    for (const same of this.#unnumbered.values())
      same.sort((a, b) => a.at - b.at || (a.performanceId ?? 0) - (b.performanceId ?? 0));
  }

  /** The events of one ticket. */
  of(subject: TicketSubject): readonly T[] {
    const key = this.#keyOf(subject);
    return [...this.#events.values()].filter((event) => this.#keyOfEvent(event) === key);
  }

  /** The events of each ticket. */
  all(): readonly (readonly T[])[] {
    const tickets = new Map<string, T[]>();
    for (const event of this.#events.values()) {
      const key = this.#keyOfEvent(event);
      const ticket = tickets.get(key);
      if (ticket === undefined) tickets.set(key, [event]);
      else ticket.push(event);
    }
    return [...tickets.values()];
  }

  #keyOfEvent(event: T): string {
    const named = event.ticketId === null ? causeOf(event) : null;
    const cause = named === null ? undefined : this.#events.get(named);
    // A door lies that ends what ends something itself, or what has another barcode that no ticket tells of.
    const isOfSame =
      cause !== undefined && !('of' in cause) && cause.ticketHash === event.ticketHash;
    return this.#keyOf(isOfSame ? cause : event);
  }

  #keyOf(one: TicketSubject): string {
    const { ticketHash, ticketId } = one;
    if (ticketId !== null) return String(ticketId);
    const same = this.#numbered.get(ticketHash)?.find((other) => mayBeSame(one, other));
    if (same !== undefined && same.ticketId !== null) return String(same.ticketId);
    // Where several performances are said, and none of them is this one's, all doors have to choose alike.
    const others = this.#unnumbered.get(ticketHash) ?? [];
    const first = others.find((other) => mayBeSame(one, other)) ?? one;
    return `${ticketHash} ${first.performanceId ?? ''} ${first.at}`;
  }
}

/** Whom staff let in came to what that door was open for, whatever the ticket says. */
function subjectOf(event: TicketEvent): TicketSubject {
  const isOverride = event.kind === 'admitted' && event.by === 'staff';
  return isOverride ? { ...event, performanceId: null } : event;
}

/** Whether two may be of one ticket with the same barcode, as far as performance and time tell. */
export function mayBeSame(one: TicketSubject, other: TicketSubject): boolean {
  const isForAnother =
    one.performanceId !== null &&
    other.performanceId !== null &&
    one.performanceId !== other.performanceId;
  return !isForAnother && Math.abs(one.at - other.at) < BARCODE_STAYS_FOR;
}
