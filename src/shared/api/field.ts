import { z } from 'zod';

/** A field that the spec calls nullable. A service that leaves it out means the same by it. */
export function nullable<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => value ?? null, schema.nullable());
}

/** The furthest from the epoch that a date of JavaScript reaches; beyond it there is no calendar. */
const FURTHEST = 8_640_000_000_000_000;

/** The spec's `Date`: whole milliseconds since the Unix epoch. */
export const dateMs = z.int().min(-FURTHEST).max(FURTHEST);

/** The spec's `integer` and `long`, as far as JSON can carry them exactly. */
export const integer = z.int();
