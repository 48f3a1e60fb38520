import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doublesAmong } from '#main/venue/doubles.ts';
import type { HouseAdmission, HousePassage } from '#main/venue/house-event.ts';
import { HouseStore, type KnownPassage } from '#main/venue/house-store.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admission } from './support/air.ts';

const TICKET = { mark: 'A1', ticketId: 501 };
const LEFT = admission('Left', { ...TICKET, id: 'left' });
const inForce = (one: HousePassage): KnownPassage => ({ ...one, isTakenBack: false });
const pairs = (right: Partial<HouseAdmission>, left: Partial<HouseAdmission> = {}) =>
  doublesAmong([
    inForce({ ...LEFT, ...left }),
    inForce(admission('Right', { ...TICKET, id: 'right', ...right })),
  ]);

test('two admissions with one ticket are told of from both sides', () => {
  expect(pairs({ at: LEFT.at + 1 })).toEqual([
    { id: 'left', other: { id: 'right', door: 'Right', at: LEFT.at + 1 } },
    { id: 'right', other: { id: 'left', door: 'Left', at: LEFT.at } },
  ]);
});

test('three are three pairs', () => {
  const three = ['a', 'b', 'c'].map((id) => inForce(admission('Left', { ...TICKET, id })));
  expect(doublesAmong(three)).toHaveLength(6);
});

test('of many admissions each is told of at most eight others, those of other kiosks first', () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    inForce(admission('Left', { ...TICKET, id: `${at}` })),
  );
  const found = doublesAmong([...many, inForce(admission('Right', { ...TICKET, id: 'right' }))]);
  expect(found).toHaveLength(41 * 8);
  expect(new Set(found.filter(({ other }) => other.id === 'right').map(({ id }) => id)).size).toBe(
    40,
  );
});

test('one that shows that two others are the same ticket is in conflict with both', () => {
  const [byTicket, byBarcode, both] = [
    admission('Left', { id: 'ticket', mark: 'A1', ticketId: 501 }),
    admission('Left', { id: 'barcode', mark: 'B2', ticketId: null }),
    admission('Left', { id: 'both', mark: 'B2', ticketId: 501 }),
  ];
  const found = doublesAmong([byTicket, byBarcode, both].map(inForce));
  expect(found.map(({ id, other }) => `${id} ${other.id}`).toSorted()).toEqual([
    'barcode both',
    'both barcode',
    'both ticket',
    'ticket both',
  ]);
});

test('where the platform has let in both, it knew what it did; where one, it did not know of the other', () => {
  expect(pairs({ isSettled: true }, { isSettled: true })).toEqual([]);
  expect(pairs({ isSettled: true })).toHaveLength(2);
});

test.each<[string, Partial<HouseAdmission>, Partial<HouseAdmission>, number]>([
  ['a ticket under another barcode', { mark: 'B2' }, {}, 2],
  ['another ticket with the same barcode', { ticketId: 502 }, {}, 0],
  ['a barcode alone', { ticketId: null }, { ticketId: null }, 2],
  ['a barcode alone, for another performance', { ticketId: null, performanceId: 32 }, {}, 0],
  ['a barcode alone, days later', { ticketId: null, at: LEFT.at + 3 * DAY }, {}, 0],
  ['another barcode, and no ticket known', { ticketId: null, mark: 'B2' }, {}, 0],
  ['the same numbers at another client', { clientId: 8 }, {}, 0],
  ['the same numbers at another platform', { baseUrl: 'https://other.example' }, {}, 0],
])('%s', (_, right, left, count) => {
  expect(pairs(right, left)).toHaveLength(count);
});

test('two late admissions by one right are one too many, though the platform has spent the ticket', () => {
  const late = { isSettled: true, follows: 'turned away' };
  expect(pairs(late, late)).toHaveLength(2);
});

test('an admission that was taken back is nobody’s double', () => {
  const both = [LEFT, admission('Right', { ...TICKET, id: 'right' })].map(inForce);
  expect(doublesAmong(both)).toHaveLength(2);
  expect(doublesAmong(both.map((one) => ({ ...one, isTakenBack: one.id === 'left' })))).toEqual([]);
});

test('who left between came in twice rightly', () => {
  const exit: HousePassage = { ...LEFT, id: 'x', type: 'exit', follows: 'left' };
  const back = admission('Right', { ...TICKET, id: 'right', follows: 'x' });
  expect(doublesAmong([LEFT, exit, back].map(inForce))).toEqual([]);
});

test('tickets that were let in twice are found again in the file, by barcode or by ticket', () => {
  const path = join(temporaryFolder(), 'house.db');
  const store = HouseStore.open(path);
  const all = [
    admission('Left', { id: 'a1', mark: 'A', ticketId: null }),
    admission('Left', { id: 'a2', mark: 'A', ticketId: null }),
    admission('Left', { id: 'b1', mark: 'B', ticketId: 7 }),
    admission('Left', { id: 'b2', mark: 'C', ticketId: 7, at: LEFT.at + HOUR }),
    admission('Left', { id: 'alone', mark: 'D', ticketId: 8 }),
  ];
  store.tell(all);
  // An event that was told under two origins is one.
  store.hear({
    type: 'told',
    origin: 'x',
    after: 0,
    upTo: 1,
    events: [[1, JSON.stringify(all.at(-1))]],
  });
  store.close();
  const again = HouseStore.open(path);
  const found = [...again.admittedMoreThanOnce()].map((some) =>
    some.map(({ id }) => id).toSorted(),
  );
  again.close();
  expect(found).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2'],
  ]);
});
