import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { withdrawalId } from '#main/venue/house-event.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { insideView } from '#main/venue/inside-view.ts';
import { prepareInside } from '#main/venue/inside.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admission } from './support/air.ts';

const UNTIL = Date.UTC(2026, 10, 24);

function houseWith(events: readonly AnyEvent[]) {
  const db = openHouseFile(join(temporaryFolder(), 'house.db'));
  const store = new HouseStore(db);
  onTestFinished(() => store.close());
  store.tell(events);
  return { store, inside: prepareInside(db) };
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

test('an admission that was taken back counts for nobody', () => {
  const id = withdrawalId('a');
  const withdrawal = { id, type: 'withdrawal', door: 'Left', until: UNTIL, of: 'a' };
  const { inside } = houseWith([came('a'), withdrawal]);
  expect(inside(0).performances).toMatchObject([{ inside: 0 }]);
});

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
