import { expect, test } from 'vitest';
import {
  rightToReturn,
  type Leaving,
  type ReentryRules,
} from '#main/entrance/admission/reentry.ts';
import { MINUTE } from '#shared/time.ts';

const OUT = { at: 100 * MINUTE };
const right = (rules: Partial<ReentryRules>, now: number, returns = 0, out: Leaving['out'] = OUT) =>
  rightToReturn({ out, returns }, { reentry: 'always', reentryWithin: null, ...rules }, now);

test('who has not left has nothing to return from', () => {
  expect(right({}, 0, 0, null)).toBeNull();
});

test('as often as they like, for as long as it lasts', () => {
  expect(right({}, 10_000 * MINUTE, 7)).toEqual({ until: null });
});

test('nobody, where the house lets nobody in again', () => {
  expect(right({ reentry: 'off' }, 100 * MINUTE)).toBeNull();
});

test('once is once', () => {
  expect(right({ reentry: 'once' }, 101 * MINUTE)).toEqual({ until: null });
  expect(right({ reentry: 'once' }, 101 * MINUTE, 1)).toBeNull();
});

test('within so many minutes, to the last of them', () => {
  expect(right({ reentryWithin: 20 }, 120 * MINUTE)).toEqual({ until: 120 * MINUTE });
  expect(right({ reentryWithin: 20 }, 120 * MINUTE + 1)).toBeNull();
});
