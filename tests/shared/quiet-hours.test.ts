import { expect, test } from 'vitest';
import { areHours, isWithinHours } from '#shared/quiet-hours.ts';

/** A winter's day in London, where the wall shows UTC. */
const at = (hour: number, minute = 0) => Date.UTC(2025, 0, 15, hour, minute);
const LONDON = 'Europe/London';

test.each([
  ['22:00-07:00', at(21, 59), false],
  ['22:00-07:00', at(22), true],
  ['22:00-07:00', at(0), true],
  ['22:00-07:00', at(6, 59), true],
  ['22:00-07:00', at(7), false],
  ['13:00-15:30', at(12, 59), false],
  ['13:00-15:30', at(13), true],
  ['13:00-15:30', at(15, 30), false],
  [null, at(23), false],
])('%s at %i: %s', (hours, instant, isQuiet) => {
  expect(isWithinHours(hours, instant, LONDON)).toBe(isQuiet);
});

test('they are those of the clock on the wall, in summer as in winter', () => {
  const summer = Date.UTC(2025, 6, 15, 21, 30);
  expect(isWithinHours('22:00-07:00', summer, LONDON)).toBe(true);
  expect(isWithinHours('22:00-07:00', summer, 'UTC')).toBe(false);
});

test.each(['22:00-07:00', '00:00-23:59'])('%s are hours', (text) => {
  expect(areHours(text)).toBe(true);
});

test.each(['', '22-7', '24:00-07:00', '22:00-22:00', '22:60-07:00', '22:00 - 07:00', '9:00-10:00'])(
  '%s are none',
  (text) => {
    expect(areHours(text)).toBe(false);
  },
);
