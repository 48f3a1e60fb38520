import { gridEnds, monthGrid, monthOf } from '#main/platform/programme/month-grid.ts';
import { describe, expect, test } from 'vitest';

describe('a month in whole weeks, Sunday to Saturday', () => {
  test.each([
    ['starts on a Sunday, ends in mid-week', 2026, 11, '2026-11-01', '2026-12-05', 5],
    ['starts in mid-week', 2026, 10, '2026-09-27', '2026-10-31', 5],
    ['starts and ends in mid-week', 2026, 12, '2026-11-29', '2027-01-02', 5],
    ['is a February of exactly four weeks', 2026, 2, '2026-02-01', '2026-02-28', 4],
    ['is a February of a leap year', 2028, 2, '2028-01-30', '2028-03-04', 5],
    ['begins a year', 2027, 1, '2026-12-27', '2027-02-06', 6],
    ['has the clocks go forward', 2026, 3, '2026-03-01', '2026-04-04', 5],
    ['needs six weeks', 2026, 8, '2026-07-26', '2026-09-05', 6],
  ])('that %s: %i-%i', (_what, year, month, first, last, weeks) => {
    const grid = monthGrid({ year, month });
    expect(gridEnds({ year, month })).toEqual({ first, last });
    expect(grid).toHaveLength(weeks);
    const days = grid.flat();
    expect(new Set(days).size).toBe(7 * weeks);
    expect(days).toEqual(days.toSorted());
    for (const week of grid) {
      expect(week).toHaveLength(7);
      expect(new Date(`${week[0]}T12:00:00Z`).getUTCDay()).toBe(0);
    }
  });

  test('is the same wherever the kiosk stands', () => {
    const zone = process.env['TZ'];
    try {
      for (const TZ of ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin']) {
        process.env['TZ'] = TZ;
        expect(gridEnds({ year: 2026, month: 3 })).toEqual({
          first: '2026-03-01',
          last: '2026-04-04',
        });
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});

test.each([
  ['2026-11-20', 0, { year: 2026, month: 11 }],
  ['2026-12-31', 1, { year: 2027, month: 1 }],
  ['2026-01-31', 1, { year: 2026, month: 2 }],
])('the month of %s, and %i later', (date, later, month) => {
  expect(monthOf(date, later)).toEqual(month);
});
