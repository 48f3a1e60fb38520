import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type { DoorKey } from './door-key.ts';
import { durably } from './house-file.ts';
import { giveAfter, isGenuine, readOrders, standing, type GivenOrder } from './hold-orders.ts';
import { idSchema } from '#main/base/limits.ts';
import type { HoldOrder, HoldView } from '#shared/model/hold.ts';

interface Kept {
  /** The orders that no other one replaces; the doors follow the first. */
  readonly orders: readonly GivenOrder[];
  /** The id of the newest order that this door has given; null: none. */
  readonly given: string | null;
  readonly isEndedHere: boolean;
}

const keptSchema = z.object({
  orders: z.unknown(),
  given: idSchema.nullable(),
  isEndedHere: z.boolean(),
});

const NOTHING: Kept = { orders: [], given: null, isEndedHere: false };

/** The orders to hold the doors, or to go on, that this door knows; they survive restarts. */
export class HoldRegister {
  readonly #db: Database;
  readonly #key: DoorKey;
  readonly #session: string;
  readonly #write: Statement<[string]>;
  #kept: Kept;

  /**
   * @param db the file with the events of all doors
   * @param key this door's, which signs its orders
   * @param session the origin of this run
   */
  constructor(db: Database, key: DoorKey, session: string) {
    this.#db = db;
    this.#key = key;
    this.#session = session;
    this.#write = db.prepare(
      'INSERT INTO hold VALUES (1, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
    );
    this.#kept = readKept(db.prepare<[], string>('SELECT body FROM hold').pluck().get());
  }

  get view(): HoldView {
    const { orders, given, isEndedHere } = this.#kept;
    const [order = null] = orders;
    const own = orders.find(({ id }) => id === given);
    const isOvertaken = order?.isHeld === true && own?.isHeld === false;
    return { order: order && shown(order), isEndedHere, isOvertaken };
  }

  /** The orders that every door has to know. */
  get orders(): readonly GivenOrder[] {
    return this.#kept.orders;
  }

  /** Returns those of the orders that another door passes on which the doors that they name have given. */
  genuine(heard: readonly GivenOrder[]): readonly GivenOrder[] {
    const known = new Map(this.#kept.orders.map((one) => [one.id, one]));
    return heard.flatMap((one) => known.get(one.id) ?? (isGenuine(one) ? [one] : []));
  }

  /** Takes in the orders that another door keeps; returns whether there was news among them. */
  hear(heard: readonly GivenOrder[]): boolean {
    const before = this.#kept;
    const orders = standing([...before.orders, ...heard]);
    const news = orders.filter((one) => !before.orders.some(({ id }) => id === one.id));
    if (news.length === 0) return false;
    const isEndedHere = before.isEndedHere && !news.some(({ isHeld }) => isHeld);
    this.#keep({ ...before, orders, isEndedHere });
    return true;
  }

  /** Whether a door that keeps these orders lacks one of this door's. */
  isAheadOf(heard: readonly GivenOrder[]): boolean {
    return this.#kept.orders.some((one) => !heard.some(({ id }) => id === one.id));
  }

  /** Gives an order, which replaces all that are known here. */
  give(order: Omit<HoldOrder, 'count'>): void {
    const sign = (id: string): string => this.#key.sign('hold', id).toString('base64url');
    const given = giveAfter(this.#kept.orders, order, this.#session, sign);
    this.#keep({ orders: [given], given: given.id, isEndedHere: false });
  }

  /** Ends the hold at this door alone, until the next one. */
  endHere(): void {
    this.#keep({ ...this.#kept, isEndedHere: true });
  }

  #keep(kept: Kept): void {
    durably(this.#db, () => this.#write.run(JSON.stringify(kept)));
    this.#kept = kept;
  }
}

function readKept(body: string | undefined): Kept {
  const kept = keptSchema.safeParse(JSON.parse(body ?? 'null')).data;
  const orders = readOrders(kept?.orders);
  return kept === undefined || orders === null ? NOTHING : { ...kept, orders };
}

function shown({ count, kioskId, door, isHeld, at }: GivenOrder): HoldOrder {
  return { count, kioskId, door, isHeld, at };
}
