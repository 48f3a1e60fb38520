import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HoldOrder, HoldView } from '#shared/model/hold.ts';
import {
  countSchema,
  idSchema,
  nameSchema,
  signatureSchema,
  timeSchema,
} from '#main/base/limits.ts';
import { isSignedBy } from './door-key.ts';

/** The most earlier orders that an order names, newest first: those of months. */
const MOST_KNOWN = 256;
/** The most orders that a door keeps. Only a faulty door gives more without knowing of each other. */
const MOST_KEPT = 16;
const HIGHEST_COUNT = 2 ** 32 - 1;

/** An order that has not been given yet. */
export const newOrderSchema = z.object({
  kioskId: idSchema,
  door: nameSchema,
  isHeld: z.boolean(),
  at: timeSchema,
}) satisfies z.ZodType<Omit<HoldOrder, 'count'>>;

export const holdViewSchema: z.ZodType<HoldView> = z.object({
  order: newOrderSchema.extend({ count: countSchema }).nullable(),
  isEndedHere: z.boolean(),
  isOvertaken: z.boolean(),
});

const givenOrderSchema = newOrderSchema.extend({
  count: countSchema,
  /** The origin of the run of the kiosk that gave it: two kiosks from one cloned disk differ in it. */
  session: idSchema,
  /** The ids of the orders that were known where it was given, newest first. */
  knew: z
    .array(z.string().regex(/^[\w-]{22}$/))
    .max(MOST_KNOWN)
    .readonly(),
  /** By the door that gave it, over the id. */
  signature: signatureSchema,
});

/** An order as the doors keep it and pass it on. */
export interface GivenOrder extends HoldOrder, Readonly<z.infer<typeof givenOrderSchema>> {
  /**
   * A hash of everything else but the signature. So an order can only name orders that were given before it, and
   * nobody can claim orders that name each other in a circle.
   */
  readonly id: string;
}

/** The orders that a door passes on. */
export const givenOrdersSchema = z.array(givenOrderSchema).max(MOST_KEPT);

/** Reads the orders that a door keeps; null if they are malformed. */
export function readOrders(value: unknown): readonly GivenOrder[] | null {
  return givenOrdersSchema.safeParse(value).data?.map(withId) ?? null;
}

/**
 * Returns the orders to keep of all that are known: those that were not known where another one was given. The
 * first of them is the one that the doors follow: a hold before an order to go on, then the one with the highest
 * count, kiosk id and session. Doors that have heard the same orders keep the same ones, whatever came when.
 */
export function standing(orders: readonly GivenOrder[]): readonly GivenOrder[] {
  const all = [...new Map(orders.map((one) => [one.id, one])).values()];
  return all
    .filter(({ id }) => !all.some(({ knew }) => knew.includes(id)))
    .toSorted(inOrder)
    .slice(0, MOST_KEPT);
}

/** Whether the door that an order names has given it. */
export function isGenuine({ id, kioskId, signature }: GivenOrder): boolean {
  return isSignedBy(kioskId, 'hold', id, Buffer.from(signature, 'base64url'));
}

/**
 * Gives an order where these are kept: it replaces all of them.
 *
 * @param sign signs its id
 */
export function giveAfter(
  kept: readonly GivenOrder[],
  order: Omit<HoldOrder, 'count'>,
  session: string,
  sign: (id: string) => string,
): GivenOrder {
  // The count only sorts concurrent orders: a door that counts to the end blocks nobody.
  const count = Math.min(Math.max(0, ...kept.map((one) => one.count)) + 1, HIGHEST_COUNT);
  // Of several orders the newest that each knew, since only those may still be somewhere else.
  const knew = kept
    .flatMap((one) => [one.id, ...one.knew].map((id, age) => ({ id, age })))
    .toSorted((a, b) => a.age - b.age);
  const ids = [...new Set(knew.map(({ id }) => id))].slice(0, MOST_KNOWN);
  const given = withId({ ...order, count, session, knew: ids, signature: '' });
  return { ...given, signature: sign(given.id) };
}

function inOrder(a: GivenOrder, b: GivenOrder): number {
  return (
    Number(b.isHeld) - Number(a.isHeld) ||
    b.count - a.count ||
    compare(b.kioskId, a.kioskId) ||
    compare(b.session, a.session) ||
    compare(b.id, a.id)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function withId(order: Omit<GivenOrder, 'id'>): GivenOrder {
  const { count, kioskId, session, door, isHeld, at, knew, signature } = order;
  const content = JSON.stringify([count, kioskId, session, door, isHeld, at, knew]);
  const id = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { id, count, kioskId, session, door, isHeld, at, knew, signature };
}
