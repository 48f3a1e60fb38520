import { describe, expect, test } from 'vitest';
import type { Mate } from '#main/entrance/party/mates.ts';
import { isWholeParty, type Candidate } from '#main/entrance/party/whole-party.ts';
import type { FoundStanding } from '#shared/model/find.ts';
import { snapshotTicket } from '../admission/support.ts';

const GOOD = { type: 'valid', copyFrom: 0 } as const;
const refused = (code: 12 | 13): FoundStanding => ({
  ...{ type: 'copy', code, firstScanAt: null, copyFrom: 0 },
});
const INSIDE = refused(12);

/** A ticket of an order of four, of which none was scanned when the copy was made. */
const mate = (changes: Partial<Mate> = {}): Mate =>
  snapshotTicket({ ticketsSold: 4, ticketsScanned: 0, ...changes });
const other = (changes: Partial<Mate> = {}, standing: FoundStanding = GOOD): Candidate => ({
  ...{ ticket: mate(changes), standing, isGood: standing === GOOD, wasIn: standing === INSIDE },
});
const three = (changes: Partial<Mate> = {}): Candidate[] => [0, 1, 2].map(() => other(changes));
const counted = (ticketsScanned: number | null, ticketsSold: number | null = 4) => ({
  ...{ ticketsScanned, ticketsSold },
});

test('all of an order of four are there, and none but the first is in', () => {
  expect(isWholeParty(mate(), three(), null)).toBe(true);
});

test('one who was in and has left may come back, but is none of those whom the order lacks', () => {
  const [one, two] = three();
  if (one === undefined || two === undefined) throw new Error('there are three');
  expect(isWholeParty(mate(), [one, two, { ...other(), wasIn: true }], null)).toBe(false);
});

describe('the platform counts as it answers', () => {
  test.each([0, 1])('with this scan or without it (%i): both are the same party', (scanned) => {
    expect(isWholeParty(mate(), three(), counted(scanned))).toBe(true);
  });

  test.each([2, 4, -1, null])('%o scanned: it counts others than these', (scanned) => {
    expect(isWholeParty(mate(), three(), counted(scanned))).toBe(false);
  });

  test.each([3, 5, null])('%o sold: the order has changed since the copy', (sold) => {
    expect(isWholeParty(mate(), three(), counted(1, sold))).toBe(false);
  });

  test('who has come in since the copy is known here, and no more is missing than counted', () => {
    const others = [other({}, INSIDE), other(), other()];
    expect(isWholeParty(mate(), others, counted(2))).toBe(true);
    expect(isWholeParty(mate(), others, counted(3))).toBe(false);
  });
});

test.each([
  ['one is missing', [other(), other()]],
  ['there is one too many: two orders are alike', [...three(), other()]],
  ['the rest is in already', [0, 1, 2].map(() => other({}, INSIDE))],
  ['one is cancelled', [other(), other(), other({ refundedOrVoided: true }, refused(13))]],
  [
    'one is cancelled, beside those sold',
    [...three(), other({ refundedOrVoided: true }, refused(13))],
  ],
  ['it is not known what one is worth', [other(), other(), other({}, { type: 'not-known' })]],
  ['one has a barcode with another ticket', [other(), other(), { ...other(), isGood: false }]],
  ['the counters in the copy count others', three({ ticketsScanned: 1 })],
  ['or nobody', three({ ticketsScanned: null })],
  ['or are not the same', [other(), other(), other({ ticketsScanned: 1 })]],
  [
    'one was scanned, and the counters do not say so',
    [other({ alreadyScanned: true }, INSIDE), other(), other()],
  ],
])('nobody may be let in with one press if %s', (_, others) => {
  expect(isWholeParty(mate(), others, null)).toBe(false);
});

test('who was in when the copy was made is counted in it', () => {
  const one = mate({ ticketsScanned: 1 });
  const others = [
    other({ ticketsScanned: 1, alreadyScanned: true }, INSIDE),
    ...[0, 1].map(() => other({ ticketsScanned: 1 })),
  ];
  expect(isWholeParty(one, others, counted(2))).toBe(true);
});

test('nor if the copy calls the very ticket cancelled that was let in', () => {
  expect(isWholeParty(mate({ refundedOrVoided: true }), three(), null)).toBe(false);
});
