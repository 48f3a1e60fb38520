import {
  argumentsFor,
  MOST_AT_ONCE,
  mustPause,
  nextCount,
  startsInARow,
  WELL_AFTER,
} from '#main/hosts/electron/starting-again.ts';
import { expect, test } from 'vitest';

const ARGS = ['--no-sandbox', '.', '--base-url=https://tickets.example'];

test('the first start was made by nobody’s failure', () => {
  expect(startsInARow(ARGS)).toBe(0);
});

test('a start knows how many before it have failed, and keeps all other arguments', () => {
  const second = argumentsFor(1, ARGS);
  expect(startsInARow(second)).toBe(1);
  const third = argumentsFor(2, second);
  expect(startsInARow(third)).toBe(2);
  expect(third.slice(0, -1)).toEqual(ARGS);
});

test.each(['', '-1', 'x', '99999999'])('a count of %j is none', (count) => {
  expect(startsInARow([`--started-again=${count}`])).toBe(0);
});

test('a kiosk that fails each time pauses in the end, and one that ran well begins anew', () => {
  let starts = 0;
  while (!mustPause(starts)) starts = nextCount(starts, 5_000);
  expect(starts).toBe(MOST_AT_ONCE + 1);
  expect(nextCount(starts, WELL_AFTER)).toBe(1);
  expect(mustPause(nextCount(starts, WELL_AFTER))).toBe(false);
});
