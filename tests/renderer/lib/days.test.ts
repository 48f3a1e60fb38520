import {
  addDays,
  addMonths,
  dayByKey,
  dayOf,
  isEarlier,
  monthOf,
  weeksOf,
} from '#renderer/lib/days.ts';
import { describe, expect, test } from 'vitest';

test.each([
  ['2025-11-30', 1, '2025-12-01'],
  ['2025-12-31', 1, '2026-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2025-03-30', -1, '2025-03-29'],
  ['2025-10-26', 1, '2025-10-27'],
])('%s and %i days', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
});

test('months across a year’s turn', () => {
  expect(addMonths({ year: 2025, month: 12 }, 1)).toEqual({ year: 2026, month: 1 });
  expect(addMonths({ year: 2025, month: 1 }, -1)).toEqual({ year: 2024, month: 12 });
  expect(monthOf('2026-01-01')).toEqual({ year: 2026, month: 1 });
  expect(isEarlier({ year: 2025, month: 12 }, { year: 2026, month: 1 })).toBe(true);
  expect(isEarlier({ year: 2026, month: 1 }, { year: 2026, month: 1 })).toBe(false);
});

test('a month that is too short for a day has its last one', () => {
  expect(dayOf({ year: 2025, month: 2 }, 31)).toBe('2025-02-28');
  expect(dayOf({ year: 2024, month: 2 }, 30)).toBe('2024-02-29');
});

describe('a month in whole weeks, Sunday to Saturday', () => {
  test.each([
    ['begins and ends in mid-week', 2025, 10, '2025-09-28', '2025-11-01', 5],
    ['begins on a Sunday', 2026, 2, '2026-02-01', '2026-02-28', 4],
    ['needs six weeks', 2025, 11, '2025-10-26', '2025-12-06', 6],
    ['spans a year’s turn', 2025, 12, '2025-11-30', '2026-01-03', 5],
    ['has the hour that comes twice', 2025, 3, '2025-02-23', '2025-04-05', 6],
  ])('%s', (_, year, month, first, last, weeks) => {
    const grid = weeksOf({ year, month });
    expect(grid).toHaveLength(weeks);
    expect(grid.every((week) => week.length === 7)).toBe(true);
    expect(grid.flat()[0]).toBe(first);
    expect(grid.flat().at(-1)).toBe(last);
    expect(new Set(grid.flat()).size).toBe(7 * weeks);
  });
});

test.each([
  ['ArrowLeft', '2025-11-19'],
  ['ArrowRight', '2025-11-21'],
  ['ArrowUp', '2025-11-13'],
  ['ArrowDown', '2025-11-27'],
  ['Home', '2025-11-16'],
  ['End', '2025-11-22'],
  ['PageUp', '2025-10-20'],
  ['PageDown', '2025-12-20'],
  ['Tab', null],
])('%s', (key, expected) => {
  expect(dayByKey('2025-11-20', key)).toBe(expected);
});

test('a page down from the 31st goes to the 28th', () => {
  expect(dayByKey('2026-01-31', 'PageDown')).toBe('2026-02-28');
});
