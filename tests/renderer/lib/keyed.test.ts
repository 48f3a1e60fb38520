import { keyed } from '#renderer/lib/keyed.ts';
import { expect, test } from 'vitest';

const keys = (ids: readonly (string | number | null)[]) =>
  keyed(ids, (id) => id).map(([key]) => key);

test('keys differ where ids repeat, whatever their type', () => {
  const all = keys([7, 7, '7', null, 'null', '1:7', '0:7', 8]);
  expect(new Set(all).size).toBe(all.length);
});

test('an id keeps its key when the list changes around it', () => {
  expect(keys([5, 7]).at(1)).toBe(keys([7, 8]).at(0));
});

test('keeps the order of the items', () => {
  expect(keyed(['b', 'a', 'b'], (id) => id).map(([, item]) => item)).toEqual(['b', 'a', 'b']);
});
