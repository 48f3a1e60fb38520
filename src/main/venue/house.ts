import type { Clock } from '#main/base/ports.ts';
import type { CallElsewhere, DoubtedDoors, VenueTrouble } from '#shared/model/venue.ts';
import { isSilent, type DoorReport } from '#shared/model/house.ts';
import type { HoldOrder, HoldView } from '#shared/model/hold.ts';
import { readOrders } from './hold-orders.ts';
import type { HoldRegister } from './hold-register.ts';
import { readReport } from './door-report.ts';
import { doorOf, isOf, type DoorKey } from './door-key.ts';
import type { DoorTrust } from './door-trust.ts';
import type { DoorRegister, RegisteredDoor } from './door-register.ts';
import { Envelopes } from './envelopes.ts';
import { readCopies, type DoorCopies } from './copy-messages.ts';
import { Exchange } from './exchange.ts';
import type { AnyEvent } from './house-event.ts';
import type { HouseKeys } from './house-keys.ts';
import type { HouseStore } from './house-store.ts';
import { openLink, type BrokerAddress, type Link } from './link.ts';
import { MOST_HEARD, type CopyMessage, type DoorMessage } from './messages.ts';
import { Topics } from './topics.ts';

/** A door that has said nothing for so long is not there any more, in milliseconds: it missed two of its words. */
const GONE_AFTER = 40_000;

/**
 * How long the broker may take to hand this door its own word, in milliseconds. Brokers grant a subscription
 * and then hand over nothing where the user has no rights.
 */
const ECHO_WITHIN = 5_000;

/** How long after a message that counts for nothing this is said, in milliseconds. */
const REFUSED_PACE = 1_000;
/** The most runs of one door that are heard: an honest one has one, and one more for each clone of its disk. */
const MOST_RUNS = 8;

/** Rejected messages: not of this venue, repeated, or a packet that doors never send (too large, or a QoS above 0); and malformed ones. */
export interface Refused {
  readonly foreign: number;
  readonly repeated: number;
  readonly large: number;
  readonly malformed: number;
  /** Events and doors that were dropped because of the limits of what is stored. */
  readonly overQuota: number;
  /** Events with an impossible time: they are kept, with the time of receipt. */
  readonly oddTimes: number;
}

export const NOTHING_REFUSED: Refused = {
  foreign: 0,
  repeated: 0,
  large: 0,
  malformed: 0,
  overQuota: 0,
  oddTimes: 0,
};

/** Whether this door reaches the others. */
export interface HouseState {
  /** Null: the broker is there, and lets this kiosk in. */
  readonly trouble: VenueTrouble | 'connecting' | null;
  /** Other doors that are there now, by their origins. */
  readonly doors: readonly string[];
  /** How many messages were rejected, and why. */
  readonly refused: Refused;
  readonly hold: HoldView;
  /** Doors that are known and cannot be heard. */
  readonly silent: number;
  /** The calls for help at other doors that are there. */
  readonly calls: readonly CallElsewhere[];
  /** The doors whose claims are doubted, or left out here. */
  readonly doubted: readonly DoubtedDoors[];
}

/** What is taken of the copies of a door that is left out. */
const NO_COPIES: DoorCopies = { held: [], claims: [] };

/** A door of which something has come. */
interface Heard {
  /** Since when it is known, on the platform's clock; Infinity: it was not before it was heard. */
  readonly since: number;
  /** When it was last, on the steady clock. */
  readonly at: number;
  /**
   * It has heard this door, in this very run: so it is there now. Of anything else somebody may have kept what was
   * said before this door was started.
   */
  readonly isThere: boolean;
}

/** A door of the house, and whether it can be heard now. */
export interface KnownDoor extends RegisteredDoor {
  /** It is this one. */
  readonly isHere: boolean;
  readonly isThere: boolean;
  /** Its claims are left out here. */
  readonly isDisregarded: boolean;
}

export interface HousePorts {
  readonly keys: HouseKeys;
  /** This door's, which signs what it says. */
  readonly key: DoorKey;
  readonly broker: BrokerAddress;
  readonly store: HouseStore;
  readonly register: DoorRegister;
  readonly hold: HoldRegister;
  readonly trust: DoorTrust;
  /** How many stored events this version no longer reads. */
  readonly quarantined: number;
  readonly clock: Clock;
  /** Called with what was not known here before, this door's own news among it. */
  readonly onNews: (events: readonly AnyEvent[]) => void;
  /** Called with what another door has of copies of the tickets. */
  readonly onCopies: (from: string, copies: DoorCopies) => void;
  /** Called when another door asks for a piece of a copy, or hands one over. */
  readonly onCopyMessage: (from: string, message: CopyMessage) => void;
  readonly onChange: () => void;
}

/** This door among the doors of its house: tells them what happens here, and hears what happens there. */
export class House {
  readonly #ports: HousePorts;
  readonly #topics: Topics;
  readonly #envelopes: Envelopes;
  readonly #exchange: Exchange;
  readonly #link: Link;
  /** Whom this door has heard lately, by origin. */
  readonly #heard = new Map<string, Heard>();
  /** The topic of what is meant for this door alone. */
  readonly #mine: string;
  #report: DoorReport | null = null;
  #copies: DoorCopies | null = null;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  #ahead = 0;
  #isTimeKnown = false;
  #trouble: HouseState['trouble'] = 'connecting';
  #refused: Refused;
  #stopSaying: (() => void) | null = null;
  /** Who calls for help at other doors, by their origins. */
  readonly #calls = new Map<string, CallElsewhere>();
  #stopLooking: () => void;
  #stopListening: (() => void) | null = null;

  constructor(ports: HousePorts) {
    const { keys, key, broker, store, clock, onNews, quarantined, trust } = ports;
    this.#ports = ports;
    this.#refused = { ...NOTHING_REFUSED, malformed: quarantined };
    this.#topics = new Topics(keys);
    this.#envelopes = new Envelopes(keys, key, store.origin);
    this.#mine = this.#topics.to(store.origin);
    this.#exchange = new Exchange({
      ...{ store, clock, onNews, trust },
      onFlawed: (why, count) => this.#refuse(why, count),
      said: () => ({
        hears: [...this.#heard.keys()].slice(-MOST_HEARD),
        ...{ report: this.#report, hold: ports.hold.orders, copies: this.#copies },
      }),
      send: (to, message) => {
        this.#send(to, message);
        if (message.type === 'have') this.#awaitOwnWord();
      },
    });
    this.#link = openLink({
      broker,
      topics: [this.#topics.all, this.#mine],
      onTaken: () => this.#awaitOwnWord(),
      onUp: () => {
        trust.joined();
        this.#exchange.join();
      },
      onDown: (why) => {
        this.#stopAwaiting();
        this.#become(why);
        this.#exchange.leave();
        trust.left();
        for (const [door, heard] of this.#heard)
          this.#heard.set(door, { ...heard, isThere: false });
      },
      onMessage: (topic, sealed) => this.#open(topic, sealed),
      onDropped: () => this.#refuse('large'),
    });
    this.#stopLooking = clock.after(GONE_AFTER, () => this.#lookAround());
  }

  get state(): HouseState {
    return {
      trouble: this.#trouble,
      doors: [...this.#heard.keys()].filter((door) => this.#isThere(door)),
      refused: this.#refused,
      hold: this.#ports.hold.view,
      doubted: this.#ports.trust.doubted,
      calls: [...this.#calls].flatMap(([door, call]) => (this.#isThere(door) ? [call] : [])),
      silent: this.doors().filter(({ isThere, report }) => isSilent({ isThere, ...report })).length,
    };
  }

  /** Tells the other doors what has happened here: now, or as soon as they can be reached. */
  tell(events: readonly AnyEvent[]): void {
    this.#exchange.tell(events);
  }

  /**
   * Tells the other doors how it is at this one.
   *
   * @param now the platform's time
   * @param isTimeKnown whether the platform has said it in this run
   */
  reportThat(report: DoorReport, now: number, isTimeKnown = true): void {
    const { clock, store } = this.#ports;
    this.#ahead = now - clock.now();
    this.#isTimeKnown ||= isTimeKnown;
    this.#report = report;
    this.#register(store.origin, report);
    this.#exchange.saySoon();
  }

  /** Tells the other doors what this one has of copies: at once, since they may be about to download the same. */
  tellCopies(copies: DoorCopies): void {
    this.#copies = copies;
    this.#exchange.sayNow();
  }

  /** Asks another door for a piece of a copy, or hands one over; lost, it is asked for again. */
  sendCopy(to: string, message: CopyMessage): void {
    this.#send(to, message);
  }

  /** Holds all doors of the house, or lets them go on. */
  orderHold(order: Omit<HoldOrder, 'count'>): void {
    this.#ports.hold.give(order);
    this.#ports.onChange();
    this.#exchange.sayNow();
  }

  /** Ends the hold at this door alone. */
  endHoldHere(): void {
    this.#ports.hold.endHere();
    this.#ports.onChange();
  }

  /** What people call this door; empty: it has not said yet. */
  get name(): string {
    return this.#report?.name ?? '';
  }

  /** The platform's time, as far as it is known. */
  platformNow(): number {
    return Math.round(this.#ports.clock.now() + this.#ahead);
  }

  /** The same; null while the platform has not said it. */
  knownNow(): number | null {
    return this.#isTimeKnown ? this.platformNow() : null;
  }

  /** All doors that are known, whether or not they can be heard now. */
  doors(): readonly KnownDoor[] {
    const { register, store, trust } = this.#ports;
    return register.all().map((door) => ({
      ...door,
      isHere: door.origin === store.origin,
      isThere: this.#isThere(door.origin),
      isDisregarded: trust.isDisregarded(doorOf(door.origin)),
    }));
  }

  /**
   * Closes the link; resolves when it is closed.
   *
   * @param isOff whether the others are told, as far as they can be reached, that this door lets nobody in any more
   */
  close(isOff = false): Promise<void> {
    this.#stopLooking();
    this.#stopSaying?.();
    if (isOff && this.#report !== null) {
      this.#report = { ...this.#report, isOff };
      this.#exchange.sayNow();
    }
    this.#stopAwaiting();
    this.#exchange.leave();
    return this.#link.close();
  }

  #send(to: string | null, message: DoorMessage): void {
    const topic = to === null ? this.#topics.all : this.#topics.to(to);
    this.#link.send(topic, this.#envelopes.seal(topic, message));
  }

  #open(topic: string, sealed: Buffer): void {
    const { store, onChange, onCopyMessage } = this.#ports;
    const opened = this.#envelopes.open(topic, sealed);
    switch (opened.type) {
      case 'message': {
        const { from, message } = opened;
        if (from === store.origin) {
          this.#stopAwaiting();
          this.#become(null);
          return;
        }
        if (!this.#hasRoomFor(from)) {
          this.#refuse('overQuota');
          return;
        }
        const wasThere = this.#isThere(from);
        this.#noteHeard(from, topic, message);
        if (!wasThere && this.#isThere(from)) this.#ports.trust.returned(doorOf(from));
        if (message.type === 'ask copy' || message.type === 'copy') onCopyMessage(from, message);
        else this.#exchange.hear(from, message);
        if (message.type === 'have') this.#hearSaid(from, message);
        if (this.#isThere(from) !== wasThere) onChange();
        return;
      }
      case 'foreign':
      case 'repeated':
        this.#refuse(opened.type);
        return;
      case 'forged':
      case 'not-understood':
        this.#refuse('malformed');
    }
  }

  /**
   * Whether a door may be heard. Whoever has the venue's key can make up doors: where there are too many, those stay
   * that are known for longest. Of one door the run goes that was silent for longest.
   */
  #hasRoomFor(from: string): boolean {
    if (this.#heard.has(from)) return true;
    const runs = [...this.#heard].filter(([origin]) => isOf(doorOf(from), origin));
    // What somebody repeats of earlier runs is not there, and must not displace the run that is.
    const [silent] = runs.find(([, { isThere }]) => !isThere) ?? runs[0] ?? [];
    if (silent !== undefined && runs.length >= MOST_RUNS) this.#forgetHeard(silent);
    if (this.#heard.size < MOST_HEARD) return true;
    const [newest] = [...this.#heard].reduce((a, b) => (b[1].since > a[1].since ? b : a));
    if (this.#since(from) >= this.#since(newest)) return false;
    this.#forgetHeard(newest);
    return true;
  }

  #since(origin: string): number {
    const known = this.#heard.get(origin)?.since;
    return known ?? this.#ports.register.knownSince(doorOf(origin)) ?? Infinity;
  }

  #noteHeard(from: string, topic: string, message: DoorMessage): void {
    const { clock, store } = this.#ports;
    const isNamed = message.type === 'have' && message.hears.includes(store.origin);
    const isThere = this.#isThere(from) || isNamed || topic === this.#mine;
    const since = this.#since(from);
    // Whoever was silent for longest is left out first where there are too many to tell of.
    this.#heard.delete(from);
    this.#heard.set(from, { since, at: clock.steady(), isThere });
    // It cannot know yet that this door is there.
    if (message.type === 'have' && !isNamed) this.#exchange.saySoon();
  }

  #hearSaid(from: string, said: Extract<DoorMessage, { type: 'have' }>): void {
    if (!this.#isThere(from)) return;
    const { hold, onChange, onCopies, trust } = this.#ports;
    const isLeftOut = trust.isDisregarded(doorOf(from));
    const copies = isLeftOut ? NO_COPIES : readCopies(said.copies);
    if (copies !== null) onCopies(from, copies);
    const read = readReport(said.report);
    const isOwn = read?.kioskId === doorOf(from);
    const report = isOwn ? read : null;
    if (read !== null && !isOwn) this.#refuse('malformed');
    if (report !== null) {
      this.#register(from, this.#asKnown(report, said));
      this.#noteCall(from, report);
    }
    if (report?.isOff === true) this.#forgetHeard(from);
    if (isLeftOut) return;
    const told = readOrders(said.hold) ?? [];
    const orders = hold.genuine(told);
    if (orders.length < told.length) this.#refuse('malformed', told.length - orders.length);
    // Others may pass on what such a door orders. What it ordered before it was left out stands until people end it.
    const heard = orders.filter(({ kioskId }) => !trust.isDisregarded(kioskId));
    if (hold.hear(heard)) {
      onChange();
      // Whoever hears this door only is to know at once, too.
      this.#exchange.sayNow();
    } else if (hold.isAheadOf(orders)) {
      this.#exchange.saySoon();
    }
  }

  #noteCall(from: string, { kioskId, name, helpAskedAt }: DoorReport): void {
    if (helpAskedAt === (this.#calls.get(from)?.askedAt ?? null)) return;
    if (helpAskedAt === null) this.#calls.delete(from);
    else this.#calls.set(from, { kioskId, door: name, askedAt: helpAskedAt });
    this.#ports.onChange();
  }

  /** A door that ends before this one has heard all that happened there is silent, not off. */
  #asKnown(report: DoorReport, { had }: Extract<DoorMessage, { type: 'have' }>): DoorReport {
    const { store } = this.#ports;
    // What it knew of others may be nowhere else either, and what it told in an earlier run has that run's name.
    const isBehind = Object.entries(had).some(([origin, number]) => store.had(origin) < number);
    return isBehind ? { ...report, isOff: false } : report;
  }

  #forgetHeard(door: string): void {
    this.#heard.delete(door);
    this.#calls.delete(door);
    this.#exchange.forget(door);
  }

  #register(origin: string, report: DoorReport): void {
    const heardAt = this.platformNow();
    this.#ports.register.hear({ origin, heardAt, report }, (other) => this.#isThere(other));
  }

  #isThere(origin: string): boolean {
    return origin === this.#ports.store.origin || this.#heard.get(origin)?.isThere === true;
  }

  #refuse(why: keyof Refused, count = 1): void {
    this.#refused = { ...this.#refused, [why]: this.#refused[why] + count };
    // Whoever floods the broker must not flood the kiosk.
    this.#stopSaying ??= this.#ports.clock.after(REFUSED_PACE, () => {
      this.#stopSaying = null;
      this.#ports.onChange();
    });
  }

  /** Waits for what this door has said to come back from the broker. */
  #awaitOwnWord(): void {
    this.#stopListening ??= this.#ports.clock.after(ECHO_WITHIN, () => {
      this.#stopListening = null;
      this.#become('no-rights');
    });
  }

  #stopAwaiting(): void {
    this.#stopListening?.();
    this.#stopListening = null;
  }

  #become(trouble: HouseState['trouble']): void {
    if (this.#trouble === trouble) return;
    this.#trouble = trouble;
    this.#ports.onChange();
  }

  #lookAround(): void {
    const { clock, onChange } = this.#ports;
    this.#stopLooking = clock.after(GONE_AFTER / 4, () => this.#lookAround());
    const gone = [...this.#heard].filter(([, { at }]) => clock.steady() - at > GONE_AFTER);
    for (const [door] of gone) this.#forgetHeard(door);
    if (gone.length > 0) onChange();
  }
}
