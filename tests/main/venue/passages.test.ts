import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passagesOf, type Passage } from '#main/venue/passages.ts';

const way =
  (way: 'in' | 'out') => (id: string, follows: string | null, more?: Partial<Passage>) => ({
    ...{ id, way, follows, at: 0, isTakenBack: false },
    ...more,
  });
const [entry, exit] = [way('in'), way('out')];

test('nobody has come', () => {
  expect(passagesOf([])).toEqual({
    ...{ inside: 0, waysIn: 0, waysOut: 0, strayExits: 0, returns: 0 },
    ...{ out: null, newest: null, doubles: [] },
  });
});

test('in, out, and in again', () => {
  const [a, x, b] = [entry('a', null), exit('x', 'a'), entry('b', 'x')];
  expect(passagesOf([a])).toMatchObject({ inside: 1, out: null, newest: 'a' });
  expect(passagesOf([a, x])).toMatchObject({ inside: 0, out: x, newest: 'x', returns: 0 });
  expect(passagesOf([a, x, b])).toMatchObject({ inside: 1, out: null, newest: 'b', returns: 1 });
});

test('an exit without an entry is counted apart, and its holder comes in again', () => {
  const x = exit('x', null);
  expect(passagesOf([x])).toMatchObject({ inside: 0, waysOut: 0, strayExits: 1, out: x });
  expect(passagesOf([x, entry('a', 'x')])).toMatchObject({ inside: 1, waysIn: 1, strayExits: 1 });
});

test('the entry that the exit’s door did not know of turns up: its holder has left', () => {
  const [a, x, b] = [entry('a', null), exit('x', null), entry('b', 'x')];
  expect(passagesOf([a, x])).toMatchObject({ inside: 0, waysIn: 1, waysOut: 1, strayExits: 0 });
  expect(passagesOf([a, x, b])).toMatchObject({ inside: 1, waysIn: 2, doubles: [] });
});

test('two doors that were cut off let in one ticket: two are inside, until both have left', () => {
  const both = [entry('a', null), entry('b', null)];
  expect(passagesOf(both)).toMatchObject({ inside: 2, doubles: [['a', 'b']] });
  const one = [...both, exit('x', 'a')];
  expect(passagesOf(one)).toMatchObject({ inside: 1, out: null, newest: 'b' });
  const none = [...one, exit('y', 'b')];
  expect(passagesOf(none)).toMatchObject({ inside: 0, waysIn: 2, waysOut: 2 });
  // Each of them may come back: neither is one too many.
  expect(passagesOf([...none, entry('c', 'x')]).doubles).toEqual([['a', 'b']]);
});

test('whom the platform lets in again after the same way in is no conflict, however often', () => {
  const again = [entry('a', null), entry('b', 'a'), entry('c', 'a')];
  expect(passagesOf(again)).toMatchObject({ waysIn: 2, doubles: [] });
});

test('a way in that was followed by another one and by a way out is ended by that, not replaced', () => {
  const apart = [entry('a', null), entry('b', 'a'), exit('x', 'a')];
  expect(passagesOf(apart)).toMatchObject({ inside: 1, waysIn: 2, waysOut: 1, newest: 'b' });
});

test('two doors that were cut off let in the same returning holder', () => {
  const out = [entry('a', null), exit('x', 'a')];
  const both = [...out, entry('b', 'x'), entry('c', 'x')];
  expect(passagesOf(both)).toMatchObject({ inside: 2, returns: 2, doubles: [['b', 'c']] });
});

test('out, in, out and in again, at doors of which each knew only the first way in', () => {
  const apart = [
    entry('a', null),
    exit('x', 'a'),
    exit('y', 'a'),
    entry('b', 'x'),
    entry('c', 'y'),
  ];
  expect(passagesOf(apart)).toMatchObject({ inside: 1, waysOut: 2, strayExits: 0, doubles: [] });
});

test('two who were let in with one ticket leave by doors that knew of one of them', () => {
  const both = [entry('a', null), entry('b', null), exit('x', 'a'), exit('y', 'a')];
  expect(passagesOf(both)).toMatchObject({ inside: 0, strayExits: 0, doubles: [['a', 'b']] });
});

test('of several ways out the furthest along counts', () => {
  const all = [entry('a', null), exit('x', 'a'), exit('y', 'a'), entry('b', 'x'), exit('z', 'b')];
  expect(passagesOf(all)).toMatchObject({ inside: 0, out: { id: 'z' }, newest: 'z' });
});

test('a second way in by the platform’s word, right after the first, is one person', () => {
  const all = [entry('a', null), entry('b', 'a')];
  expect(passagesOf(all)).toMatchObject({ inside: 1, waysIn: 1, doubles: [], newest: 'b' });
});

test('a way in that was taken back was none', () => {
  const a = entry('a', null, { isTakenBack: true });
  expect(passagesOf([a])).toMatchObject({ inside: 0, waysIn: 0, out: null, newest: null });
  expect(passagesOf([a, entry('b', null)])).toMatchObject({ inside: 1, doubles: [] });
  const back = [entry('c', null), exit('x', 'c'), entry('d', 'x', { isTakenBack: true })];
  expect(passagesOf(back)).toMatchObject({ inside: 0, out: { id: 'x' }, returns: 0 });
  expect(passagesOf([...back, exit('y', 'd')])).toMatchObject({ inside: 0, strayExits: 1 });
});

test('what it follows is not known, or forgotten', () => {
  expect(passagesOf([exit('x', 'gone')])).toMatchObject({ inside: 0, strayExits: 1 });
  expect(passagesOf([entry('a', 'gone')])).toMatchObject({ inside: 1, waysIn: 1 });
});

test('what came between is not known yet: nothing is said of two ways in', () => {
  const apart = [entry('a', null), entry('b', 'x')];
  expect(passagesOf(apart).doubles).toEqual([]);
  expect(passagesOf([...apart, exit('x', 'a')]).doubles).toEqual([]);
  const late = [...apart, exit('x', 'a'), entry('c', 'x')];
  expect(passagesOf(late).doubles).toEqual([['b', 'c']]);
});

test('two that come after the same thing are one too many, whatever that is', () => {
  expect(passagesOf([entry('a', 'x'), entry('b', 'x')]).doubles).toEqual([['a', 'b']]);
});

test('a chain that goes in a circle ends nothing', () => {
  const circle = [entry('a', 'x'), exit('x', 'a')];
  expect(passagesOf(circle).inside).toBeLessThanOrEqual(1);
});

const anyPassages = fc
  .array(
    fc.record({
      way: fc.constantFrom('in' as const, 'out' as const),
      follows: fc.option(fc.nat(9)),
      at: fc.nat(3),
      isTakenBack: fc.boolean(),
    }),
    { maxLength: 10 },
  )
  .map((all) =>
    all.map(({ follows, ...one }, index) => ({
      ...one,
      id: String(index),
      follows: follows === null ? null : String(follows),
    })),
  );

test('all doors that hold the same set agree, whatever the order and however often they heard it', () => {
  fc.assert(
    fc.property(anyPassages, fc.infiniteStream(fc.nat()), (all, order) => {
      const key = new Map(all.map(({ id }) => [id, order.next().value]));
      const shuffled = all.toSorted((a, b) => (key.get(a.id) ?? 0) - (key.get(b.id) ?? 0));
      const found = passagesOf(all);
      expect(passagesOf([...shuffled, ...all])).toEqual(found);
      expect(found.waysIn - found.waysOut).toBe(found.inside);
      const exits = all.filter((one) => one.way === 'out' && !one.isTakenBack).length;
      expect(found.waysOut + found.strayExits).toBe(exits);
    }),
  );
});

test('at doors that know all, a ticket is in and out in turn, and nothing is double or stray', () => {
  fc.assert(
    fc.property(fc.nat(12), (steps) => {
      const all: Passage[] = [];
      for (let step = 0; step < steps; step += 1) {
        const { inside, newest } = passagesOf(all);
        expect(inside).toBe(step % 2);
        all.push(inside ? exit(`${step}`, newest) : entry(`${step}`, newest));
      }
      expect(passagesOf(all)).toMatchObject({ strayExits: 0, doubles: [] });
    }),
  );
});

test('a ticket that lies under the scanner of a way out for hours is counted in as many steps as it was read', () => {
  const stepsOf = (count: number): number => {
    let steps = 0;
    const all = Array.from({ length: count }, (_, at): Passage => {
      const one = at === 0 ? entry('0', null) : exit(`${at}`.padStart(6, '0'), null);
      const before = at === 0 ? null : at === 1 ? '0' : `${at - 1}`.padStart(6, '0');
      return Object.defineProperty({ ...one }, 'follows', {
        get() {
          steps += 1;
          return before;
        },
      });
    });
    expect(passagesOf(all)).toMatchObject({ inside: 0, strayExits: count - 2 });
    return steps;
  };
  // Twice as many steps, not four times.
  expect(stepsOf(2_000)).toBeLessThan(3 * stepsOf(1_000));
});

/** As many ways in as out with one ticket, in chains that a hostile door made up. */
function hostile(count: number, isTakenBack = false): readonly Passage[] {
  const ids = Array.from({ length: count }, (_, at) => `${at}`.padStart(4, '0'));
  const last = ids.at(-1) ?? '';
  return [
    ...ids.map((id, at) => exit(`x${id}`, at === 0 ? null : `x${ids[at - 1]}`, { isTakenBack })),
    ...ids.map((id) => entry(`a${id}`, `x${last}`)),
  ];
}

test.each([
  ['chained', false, { inside: 250, strayExits: 250 }],
  ['taken back', true, { inside: 250, strayExits: 0 }],
])('counts 250 check-ins after 250 check-outs, %s, in linear steps', (_, isTakenBack, result) => {
  const stepsOf = (count: number): number => {
    let steps = 0;
    const all = hostile(count, isTakenBack).map((one) =>
      Object.defineProperty({ ...one }, 'follows', {
        get() {
          steps += 1;
          return one.follows;
        },
      }),
    );
    const found = passagesOf(all);
    if (count === 250) expect(found).toMatchObject(result);
    return steps;
  };
  expect(stepsOf(250)).toBeLessThan(250 * 40);
  expect(stepsOf(500)).toBeLessThan(3 * stepsOf(250));
});

test('matches 250 check-outs of doors that knew of no check-in', () => {
  const ids = Array.from({ length: 250 }, (_, at) => `${at}`);
  const all = ids.flatMap((id) => [entry(`a${id}`, null), exit(`x${id}`, null)]);
  expect(passagesOf(all)).toMatchObject({ inside: 0, waysOut: 250, strayExits: 0 });
});

test('counts a ticket that goes in and out a hundred times as one that does so twice', () => {
  const all = Array.from({ length: 201 }, (_, at): Passage => {
    const follows = at === 0 ? null : `${at - 1}`;
    return at % 2 === 0 ? entry(`${at}`, follows) : exit(`${at}`, follows);
  });
  const counts = { inside: 1, waysIn: 101, waysOut: 100, strayExits: 0, returns: 100 };
  expect(passagesOf(all)).toMatchObject({ ...counts, doubles: [], newest: '200' });
});
