import { expect, test } from 'vitest';
import { instantOf, localTime, startText } from '#box-office/local-time.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

test.each([
  ['Europe/Vienna', { year: 2026, month: 3, day: 29 }, [2]],
  ['Europe/Vienna', { year: 2026, month: 10, day: 25 }, []],
  ['America/New_York', { year: 2026, month: 3, day: 8 }, [2]],
  ['America/New_York', { year: 2026, month: 11, day: 1 }, []],
  ['Asia/Kathmandu', { year: 2026, month: 12, day: 31 }, []],
])(
  'in %s each hour of a day is found on the clock, but those that are left out',
  (timeZone, day, leftOut) => {
    const missed = HOURS.filter((hour) => {
      const local = localTime(instantOf(day, hour * 60, timeZone), timeZone);
      return local.hour !== hour || local.day !== day.day;
    });
    expect(missed).toStrictEqual(leftOut);
  },
);

test('a day beyond the end of its month is one of the next', () => {
  const instant = instantOf({ year: 2026, month: 12, day: 32 }, 45, 'Europe/Vienna');
  expect(startText(localTime(instant, 'Europe/Vienna'))).toBe('Fri, Jan 1, 2027 - 12:45 AM');
});
