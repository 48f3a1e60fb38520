import type { Clock } from '#main/base/ports.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { HoldOrder } from '#shared/model/hold.ts';
import type { DoorReport } from '#shared/model/house.ts';
import type { DoorCopies } from './copy-messages.ts';
import type { AnyEvent } from './house-event.ts';
import type { HouseStore } from './house-store.ts';
import { PIECE, type ExchangeMessage, type Told } from './messages.ts';

/** How long after a change the others are told what this door has, in milliseconds. */
const CHANGED = 1_000;
/** How often they are told although nothing has changed, in milliseconds. */
const UNCHANGED = 15_000;
/** How long a door is waited for that was asked, in milliseconds. */
const ANSWER = 2_000;

export interface ExchangePorts {
  readonly store: HouseStore;
  readonly clock: Pick<Clock, 'after'>;
  /** Sends to one door, or to all (null). What gets lost is made up for later. */
  readonly send: (to: string | null, message: ExchangeMessage) => void;
  /**
   * Whom this door has heard lately, how it is here, the newest order to hold the doors, and its copies of the
   * tickets, for the others.
   */
  readonly said: () => {
    readonly hears: string[];
    readonly report: DoorReport | null;
    readonly hold: HoldOrder | null;
    readonly copies: DoorCopies | null;
  };
  /** Called with what this door did not know yet, its own news among it. */
  readonly onNews: (events: readonly AnyEvent[]) => void;
  /** Called with how many events of a message were malformed: they are dropped. */
  readonly onMalformed: (count: number) => void;
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
  readonly #asked = new Map<string, { readonly giveUp: () => void }>();
  /** Who did not answer about an origin, until somebody has. */
  readonly #silent = new Map<string, Set<string>>();
  #next: { readonly isSoon: boolean; readonly cancel: () => void } | null = null;
  #isJoined = false;

  constructor(ports: ExchangePorts) {
    this.#ports = ports;
  }

  /** Called when messages can be sent, again after each interruption. */
  join(): void {
    this.#isJoined = true;
    this.#announce();
  }

  /** Called when no messages can be sent any more. */
  leave(): void {
    this.#isJoined = false;
    this.#next?.cancel();
    this.#next = null;
    for (const { giveUp } of this.#asked.values()) giveUp();
    this.#asked.clear();
    this.#others.clear();
    this.#silent.clear();
  }

  /** Tells the others what has happened at this door; later, if they cannot be reached now. */
  tell(events: readonly AnyEvent[]): void {
    const { store, send, onNews } = this.#ports;
    for (let at = 0; at < events.length; at += PIECE) {
      const telling = store.tell(events.slice(at, at + PIECE));
      if (telling === null) continue;
      if (this.#isJoined) send(null, telling.told);
      if (telling.news.length > 0) onNews(telling.news);
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

  #hearTold(from: string, told: Told): void {
    const { store, onNews, onMalformed } = this.#ports;
    const { origin, upTo } = told;
    const before = store.had(origin);
    const { news, malformed } = store.hear(told);
    if (news.length > 0) onNews(news);
    if (malformed > 0) onMalformed(malformed);
    if (store.had(origin) > before) {
      this.#asked.get(origin)?.giveUp();
      this.#asked.delete(origin);
      this.#silent.delete(origin);
      this.#announceWithin(CHANGED);
    }
    const others = this.#others.get(from) ?? {};
    if (upTo > (others[origin] ?? 0)) this.#others.set(from, { ...others, [origin]: upTo });
    this.#catchUp(origin);
  }

  /** Asks for what this door lacks of an origin, one door and one piece at a time. */
  #catchUp(origin: string): void {
    const { store, send, clock } = this.#ports;
    if (!this.#isJoined || this.#asked.has(origin)) return;
    const had = store.had(origin);
    const whoHas = [...this.#others].filter(([, has]) => (has[origin] ?? 0) > had);
    const silent = this.#silent.get(origin) ?? new Set<string>();
    const able = whoHas.map(([door]) => door).filter((door) => !silent.has(door));
    const one = able[Math.floor(Math.random() * able.length)];
    if (one === undefined) return;
    const giveUp = clock.after(ANSWER, () => {
      this.#asked.delete(origin);
      this.#silent.set(origin, silent.add(one));
      this.#catchUp(origin);
    });
    this.#asked.set(origin, { giveUp });
    send(one, { type: 'ask', origin, after: had });
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
