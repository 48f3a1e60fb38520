import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settledId, withdrawalId, type AnyEvent } from '#main/venue/house-event.ts';
import { prepareFigures } from '#main/venue/house-figures.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admission } from './support/air.ts';

/** What is counted of these at a time, and since another. */
function counted(events: readonly AnyEvent[], now: number, from: number | null = null) {
  const db = openHouseFile(join(temporaryFolder(), 'house.db'));
  const store = new HouseStore(db);
  onTestFinished(() => store.close());
  store.tell(events);
  const sum = (groups: readonly { readonly count: number }[]) =>
    groups.reduce((total, { count }) => total + count, 0);
  const { admitted, lately, since } = prepareFigures(db)(now, from);
  return { admitted: sum(admitted), lately: sum(lately), since: sum(since) };
}

const FRIDAY = Date.UTC(2026, 10, 20, 19);
const SATURDAY = FRIDAY + DAY;
const ways = { mark: 'pass', ticketId: 1 };
const friday = admission('Left', { ...ways, id: 'friday', at: FRIDAY });
const anyway = (id: string, follows: string, at: number) =>
  admission('Left', { ...ways, id, follows, at, overrules: 'R', refusedFor: 12 });
const came = (id: string, follows: string, at: number) =>
  admission('Left', { ...ways, id, follows, at });
const went = (id: string, follows: string, at: number): AnyEvent => ({
  ...admission('Left', { ...ways, id, follows, at }),
  type: 'exit',
});

test('with a ticket for several days, a guest counts once on each, who is let in anyway or comes in again', () => {
  const now = SATURDAY + 5 * MINUTE;
  const one = { admitted: 1, lately: 1, since: 0 };
  const again = anyway('saturday', 'friday', SATURDAY);
  expect(counted([friday, again], now, FRIDAY + 1), 'let in anyway').toEqual(one);
  const out = went('out', 'friday', FRIDAY + 3 * HOUR);
  const back = came('back', 'out', SATURDAY);
  expect(counted([friday, out, back], now, FRIDAY + 1), 'came in again').toEqual(one);
  const events = [friday, out, back, anyway('twice', 'back', SATURDAY + MINUTE)];
  expect(counted(events, now, FRIDAY + 1), 'and once more within the evening').toEqual(one);
  const more = [went('out 2', 'back', SATURDAY + 1), went('out 3', 'out 2', SATURDAY + 2)];
  const third = came('third', 'out 3', SATURDAY + MINUTE);
  expect(counted([friday, out, back, ...more, third], now, FRIDAY + 1), 'twice out').toEqual(one);
  expect(counted([friday, out], SATURDAY + 5 * MINUTE), 'not who stays at home').toEqual({
    ...{ admitted: 0, lately: 0, since: 0 },
  });
});

test('whoever comes in again after midnight is the same guest of the same evening', () => {
  const out = went('out', 'friday', FRIDAY + 4 * HOUR);
  const back = came('back', 'out', FRIDAY + 6 * HOUR);
  expect(counted([friday, out, back], FRIDAY + 7 * HOUR)).toMatchObject({ admitted: 1 });
});

test('whose first way in is not known here is no other guest; who was let out before they came is one', () => {
  const out = went('out', 'somewhere', FRIDAY);
  const back = came('back', 'out', FRIDAY + HOUR);
  const none = { admitted: 0, lately: 0, since: 0 };
  expect(counted([out, back], FRIDAY + HOUR, FRIDAY)).toEqual(none);
  const strays = [{ ...out, follows: null }, went('again', 'out', FRIDAY + 1)];
  const first = came('first', 'again', FRIDAY + HOUR);
  expect(counted([...strays, first], FRIDAY + HOUR)).toMatchObject({ admitted: 1, lately: 1 });
});

test('who is let in anyway after an admission that was taken back is counted', () => {
  const id = withdrawalId('friday');
  const takenBack = { id, type: 'withdrawal', door: 'Left', until: friday.until, of: 'friday' };
  const events = [friday, takenBack, anyway('again', 'friday', FRIDAY + MINUTE)];
  expect(counted(events, FRIDAY + HOUR)).toMatchObject({ admitted: 1 });
});

test('an event that is deeper than SQLite reads JSON is an admission like any other, and ends nothing', () => {
  const db = openHouseFile(join(temporaryFolder(), 'house.db'));
  const store = new HouseStore(db);
  onTestFinished(() => store.close());
  const first = admission('Left', { id: 'a', mark: 'a', ticketId: 1 });
  const deep: AnyEvent = {
    ...admission('Left', { id: 'b', mark: 'b', ticketId: 2, follows: 'a' }),
    later: JSON.parse('['.repeat(1_500) + ']'.repeat(1_500)) as unknown,
  };
  store.tell([first]);
  store.hear({
    ...{ type: 'told', origin: 'another', after: 0, upTo: 1 },
    events: [[1, JSON.stringify(deep)]],
  });
  expect([...store.passagesLike([first])].flat().map(({ id }) => id)).toEqual(['a']);
  const { admitted, since } = prepareFigures(db)(first.at + HOUR, 0);
  expect(admitted).toMatchObject([{ count: 2 }]);
  expect(since).toMatchObject([{ count: 2 }]);
});

test('a copy of the tickets lacks whom a door let in that is cut off from the platform, until it has uploaded', () => {
  const db = openHouseFile(join(temporaryFolder(), 'house.db'));
  const store = new HouseStore(db);
  onTestFinished(() => store.close());
  const admissions = ['a', 'b', 'c'].map((id, place) => ({
    ...admission('Left', { id, mark: id, ticketId: place, at: FRIDAY + place * MINUTE }),
    isSettled: false,
  }));
  const settled = { ...admission('Left', { id: 'd', mark: 'd', ticketId: 9, at: FRIDAY }) };
  store.tell([...admissions, { ...settled, isSettled: true }]);
  const { kioskId } = settled;
  const waits = (waiting: number) =>
    db
      .prepare(`INSERT OR REPLACE INTO door VALUES ('left', ?, ?, ?)`)
      .run(kioskId, FRIDAY, JSON.stringify({ waiting }));
  const sinceCopy = () => {
    const copy = FRIDAY + 10 * MINUTE;
    return prepareFigures(db)(copy, copy).since.reduce((sum, { count }) => sum + count, 0);
  };
  waits(3);
  expect(sinceCopy()).toBe(3);
  const { until } = settled;
  store.tell([{ type: 'settled', id: settledId('a'), door: 'Left', until, of: 'a' }]);
  expect(sinceCopy(), 'one is uploaded').toBe(2);
  waits(0);
  expect(sinceCopy(), 'that door has uploaded all').toBe(0);
});
