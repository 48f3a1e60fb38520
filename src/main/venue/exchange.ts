import type { Clock } from '#main/base/ports.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { DoorReport } from '#shared/model/house.ts';
import { doorOf } from './door-key.ts';
import type { DoorTrust } from './door-trust.ts';
import type { DoorCopies } from './copy-messages.ts';
import type { GivenOrder } from './hold-orders.ts';
import type { AnyEvent } from './house-event.ts';
import type { HouseStore } from './house-store.ts';
import { MOST_ORIGINS, MOST_UNASKED, type ExchangeMessage, type Told } from './messages.ts';

/** How long after a change the others are told what this door has, in milliseconds. */
const CHANGED = 1_000;
/** How often they are told although nothing has changed, in milliseconds. */
const UNCHANGED = 15_000;
/** How long a door is waited for that was asked, in milliseconds. */
const ANSWER = 2_000;
/** The most origins of doors that are gone that are asked for at the same time: made-up ones must not fill the memory. */
const MOST_ASKED = 200;
/** How long after joining a door has heard all others that are there, in milliseconds. */
const ALL_HEARD = 2 * UNCHANGED;

export interface ExchangePorts {
  readonly store: HouseStore;
  readonly clock: Pick<Clock, 'after'>;
  /** Sends to one door, or to all (null). What gets lost is made up for later. */
  readonly send: (to: string | null, message: ExchangeMessage) => void;
  /**
   * Whom this door has heard lately, how it is here, the orders to hold the doors, and its copies of the tickets,
   * for the others.
   */
  readonly said: () => {
    readonly hears: string[];
    readonly report: DoorReport | null;
    readonly hold: readonly GivenOrder[];
    readonly copies: DoorCopies | null;
  };
  /** Called with what this door did not know yet, its own news among it. */
  readonly onNews: (events: readonly AnyEvent[]) => void;
  /** Counts the claims of other doors, and those that the platform contradicts. */
  readonly trust: Pick<DoorTrust, 'heard' | 'happenedHere'>;
  /** Called with how many events of a message were dropped, or have an impossible time. */
  readonly onFlawed: (why: 'malformed' | 'overQuota' | 'oddTimes', count: number) => void;
}

/**
 * Sees to it that all doors come to hold the same events, whatever is lost, doubled or out of order on the way.
 * Each tells the others what happens, and how much it has of each; who lacks something asks for it.
 */
export class Exchange {
  readonly #ports: ExchangePorts;
  /** What other doors have said that they have, by their own origin. */
  readonly #others = new Map<string, Readonly<Record<string, number>>>();
  /** The origins that a door has been asked about; the function gives up waiting. */
  readonly #asked = new Map<string, { readonly door: string; readonly giveUp: () => void }>();
  /** The doors whose last answer about an origin was missing or brought nothing new, until some door has news. */
  readonly #silent = new Map<string, Set<string>>();
  #next: { readonly isSoon: boolean; readonly cancel: () => void } | null = null;
  #isJoined = false;
  /** Whether this door has been joined long enough to have heard all others. */
  #knowsAll = false;
  #stopWaiting: (() => void) | null = null;

  constructor(ports: ExchangePorts) {
    this.#ports = ports;
  }

  /** Called when messages can be sent, again after each interruption. */
  join(): void {
    this.#isJoined = true;
    this.#stopWaiting ??= this.#ports.clock.after(ALL_HEARD, () => (this.#knowsAll = true));
    this.#announce();
  }

  /** Called when no messages can be sent any more. */
  leave(): void {
    this.#isJoined = false;
    this.#knowsAll = false;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#next?.cancel();
    this.#next = null;
    for (const { giveUp } of this.#asked.values()) giveUp();
    this.#asked.clear();
    this.#others.clear();
    this.#silent.clear();
  }

  /** Tells the others what has happened at this door; later, if they cannot be reached now. */
  tell(events: readonly AnyEvent[]): void {
    const { store, send, onNews, trust } = this.#ports;
    for (let at = 0; at < events.length; at += MOST_UNASKED) {
      const telling = store.tell(events.slice(at, at + MOST_UNASKED));
      if (telling === null) continue;
      if (this.#isJoined) send(null, telling.told);
      if (telling.news.length > 0) onNews(telling.news);
      trust.happenedHere(telling.news);
    }
    this.#announceWithin(CHANGED);
  }

  /** Tells the others soon how it is at this door. */
  saySoon(): void {
    this.#announceWithin(CHANGED);
  }

  /** Tells them now. */
  sayNow(): void {
    if (this.#isJoined) this.#announce();
  }

  /** Takes in what another door says. */
  hear(from: string, message: ExchangeMessage): void {
    switch (message.type) {
      case 'have':
        // Who has just come knows nothing of what this door has.
        if (!this.#others.has(from)) this.#announceWithin(CHANGED);
        this.#others.set(from, message.had);
        this.#silent.forEach((doors) => doors.delete(from));
        for (const origin of Object.keys(message.had)) this.#catchUp(origin);
        return;
      case 'ask':
        this.#ports.send(from, this.#ports.store.piece(message.origin, message.after));
        return;
      case 'told':
        this.#hearTold(from, message);
        return;
      default:
        assertNever(message);
    }
  }

  /** Called when a door is known to be gone. */
  forget(door: string): void {
    this.#others.delete(door);
  }

  #hearTold(from: string, message: Told): void {
    const { store, onNews, onFlawed, trust } = this.#ports;
    const { origin, upTo } = message;
    // No other door knows better what happened here.
    if (origin === store.origin) return;
    const asked = this.#asked.get(origin);
    // An answer may come after the timeout.
    const isAnswer = asked?.door === from || this.#silent.get(origin)?.has(from) === true;
    const { length } = message.events;
    if (!isAnswer && length > MOST_UNASKED) {
      onFlawed('malformed', length);
      return;
    }
    const told = { ...message, events: store.authentic(origin, message.events) };
    const forged = length - told.events.length;
    if (forged > 0) onFlawed('malformed', forged);
    const before = store.had(origin);
    const { news, ...flawed } = store.hear(told, this.#hasAllTo(from, told));
    if (news.length > 0) onNews(news);
    // Nobody is blamed for how many of its events another door passes on at once.
    trust.heard(doorOf(origin), news, isAnswer || doorOf(from) !== doorOf(origin));
    for (const why of ['malformed', 'overQuota', 'oddTimes'] as const) {
      if (flawed[why] > 0) onFlawed(why, flawed[why]);
    }
    const isFurther = store.had(origin) > before;
    if (isFurther || asked?.door === from) {
      asked?.giveUp();
      this.#asked.delete(origin);
    }
    if (isFurther) {
      this.#silent.delete(origin);
      this.#announceWithin(CHANGED);
    } else if (asked?.door === from) {
      this.#noteSilent(origin, from);
    }
    const others = this.#others.get(from) ?? {};
    if (upTo > (others[origin] ?? 0)) this.#others.set(from, { ...others, [origin]: upTo });
    this.#catchUp(origin);
  }

  /**
   * Returns up to which number this door has all events of an origin once it has this message. While a door is there,
   * only it says how many events it has published. Of a door that is gone others may say it, but only up to what they
   * hand over. Numbers that they leave out count as forgotten when no other door that is there has them.
   */
  #hasAllTo(from: string, { origin, after, upTo, events }: Told): number {
    const had = this.#ports.store.had(origin);
    if (after > had) return had;
    if (from === origin) return upTo;
    if (this.#others.has(origin)) return had;
    const numbers = events.map(([number]) => number).toSorted((a, b) => a - b);
    let next = had + 1;
    for (const number of numbers) if (number === next) next += 1;
    const last = numbers.at(-1) ?? had;
    const isWhole = next > last;
    const isLast = this.#knowsAll && this.#whoHas(origin).every((door) => door === from);
    return isWhole || isLast ? last : next - 1;
  }

  /** The doors that may hand over what this one lacks of an origin; while the origin is there, that one alone. */
  #whoHas(origin: string): readonly string[] {
    const had = this.#ports.store.had(origin);
    const silent = this.#silent.get(origin);
    return [...this.#others]
      .filter(([door, has]) => (has[origin] ?? 0) > had && silent?.has(door) !== true)
      .map(([door]) => door)
      .filter((door) => door === origin || !this.#others.has(origin));
  }

  #noteSilent(origin: string, door: string): void {
    this.#silent.set(origin, (this.#silent.get(origin) ?? new Set<string>()).add(door));
    const [oldest] = this.#silent.keys();
    if (this.#silent.size > MOST_ORIGINS && oldest !== undefined) this.#silent.delete(oldest);
  }

  /** Asks for what this door lacks of an origin, one door and one piece at a time. */
  #catchUp(origin: string): void {
    const { store, send, clock } = this.#ports;
    if (!this.#isJoined || this.#asked.has(origin)) return;
    if (origin === store.origin) return;
    // A door that is there is asked about itself, however many others somebody names.
    if (this.#asked.size >= MOST_ASKED && !this.#others.has(origin)) return;
    const able = this.#whoHas(origin);
    const door = able[Math.floor(Math.random() * able.length)];
    // Events that there is no room for are asked for again when older ones were forgotten.
    if (door === undefined || store.isFull(origin)) return;
    const giveUp = clock.after(ANSWER, () => {
      this.#asked.delete(origin);
      this.#noteSilent(origin, door);
      this.#catchUp(origin);
    });
    this.#asked.set(origin, { door, giveUp });
    send(door, { type: 'ask', origin, after: store.had(origin) });
  }

  #announce(): void {
    const { send, store, said } = this.#ports;
    send(null, { type: 'have', had: store.allHad(), ...said() });
    this.#next?.cancel();
    this.#next = null;
    this.#announceWithin(UNCHANGED);
  }

  #announceWithin(ms: number): void {
    if (!this.#isJoined) return;
    const isSoon = ms === CHANGED;
    if (this.#next !== null && (this.#next.isSoon || !isSoon)) return;
    this.#next?.cancel();
    this.#next = { isSoon, cancel: this.#ports.clock.after(ms, () => this.#announce()) };
  }
}
