import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { giveAfter, readOrders, standing, type GivenOrder } from '#main/venue/hold-orders.ts';
import { UNCHECKED } from '#tests/support/door-keys.ts';
import { EVENING } from '../ledger/support.ts';

const HIGHEST = 2 ** 32 - 1;

type Kept = readonly GivenOrder[];

/** Gives an order at a door, as its register does. */
function give(kept: Kept, isHeld: boolean, kioskId = 'left', session = kioskId): GivenOrder {
  return giveAfter(kept, { kioskId, door: kioskId, isHeld, at: EVENING }, session, () => UNCHECKED);
}

/** What another door makes of a message. */
function read(orders: readonly unknown[]): Kept {
  const text: unknown = JSON.parse(JSON.stringify(orders));
  return readOrders(text) ?? [];
}

/** The doors hear each other until none of them has news. */
function settle(doors: readonly Kept[]): readonly Kept[] {
  let now = doors;
  for (let round = 0; round < 100; round += 1) {
    const all = now.map((kept) =>
      now.reduce((known, heard) => standing([...known, ...heard]), kept),
    );
    if (textOf(all) === textOf(now)) return now;
    now = all;
  }
  throw new Error('the doors do not come to an end');
}

function textOf(doors: readonly Kept[]): string {
  return JSON.stringify(doors.map((kept) => kept.map(({ id }) => id)));
}

/** All that was ever given, and what was known where it was given: without a limit, unlike what doors keep. */
class Truth {
  readonly #orders: { readonly order: GivenOrder; readonly knew: ReadonlySet<string> }[] = [];

  add(order: GivenOrder, knew: ReadonlySet<string>): Truth {
    const next = new Truth();
    next.#orders.push(...this.#orders, { order, knew });
    return next;
  }

  /** The order that all doors must end with. */
  outcome(): GivenOrder | undefined {
    const latest = this.#orders
      .filter(({ order }) => !this.#orders.some(({ knew }) => knew.has(order.id)))
      .map(({ order }) => order);
    const holds = latest.filter(({ isHeld }) => isHeld);
    const rank = ({ count, kioskId, session }: GivenOrder): string =>
      JSON.stringify([String(count).padStart(10, '0'), kioskId, session]);
    return (holds.length > 0 ? holds : latest).toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))[0];
  }
}

describe.each([
  { name: 'two kiosks', doors: ['left', 'right'], depth: 7 },
  { name: 'two kiosks from one cloned disk', doors: ['left', 'left'], depth: 6 },
  { name: 'three kiosks', doors: ['left', 'right', 'balcony'], depth: 6 },
])('whatever order $name give and hear orders in', ({ doors, depth }) => {
  interface Door {
    readonly kept: Kept;
    readonly heard: ReadonlySet<string>;
  }

  test(`they end with the same one, and a concurrent hold wins, in all traces of ${depth} steps`, () => {
    let traces = 0;
    const seen = new Map<string, number>();

    const explore = (now: readonly Door[], truth: Truth, left: number): void => {
      const idsOf = ({ kept, heard }: Door) => [kept.map(({ id }) => id), [...heard].toSorted()];
      const state = JSON.stringify(now.map(idsOf));
      if ((seen.get(state) ?? -1) >= left) return;
      seen.set(state, left);
      traces += 1;
      const right = truth.outcome()?.id;
      const wrong = settle(now.map(({ kept }) => kept)).find(([first]) => first?.id !== right);
      if (wrong !== undefined) expect(wrong).toEqual(now);
      if (left === 0) return;
      now.forEach((door, at) => {
        const kioskId = doors[at] ?? '';
        for (const isHeld of [true, false]) {
          const order = give(door.kept, isHeld, kioskId, `run ${at}`);
          const given: Door = { kept: [order], heard: new Set(door.heard).add(order.id) };
          explore(now.with(at, given), truth.add(order, door.heard), left - 1);
        }
        now.forEach((other, from) => {
          if (from === at || other.kept.length === 0) return;
          const kept = standing([...door.kept, ...read(other.kept)]);
          const heard = new Set([...door.heard, ...other.heard]);
          explore(now.with(at, { kept, heard }), truth, left - 1);
        });
      });
    };

    explore(
      doors.map(() => ({ kept: [], heard: new Set() })),
      new Truth(),
      depth,
    );
    expect(traces).toBeGreaterThan(1_000);
  });
});

test('an order replaces those that its giver knew, though a door has missed the orders between', () => {
  const hold = give([], true, 'right');
  let newest = hold;
  for (let more = 0; more < 200; more += 1) newest = give([newest], more % 2 === 1);
  newest = give([newest], false);
  expect(standing([hold, newest])).toEqual([newest]);
});

test('an order names the newest orders of all that it replaces, and stays below the limit of a message', () => {
  const since = (kept: Kept, count: number, kioskId: string): Kept =>
    Array.from({ length: count }).reduce<Kept>(
      (known) => [give(known, known[0]?.isHeld !== true, kioskId)],
      kept,
    );
  const common = since([], 300, 'left');
  const [left, right] = [since(common, 20, 'left'), since(common, 20, 'right')];
  const both = give([...left, ...right], false);
  expect(readOrders([both])).toEqual([both]);
  for (const one of [...common, ...since(common, 5, 'left'), ...since(common, 5, 'right')]) {
    expect(standing([one, both])).toEqual([both]);
  }
});

test('the count of a faulty door freezes nobody', () => {
  const [far] = read([{ ...give([], true, 'zzz'), count: HIGHEST }]);
  if (far === undefined) throw new Error('it is not malformed');
  let kept: Kept = [far];
  for (const isHeld of [false, true, false]) {
    const order = give(kept, isHeld);
    expect(order.count).toBe(HIGHEST);
    expect(standing([...kept, ...read([order])])).toEqual([order]);
    kept = [order];
  }
  expect(standing([...kept, far])).toEqual(kept);
});

test.each([2 ** 32, Number.MAX_SAFE_INTEGER, -1, 1.5])(
  'rejects an order with the count %d',
  (count) => {
    expect(readOrders([{ ...give([], true), count }])).toBeNull();
  },
);

test.each([
  ['that names too many', [{ ...give([], true), knew: Array.from({ length: 257 }, String) }]],
  ['in too long a list', Array.from({ length: 17 }, () => give([], true))],
  ['that is in no list', { ...give([], true) }],
])('rejects an order %s', (_, orders) => {
  expect(readOrders(orders)).toBeNull();
});

test('an order cannot name itself, and has the id of its content alone', () => {
  const order = give([], true);
  const [claims] = read([{ ...order, id: 'another', knew: [order.id] }]);
  expect(claims?.id).not.toBe(order.id);
  expect(claims?.id).not.toBe('another');
  expect(standing([order, ...read([order])])).toEqual([order]);
});

test('doors agree, whatever orders a faulty door makes up', () => {
  const made = fc.record({
    count: fc.constantFrom(0, 1, 2, HIGHEST),
    kioskId: fc.constantFrom('left', 'right'),
    session: fc.constantFrom('a', 'b'),
    isHeld: fc.boolean(),
    // Which of those made before it names, by their places.
    names: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 4 }),
    // Which doors hear it first.
    heardBy: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(made, { minLength: 1, maxLength: 10 }), (specs) => {
      const orders: GivenOrder[] = [];
      const doors: Kept[] = [[], [], []];
      for (const { names, heardBy, ...spec } of specs) {
        const knew = names.flatMap((at) => orders[at]?.id ?? []);
        const [order] = read([
          { ...spec, door: '', at: orders.length, knew, signature: UNCHECKED },
        ]);
        if (order === undefined) throw new Error('it is not malformed');
        orders.push(order);
        for (const at of heardBy) doors[at] = standing([...(doors[at] ?? []), order]);
      }
      const [first, ...others] = settle(doors);
      for (const other of others) expect(other).toEqual(first);
      // And one order ends all of it, at every door.
      const last = give(first ?? [], false);
      for (const kept of settle([[last], ...doors])) expect(kept[0]).toEqual(last);
    }),
    { numRuns: 2_000 },
  );
});
