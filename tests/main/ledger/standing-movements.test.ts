import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_MOVEMENTS, standingOf } from '#main/ledger/standing.ts';
import type { Admitted, TicketEvent } from '#main/ledger/ticket-event.ts';
import { admitted, checkedOut, withdrawn } from './ticket-events.ts';

const PLATFORM: Partial<Admitted> = { by: 'platform' };
/** What the events come to, by ids. */
function movementsOf(...events: readonly TicketEvent[]) {
  const { admissions, inside, out, returns, strayExits, conflicts } = standingOf(events);
  return {
    admissions: admissions.map(({ id }) => id),
    inside: inside.map(({ id }) => id).toSorted(),
    out: out?.id ?? null,
    ...{ returns, strayExits },
    conflicts: conflicts.map(({ admissions: both, isPossible }) => [
      ...both.map(({ id }) => id),
      ...(isPossible ? ['possible'] : []),
    ]),
  };
}

test('of no events nobody has come', () => {
  expect(movementsOf()).toEqual({
    ...{ admissions: [], inside: [], out: null, returns: 0, strayExits: 0, conflicts: [] },
  });
});

test('of two doors that were cut off both guests are inside, until both have left', () => {
  const both = [admitted('a'), admitted('b')];
  const conflicts = [['a', 'b', 'possible']];
  expect(movementsOf(...both)).toMatchObject({ inside: ['a', 'b'], conflicts: [['a', 'b']] });
  const one = [...both, checkedOut('x', 'a')];
  expect(movementsOf(...one)).toMatchObject({ inside: ['b'], out: null, conflicts });
  const none = [...one, checkedOut('y', 'b', ['x', 'b'])];
  expect(movementsOf(...none)).toMatchObject({ inside: [], out: 'y', strayExits: 0, conflicts });
});

test('two doors that were cut off let the same returning guest in: a conflict', () => {
  const out = [admitted('a'), checkedOut('x', 'a')];
  const both = [...out, admitted('b', ['x']), admitted('c', ['x'])];
  const conflicts = [['b', 'c']];
  expect(movementsOf(...both)).toMatchObject({ inside: ['b', 'c'], returns: 2, conflicts });
});

test('who leaves twice and returns twice at doors that knew the first admission may be one guest', () => {
  const first = [admitted('a'), checkedOut('x', 'a'), checkedOut('y', 'a')];
  const events = [...first, admitted('b', ['x']), admitted('c', ['y'])];
  expect(movementsOf(...events)).toMatchObject({
    ...{ inside: ['b', 'c'], strayExits: 1, conflicts: [['b', 'c', 'possible']] },
  });
});

test('admissions by the platform are no conflict, however often it admits', () => {
  const again = ['b', 'c'].map((id) => admitted(id, ['a'], PLATFORM));
  expect(movementsOf(admitted('a'), ...again)).toMatchObject({ inside: ['b', 'c'], conflicts: [] });
});

test('an admission that the platform has replaced may still be ended', () => {
  const events = [admitted('a'), admitted('b', ['a'], PLATFORM), checkedOut('x', 'a')];
  expect(movementsOf(...events)).toMatchObject({ inside: ['b'], strayExits: 0 });
});

test('of several check-outs the latest counts', () => {
  const first = [admitted('a'), checkedOut('x', 'a'), checkedOut('y', 'a')];
  const events = [...first, admitted('b', ['x']), checkedOut('z', 'b')];
  expect(movementsOf(...events)).toMatchObject({ inside: [], out: 'z' });
});

test('a withdrawn admission is in no conflict, and ends no absence', () => {
  expect(movementsOf(admitted('a'), withdrawn('a'), admitted('b'))).toMatchObject({
    ...{ inside: ['b'], conflicts: [] },
  });
  const back = [admitted('c'), checkedOut('x', 'c'), admitted('d', ['x']), withdrawn('d')];
  expect(movementsOf(...back)).toMatchObject({ inside: [], out: 'x', returns: 0 });
  expect(movementsOf(...back, checkedOut('y', 'd'))).toMatchObject({ inside: [], strayExits: 1 });
});

test('a check-out that ends an admission not known yet is not stray, and lacks it', () => {
  const exit = checkedOut('x', 'unheard');
  expect(movementsOf(exit)).toMatchObject({ inside: [], strayExits: 0 });
  expect(standingOf([exit]).lacking).toEqual(['unheard']);
});

test('a conflict of admissions that know of the same unknown event is listed', () => {
  const both = [admitted('a', ['forgotten']), admitted('b', ['forgotten'])];
  expect(movementsOf(...both)).toMatchObject({ conflicts: [['a', 'b']] });
  const more = [admitted('a', ['forgotten', 'unheard']), admitted('b', ['forgotten'])];
  expect(movementsOf(...more)).toMatchObject({ conflicts: [] });
});

/** Events that know of, end and withdraw each other at random. */
const anyEvents = fc
  .array(
    fc.record({
      kind: fc.constantFrom('admitted', 'admitted', 'checked-out', 'withdrawn'),
      by: fc.constantFrom('platform', 'snapshot', 'staff'),
      of: fc.nat(9),
      knew: fc.array(fc.nat(9).map(String), { maxLength: 3 }),
    }),
    { maxLength: 10 },
  )
  .map((all) =>
    all.map(({ kind, by, of, knew }, at): TicketEvent => {
      if (kind === 'withdrawn') return { ...withdrawn(`${of}`), id: `${at}` };
      if (kind === 'checked-out') return checkedOut(`${at}`, of < 8 ? `${of}` : null, knew);
      return admitted(`${at}`, knew, { by, shown: knew });
    }),
  );

test('doors with the same events agree, in whatever order and however often these came', () => {
  fc.assert(
    fc.property(anyEvents, fc.infiniteStream(fc.nat()), (all, order) => {
      const keys = new Map(all.map(({ id }) => [id, order.next().value]));
      const shuffled = all.toSorted((a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0));
      const found = movementsOf(...all);
      expect(movementsOf(...shuffled, ...all)).toEqual(found);
      expect(found.admissions).toEqual(expect.arrayContaining(found.inside));
    }),
  );
});

test('where all doors know all, a guest is in and out in turn, without conflict', () => {
  fc.assert(
    fc.property(fc.nat(12), (steps) => {
      const all: TicketEvent[] = [];
      for (let step = 0; step < steps; step += 1) {
        const { inside, heads } = standingOf(all);
        expect(inside).toHaveLength(step % 2);
        const [one] = inside;
        const id = `${step}`;
        all.push(one === undefined ? admitted(id, heads) : checkedOut(id, one.id, heads));
      }
      const returns = Math.max(0, Math.ceil(steps / 2) - 1);
      expect(movementsOf(...all)).toMatchObject({ returns, strayExits: 0, conflicts: [] });
    }),
  );
});

test('of hundreds of movements the latest count, and the ticket is overloaded', () => {
  const ids = Array.from({ length: 250 }, (_, at) => `${at}`);
  const exits = ids.map((id, at) => checkedOut(`x${id}`, null, at === 0 ? [] : [`x${at - 1}`]));
  const entries = ids.map((id) => admitted(`a${id}`, [`x${ids.length - 1}`]));
  const standing = standingOf([...exits, ...entries]);
  expect(standing).toMatchObject({ strayExits: 0, isOverloaded: true });
  expect(standing.inside).toHaveLength(MOST_MOVEMENTS);
});

test('the next event names a few of many heads, so that it fits into a message', () => {
  const heads = Array.from({ length: 100 }, (_, at) => admitted(`${at}`));
  expect(standingOf(heads).heads.length).toBeLessThanOrEqual(16);
  const latest = [...heads, admitted('latest', ['0'])];
  expect(standingOf(latest).heads).toContain('latest');
});
