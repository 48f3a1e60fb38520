import { join } from 'node:path';
import { DoorTrust } from '#main/venue/door-trust.ts';
import { Exchange } from '#main/venue/exchange.ts';
import type { Admitted, TicketEvent } from '#main/ledger/ticket-event.ts';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { readOrders } from '#main/venue/hold-orders.ts';
import { HoldRegister } from '#main/venue/hold-register.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import type { QuotaLimits } from '#main/venue/quotas.ts';
import type { ExchangeMessage } from '#main/venue/messages.ts';
import type { DoorReport } from '#shared/model/house.ts';
import { idOf, keyOf } from '#tests/support/door-keys.ts';
import type { FakeClock } from '#tests/support/fake-clock.ts';
import { admitted } from '../../ledger/ticket-events.ts';

/** One door of a house in a test. */
export interface TestDoor {
  readonly kioskId: string;
  readonly exchange: Exchange;
  readonly store: HouseStore;
  readonly hold: HoldRegister;
  readonly trust: DoorTrust;
  /** The ids of all events that it knows, sorted. */
  ids(): readonly string[];
  close(): void;
}

/** What becomes of a message between two doors. */
export type Fate = 'arrives' | 'is lost' | 'is doubled' | 'comes late';

/** How long after its end a door is known to be gone, in milliseconds. */
const GONE_AFTER = 40_000;

/** What is between the doors: it hands messages over, unless a test wants something else. */
export class Air {
  readonly #clock: FakeClock;
  readonly #doors = new Map<string, TestDoor>();
  fate: (from: string, to: string) => Fate = () => 'arrives';
  messages = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** A door starts, with whatever its folder has from before, and can be heard at once. */
  open(
    folder: string,
    kioskId: string,
    onNews: (events: readonly AnyEvent[]) => void = () => undefined,
    limits?: QuotaLimits,
  ): TestDoor {
    const db = openHouseFile(join(folder, `${kioskId}.db`));
    const key = keyOf(kioskId);
    const store = new HouseStore(db, key, () => null, limits);
    const hold = new HoldRegister(db, key, store.origin);
    const trust = new DoorTrust({
      ...{ db, key, name: () => kioskId, clock: this.#clock },
      ...{ now: () => this.#clock.now(), onChange: () => undefined },
    });
    const exchange = new Exchange({
      ...{ store, clock: this.#clock, trust },
      said: () => ({ hears: [], report: null, hold: hold.orders, copies: null }),
      send: (to, message) => this.#send({ kioskId, store }, to, message),
      onNews,
      onFlawed: () => undefined,
    });
    const door: TestDoor = {
      ...{ kioskId, exchange, store, hold, trust },
      ids: () => idsIn(store),
      close: () => {
        exchange.leave();
        store.close();
        this.#doors.delete(kioskId);
        this.#clock.after(GONE_AFTER, () => this.#forget(store.origin));
      },
    };
    this.#doors.set(kioskId, door);
    exchange.join();
    return door;
  }

  #forget(origin: string): void {
    for (const { exchange } of this.#doors.values()) exchange.forget(origin);
  }

  #hand(to: string, from: string, message: ExchangeMessage): void {
    const door = this.#doors.get(to);
    if (door === undefined) return;
    door.exchange.hear(from, message);
    const orders = message.type === 'have' ? readOrders(message.hold) : null;
    if (orders !== null && door.hold.hear(orders)) door.exchange.sayNow();
  }

  #send(
    { kioskId: from, store: { origin } }: Pick<TestDoor, 'kioskId' | 'store'>,
    to: string | null,
    message: ExchangeMessage,
  ): void {
    for (const [kioskId, { store }] of this.#doors) {
      if (kioskId === from || (to !== null && store.origin !== to)) continue;
      this.messages += 1;
      const fate = this.fate(from, kioskId);
      if (fate === 'is lost') continue;
      const hand = (): void => this.#hand(kioskId, origin, message);
      this.#clock.after(fate === 'comes late' ? 700 : 1, hand);
      if (fate === 'is doubled') this.#clock.after(300, hand);
    }
  }
}

function idsIn(store: HouseStore): readonly string[] {
  const bodies = Object.keys(store.allHad()).flatMap((origin) => bodiesOf(store, origin));
  return [...new Set(bodies.map((body) => (JSON.parse(body) as AnyEvent).id))].toSorted();
}

function bodiesOf(store: HouseStore, origin: string): readonly string[] {
  const bodies: string[] = [];
  for (let after = 0; ;) {
    const { events, upTo } = store.piece(origin, after);
    bodies.push(...events.map(([, body]) => body));
    if (upTo <= after || upTo === store.had(origin)) return bodies;
    after = upTo;
  }
}

let counted = 0;

/** Adds to an event what it is published with. */
export function published<T extends TicketEvent>(
  event: T,
  until = Date.UTC(2026, 10, 24),
): T & { readonly type: 'ticket'; readonly until: number } {
  return { ...event, type: 'ticket', until };
}

/** Somebody was let in at the door that a test calls so, with a ticket of their own unless told else. */
export function admission(kioskId: string, more: Partial<Admitted> & { until?: number } = {}) {
  counted += 1;
  const { until, ...changes } = more;
  const ticket = { ticketHash: `hash ${counted}`, ticketId: counted, performanceId: 11, at: 1_000 };
  const itself = { kioskId: idOf(kioskId), door: kioskId, ...ticket, ...changes };
  return published(admitted(`${idOf(kioskId)}.${counted}`, [], itself), until);
}

/** What a door tells of itself at which all is well. */
export function doorReport(kioskId: string, more: Partial<DoorReport> = {}): DoorReport {
  return {
    ...{
      kioskId: idOf(kioskId),
      name: kioskId,
      version: '1.0.0',
      isSignedIn: true,
      offlineSince: null,
    },
    openFor: { scope: 'performance', name: 'Tosca', start: null },
    ...{ waiting: 0, oldestWaiting: null, discrepancies: 0, hasScanner: true, copyFrom: null },
    ...{
      clockSkew: null,
      isOutOfOrder: false,
      helpAskedAt: null,
      isOff: false,
      hold: null,
      isWayOut: false,
      sentTo: [],
      gates: [],
    },
    rules: { reentry: 'off', reentryWithin: null, capacity: null, capacityStops: false },
    ...more,
  };
}
