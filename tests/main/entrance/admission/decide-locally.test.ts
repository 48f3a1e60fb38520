import { decideLocally } from '#main/entrance/admission/decide-locally.ts';
import { expect, test } from 'vitest';
import { COMBINATIONS } from './combinations.ts';

test.each(COMBINATIONS)('$name → $expected', ({ filter, expected, ...knowledge }) => {
  const decision = decideLocally(filter, knowledge);
  expect('code' in decision ? decision.code : decision.kind).toBe(expected);
});

test('these are all: 3 doors, history or none, left since or not, copy or none, 48 states of a ticket, and none, proven or not', () => {
  expect(new Set(COMBINATIONS.map(({ name }) => name)).size).toBe(3 * 2 * 2 * (2 * 48 + 3));
});

test('without a snapshot it is never “admit” and never “not valid”', () => {
  const words = COMBINATIONS.filter(({ snapshotIsUsable }) => !snapshotIsUsable).map(
    (combination) => decideLocally(combination.filter, combination).kind,
  );
  expect(new Set(words)).toEqual(new Set(['undecided', 'duplicate']));
});
