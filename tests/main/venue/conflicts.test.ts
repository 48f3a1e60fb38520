import { expect, test } from 'vitest';
import { standingOf } from '#main/ledger/standing.ts';
import { conflictsSeen } from '#main/venue/conflicts.ts';
import { EVENING } from '../ledger/support.ts';
import { admitted, checkedOut, RIGHT } from '../ledger/ticket-events.ts';

const left = admitted('left');
const right = admitted('right', [], { ...RIGHT, at: EVENING + 1 });

test('each door sees the admission at the other one', () => {
  const seen = [
    { id: 'left', other: { id: 'right', door: 'Right', at: EVENING + 1 } },
    { id: 'right', other: { id: 'left', door: 'Left', at: EVENING } },
  ];
  const certain = seen.map((one) => ({ ...one, isPossible: false }));
  expect(conflictsSeen(standingOf([left, right]).conflicts)).toEqual(certain);
  const mayHaveLeft = [left, right, checkedOut('x', null)];
  const possible = seen.map((one) => ({ ...one, isPossible: true }));
  expect(conflictsSeen(standingOf(mayHaveLeft).conflicts)).toEqual(possible);
});

test('possible conflicts come before certain ones', () => {
  const admissions = [left, right] as const;
  const seen = conflictsSeen([false, true].map((isPossible) => ({ admissions, isPossible })));
  expect(seen.map(({ isPossible }) => isPossible)).toEqual([true, true, false, false]);
});

test('three admissions are three pairs', () => {
  const three = ['a', 'b', 'c'].map((id) => admitted(id));
  expect(conflictsSeen(standingOf(three).conflicts)).toHaveLength(6);
});

test('an admission is listed with at most eight others, those of other kiosks first', () => {
  const many = Array.from({ length: 40 }, (_, at) => admitted(`${at}`));
  const seen = conflictsSeen(standingOf([...many, right]).conflicts);
  expect(seen).toHaveLength(41 * 8);
  expect(seen.filter(({ other }) => other.id === 'right')).toHaveLength(40);
});
