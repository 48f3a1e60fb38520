import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { withdrawalId } from '#main/venue/house-event.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { doublesAmong } from '#main/venue/doubles.ts';
import { insideView } from '#main/venue/inside-view.ts';
import { InsideCount, type Inside } from '#main/venue/inside.ts';
import { createRandom } from '#box-office/demo/random.ts';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admission } from './support/air.ts';

const UNTIL = Date.UTC(2026, 10, 24);

function houseWith(events: readonly AnyEvent[]) {
  const db = openHouseFile(join(temporaryFolder(), 'house.db'));
  const store = new HouseStore(db);
  onTestFinished(() => store.close());
  const news = store.tell(events)?.news ?? [];
  const count = new InsideCount(db, store);
  const inside = (since: number) => {
    const anew = new InsideCount(db, store);
    anew.countAll(since);
    return anew.inside;
  };
  return { store, count, inside, news };
}

const came = (id: string, more: Parameters<typeof admission>[1] = {}) =>
  admission('Left', { id, mark: id, ticketId: null, ...more });
const left = (id: string, of: AnyEvent, follows: string | null) =>
  ({ ...of, id, type: 'exit', follows }) satisfies AnyEvent;
const corrected = (id: string, by: number, performanceId: number | null = 11) => ({
  ...{ id, type: 'correction', door: 'Left', until: UNTIL, kioskId: 'a', performanceId, by },
  ...{ at: 2_000, why: 'counted' },
});

test('who came and did not leave is inside, performance by performance', () => {
  const [a, b, c] = [came('a'), came('b'), came('c', { performanceId: 12 })];
  const { inside } = houseWith([a, b, c, left('x', a, 'a')]);
  expect(inside(0)).toEqual({
    performances: [
      { performanceId: 11, inside: 1, strayExits: 0, byHand: 0 },
      { performanceId: 12, inside: 1, strayExits: 0, byHand: 0 },
    ],
    hasExits: true,
  });
  expect(inside(1_000), 'of those before nobody is left').toMatchObject({ performances: [] });
});

test('what was told under two origins counts once', () => {
  const a = came('a');
  const { store, inside } = houseWith([a, corrected('fix', 3)]);
  const events = [a, corrected('fix', 3)].map(
    (event, at) => [at + 1, JSON.stringify(event)] as const,
  );
  store.hear({
    ...{ type: 'told', origin: 'another', after: 0, upTo: 2 },
    events: events.map(([number, body]): [number, string] => [number, body]),
  });
  expect(inside(0).performances).toEqual([
    { performanceId: 11, inside: 1, strayExits: 0, byHand: 3 },
  ]);
});

test('one ticket under two barcodes is one; one that a door did not know is told by its barcode', () => {
  const a = came('a', { mark: 'A', ticketId: 7 });
  const out = { ...came('x', { mark: 'B', ticketId: 7 }), type: 'exit', follows: 'a' };
  const unknown = came('b', { mark: 'A', ticketId: null, follows: 'x' });
  expect(houseWith([a, out]).inside(0).performances).toMatchObject([{ inside: 0, strayExits: 0 }]);
  expect(houseWith([a, out, unknown]).inside(0).performances).toMatchObject([{ inside: 1 }]);
});

test.each([
  ['that does not know the ticket', {}],
  ['that the first door did not know either', { ticketId: null }],
])(
  'who leaves by a way out that is open for another performance, %s, has left their own, once',
  (_, more) => {
    const a = came('a', { mark: 'A', ticketId: 501, performanceId: 32, ...more });
    const elsewhere = { ...a, ticketId: null, performanceId: 31 };
    const out = left('x', elsewhere, 'a');
    expect(houseWith([a, out]).inside(0).performances).toEqual([
      { performanceId: 32, inside: 0, strayExits: 0, byHand: 0 },
    ]);
    const twice = left('y', elsewhere, 'x');
    const performances = [{ performanceId: 32, inside: 0, strayExits: 1, byHand: 0 }];
    expect(houseWith([a, out, twice]).inside(0).performances, 'read twice').toEqual(performances);
  },
);

test('who came in where the door was open for everything has left by a door that knows the ticket', () => {
  const a = came('a', { mark: 'A', ticketId: null, performanceId: null });
  const [matinee, soiree] = [
    left('x', { ...a, ticketId: 501, performanceId: 31 }, null),
    left('y', { ...a, ticketId: 502, performanceId: 32 }, 'a'),
  ];
  expect(houseWith([a, soiree]).inside(0).performances).toEqual([
    { performanceId: 32, inside: 0, strayExits: 0, byHand: 0 },
  ]);
  // Somebody else, with another ticket that has the same barcode.
  expect(houseWith([a, soiree, matinee]).inside(0).performances).toMatchObject([
    { performanceId: 32, inside: 0, strayExits: 0 },
    { performanceId: 31, inside: 0, strayExits: 1 },
  ]);
});

test('a correction dated before the count’s start changes nothing, however late it is told', () => {
  const { store, count, inside } = houseWith([came('a', { at: 3_000 })]);
  count.countAll(2_000);
  const counted = { performanceId: 11, inside: 1, strayExits: 0, byHand: 0 };
  count.takeIn(store.tell([corrected('at its start', 3)])?.news ?? []);
  expect(count.inside.performances).toEqual([counted]);
  count.takeIn(store.tell([{ ...corrected('after it', 3), at: 2_001 }])?.news ?? []);
  const after = [{ ...counted, byHand: 3 }];
  expect(count.inside.performances).toEqual(after);
  expect(inside(2_000).performances, 'counted anew').toEqual(after);
});

test('an admission that was taken back counts for nobody', () => {
  const id = withdrawalId('a');
  const withdrawal = { id, type: 'withdrawal', door: 'Left', until: UNTIL, of: 'a' };
  const { inside } = houseWith([came('a'), withdrawal]);
  expect(inside(0).performances).toMatchObject([{ inside: 0 }]);
});

test('counted on from event to event it is the same as counted anew, whatever comes in which order', () => {
  const seed = seedOf('who is inside');
  for (let round = 0; round < howMuch(2, 50); round += 1) anEvening(seed + round);
});

function anEvening(seed: number): void {
  const random = createRandom(seed);
  const pick = <T>(choices: readonly T[]): T => random.pick(choices);
  const { store, count, inside } = houseWith([]);
  count.countAll(0);
  const known: AnyEvent[] = [];
  for (let turn = 0; turn < 80; turn += 1) {
    const batch = Array.from({ length: pick([1, 1, 1, 4]) }, (_, at): AnyEvent => {
      const id = `${turn} ${at}`;
      const kind = pick(['in', 'in', 'out', 'taken back', 'by hand', 'told again']);
      const before = known.length === 0 ? null : pick(known);
      const of = before?.id ?? 'nobody';
      if (kind === 'told again' && before !== null) return before;
      if (kind === 'by hand') return corrected(id, pick([-2, 1]), pick([null, 11]));
      if (kind === 'taken back') {
        return { id: withdrawalId(of), type: 'withdrawal', door: 'Left', until: UNTIL, of };
      }
      const one = came(id, {
        // Barcodes that belong to several tickets, and tickets with several barcodes.
        ...{ mark: pick(['A', 'B', 'C']), ticketId: pick([null, 1, 2]), at: pick([-1, 5, 6]) },
        ...{ performanceId: pick([null, 11, 12]), follows: pick([null, of]) },
      });
      return kind === 'out' ? { ...one, type: 'exit' } : one;
    });
    known.push(...batch.filter(({ type }) => type === 'admission' || type === 'exit'));
    count.takeIn(store.tell(batch)?.news ?? []);
    if (count.isStale) count.countAll(0);
    expect(nonZero(count.inside), `seed ${seed}, after ${turn}`).toEqual(nonZero(inside(0)));
  }
}

function nonZero({ performances, hasExits }: Inside) {
  const some = performances.filter((one) => one.inside || one.strayExits || one.byHand);
  return {
    hasExits,
    performances: some.toSorted((a, b) => Number(a.performanceId) - Number(b.performanceId)),
  };
}

test('takes in 250 check-ins and 250 check-outs of one ticket in linear time', () => {
  const { store, count } = houseWith([]);
  const ids = Array.from({ length: 250 }, (_, at) => `${at}`.padStart(3, '0'));
  const a = came('a', { mark: 'A', ticketId: 501 });
  const events = ids.flatMap((id, at) => [
    left(`x${id}`, a, at === 0 ? null : `x${ids[at - 1]}`),
    { ...a, id: `a${id}`, follows: `x${ids.at(-1)}` },
  ]);
  const news = store.tell(events)?.news ?? [];
  const start = performance.now();
  count.takeIn(news);
  expect(count.isStale).toBe(true);
  count.countAll(0);
  const doubles = [...store.passagesLike(news)].flatMap((all) => doublesAmong(all));
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(count.inside.performances).toMatchObject([{ inside: 250 }]);
  expect(doubles.length).toBeLessThanOrEqual(250 * 8);
}, 120_000);

const GROUPS = {
  performances: [
    { performanceId: 11, inside: 40, strayExits: 2, byHand: -3 },
    { performanceId: 12, inside: 100, strayExits: 1, byHand: 0 },
    { performanceId: null, inside: 5, strayExits: 0, byHand: 1 },
  ],
  hasExits: true,
};
const KNOWN = { isAtLeast: false, capacity: null };

test('over the performances that may be on now, with what was put right by hand', () => {
  const isPlausible = (performanceId: number | null) => performanceId !== 12;
  expect(insideView(GROUPS, { ...KNOWN, isPlausible })).toEqual({
    ...{ count: 43, strayExits: 2, byHand: -2, hasWaysOut: true },
    ...{ isAtLeast: false, capacity: null },
  });
});

test('there are never fewer than none', () => {
  const performances = [{ performanceId: 11, inside: 1, strayExits: 0, byHand: -5 }];
  const view = insideView({ performances, hasExits: false }, { ...KNOWN, isPlausible: () => true });
  expect(view.count).toBe(0);
});
