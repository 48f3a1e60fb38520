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

test('a doubted claim neither refuses nor proves a ticket', () => {
  const doubted = COMBINATIONS.filter(({ admittedBefore }) => admittedBefore).map(
    ({ filter, ...knowledge }) => {
      const decided = decideLocally(filter, { ...knowledge, isOnlyDoubted: true });
      const without = decideLocally(filter, { ...knowledge, admittedBefore: false });
      return { decided, without, mayReturn: knowledge.mayReturn };
    },
  );
  for (const { decided, without, mayReturn } of doubted) {
    // What refuses the ticket without that claim refuses it with it; nothing is let in because of it.
    if (without.kind === 'reject' || without.kind === 'duplicate' || mayReturn) {
      expect(decided).toEqual(without);
    } else expect(decided).toEqual({ kind: 'undecided', why: 'doubted-claim' });
  }
});

test('without a snapshot it is never “admit” and never “not valid”', () => {
  const words = COMBINATIONS.filter(({ snapshotIsUsable }) => !snapshotIsUsable).map(
    (combination) => decideLocally(combination.filter, combination).kind,
  );
  expect(new Set(words)).toEqual(new Set(['undecided', 'duplicate']));
});
