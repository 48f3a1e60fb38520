import { dayIn, hourIn, instantOfWall, isTimeZone, wallAt, zonedTime } from '#shared/zone-time.ts';
import { describe, expect, test } from 'vitest';

test('the hour of the day is that of the kiosk’s zone, midnight is 0', () => {
  const winter = Date.UTC(2026, 0, 15, 23, 30);
  const summer = Date.UTC(2026, 6, 15, 23, 30);
  expect([hourIn(winter, 'Europe/Berlin'), hourIn(summer, 'Europe/Berlin')]).toEqual([0, 1]);
  expect(hourIn(winter, 'Asia/Kolkata')).toBe(5);
});

describe('an instant', () => {
  test.each([
    ['Europe/Berlin', '2026-11-20T18:00:00.999Z', '2026-11-20T19:00:00+01:00'],
    ['Europe/Berlin', '2026-07-20T22:30:07Z', '2026-07-21T00:30:07+02:00'],
    ['America/St_Johns', '2026-11-20T02:00:00Z', '2026-11-19T22:30:00-03:30'],
    ['Asia/Kathmandu', '2026-12-31T20:00:00Z', '2027-01-01T01:45:00+05:45'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00+00:00'],
  ])('in %s, %s is written as %s', (zone, instant, written) => {
    const at = Date.parse(instant);
    expect(zonedTime(at, zone)).toBe(written);
    expect(dayIn(at, zone)).toBe(written.slice(0, 10));
    expect(instantOfWall(wallAt(at, zone), zone)).toBe(Math.floor(at / 1000) * 1000);
  });
});

test('a zone is known by its name', () => {
  expect(['UTC', 'Europe/Vienna', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
