import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { durably } from './house-file.ts';
import { countSchema, idSchema, nameSchema, timeSchema } from './limits.ts';
import { isNewer, nextHoldCount, type HoldOrder, type HoldView } from '#shared/model/hold.ts';

/** An order that has not been given yet. */
export const newOrderSchema = z.object({
  kioskId: idSchema,
  door: nameSchema,
  isHeld: z.boolean(),
  at: timeSchema,
}) satisfies z.ZodType<Omit<HoldOrder, 'count'>>;

const holdOrderSchema: z.ZodType<HoldOrder> = newOrderSchema.extend({ count: countSchema });

export const holdViewSchema: z.ZodType<HoldView> = z.object({
  order: holdOrderSchema.nullable(),
  isEndedHere: z.boolean(),
});

const NEVER: HoldView = { order: null, isEndedHere: false };

/** The newest order to hold the doors, or to go on, that has come to this one; kept over restarts. */
export class HoldRegister {
  readonly #db: Database;
  readonly #write: Statement<[string]>;
  #view: HoldView;

  /** @param db the file with what the doors have told */
  constructor(db: Database) {
    this.#db = db;
    this.#write = db.prepare(
      'INSERT INTO hold VALUES (1, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
    );
    const body = db.prepare<[], string>('SELECT body FROM hold').pluck().get();
    this.#view = holdViewSchema.safeParse(JSON.parse(body ?? 'null')).data ?? NEVER;
  }

  get view(): HoldView {
    return this.#view;
  }

  /** Takes in an order, from here or from another door; returns whether it is news. */
  hear(order: HoldOrder): boolean {
    if (!isNewer(order, this.#view.order)) return false;
    this.#keep({ order, isEndedHere: false });
    return true;
  }

  /** Gives an order, newer than all that are known here. */
  give(order: Omit<HoldOrder, 'count'>): void {
    this.#keep({
      order: { ...order, count: nextHoldCount(this.#view.order?.count ?? null) },
      isEndedHere: false,
    });
  }

  /** Ends the hold at this door alone, until the next order. */
  endHere(): void {
    this.#keep({ ...this.#view, isEndedHere: true });
  }

  #keep(view: HoldView): void {
    durably(this.#db, () => this.#write.run(JSON.stringify(view)));
    this.#view = view;
  }
}

/** Reads an order; null if there is none, or it is of another version. */
export function readOrder(value: unknown): HoldOrder | null {
  return holdOrderSchema.safeParse(value).data ?? null;
}
