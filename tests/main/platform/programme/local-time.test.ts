import {
  dateOf,
  instantOf,
  readDate,
  wallOf,
  wallTime,
} from '#main/platform/programme/local-time.ts';
import { wallAt } from '#shared/zone-time.ts';
import { describe, expect, test } from 'vitest';

describe('a date', () => {
  test.each([
    ['11/20/2026', '2026-11-20'],
    [' 1/2/2026', '2026-01-02'],
    ['2026-11-20', '2026-11-20'],
    ['02/29/2028', '2028-02-29'],
    ['02/29/2026', null],
    ['13/01/2026', null],
    ['Fri, Nov 20, 2026', '2026-11-20'],
    ['Nov 2, 2026', '2026-11-02'],
    ['Fri, Nov 20, 2026 - 7:30 PM', '2026-11-20'],
    ['September 5, 2026', '2026-09-05'],
    ['Nov 31, 2026', null],
    ['Fri, Nox 20, 2026', null],
    ['20.11.2026', null],
    ['', null],
  ])('“%s” is read as %s', (text, date) => expect(readDate(text)).toBe(date));
});

test.each([
  ['19:30:00', 19.5],
  ['7:05', 7 + 5 / 60],
  ['24:00:00', null],
  ['7:30 PM', null],
  ['', null],
])('the time “%s” is %s hours into the day', (time, hours) => {
  const wall = wallTime('2026-11-20', time);
  expect(wall).toBe(hours === null ? null : wallOf('2026-11-20') + hours * 60 * 60_000);
});

describe('the wall', () => {
  test.each([
    ['America/New_York', '2026-11-20T23:30:00Z', '2026-11-20T18:30:00.000Z'],
    ['Asia/Tokyo', '2026-11-20T23:30:00Z', '2026-11-21T08:30:00.000Z'],
    ['Asia/Kolkata', '2026-12-31T20:00:00Z', '2027-01-01T01:30:00.000Z'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00.000Z'],
  ])('in %s at %s shows %s', (zone, instant, wall) => {
    const shown = wallAt(Date.parse(instant), zone);
    expect(new Date(shown).toISOString()).toBe(wall);
    expect(dateOf(shown)).toBe(wall.slice(0, 10));
    expect(instantOf(shown, zone)).toBe(Date.parse(instant));
  });

  test.each([
    ['before the clocks go forward', '2026-03-29T01:30:00Z', '2026-03-29T00:30:00.000Z'],
    ['after it', '2026-03-29T03:30:00Z', '2026-03-29T01:30:00.000Z'],
    ['before they go back', '2026-10-25T01:30:00Z', '2026-10-24T23:30:00.000Z'],
    ['after it', '2026-10-25T03:30:00Z', '2026-10-25T02:30:00.000Z'],
    ['at noon of that day', '2026-03-29T12:00:00Z', '2026-03-29T10:00:00.000Z'],
    ['at noon of the day before', '2026-03-28T12:00:00Z', '2026-03-28T11:00:00.000Z'],
  ])('in Berlin %s, %s is the instant %s', (_when, wall, instant) => {
    expect(new Date(instantOf(Date.parse(wall), 'Europe/Berlin')).toISOString()).toBe(instant);
  });
});
