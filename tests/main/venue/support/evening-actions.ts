import fc from 'fast-check';

/** The doors of the house in this model, by number. */
export const DOORS = 3;
/** Tickets, of each of which there are two copies: one of them is somebody's who has no right to it. */
export const TICKETS = 2;
export const COPIES = 2;

const door = fc.nat(DOORS - 1);
/** More often than not it fails: what is interesting comes of that. */
const is = fc.constantFrom(false, false, true);
const copy = { ticket: fc.nat(TICKETS - 1), copy: fc.nat(COPIES - 1) };

/** What happens in an evening. */
export const actions = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('come' as const), door, ...copy }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('leave' as const), door, ...copy }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('platform' as const), door, is }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('venue' as const), door, is }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('upload' as const), door }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const), door }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('hold' as const), door, is: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('take back' as const), door }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      ms: fc.constantFrom(50, 3_000, 60_000),
    }),
  },
);
export type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never;
