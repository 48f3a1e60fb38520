import { expect, test } from 'vitest';
import { VerdictArrival } from '#renderer/features/verdict/verdict-arrival.ts';
import { admission } from '#tests/renderer/support/builders.ts';

const first = { ...admission(), sequence: 1 };
const second = { ...admission(), sequence: 2 };

test('each verdict arrives once, however often the state is told', () => {
  const arrival = new VerdictArrival();
  arrival.begin(null);
  expect([first, first, null, first, second].map((verdict) => arrival.follow(verdict))).toEqual([
    first,
    null,
    null,
    null,
    second,
  ]);
});

test('the verdict that a page finds when it begins is no news: nothing sounds', () => {
  const arrival = new VerdictArrival();
  arrival.begin(first);
  expect(arrival.follow(first)).toBeNull();
  expect(arrival.follow(second)).toBe(second);
});
