import { readTime } from '#shared/wall-time.ts';
import { expect, test } from 'vitest';

test.each([
  ['19:30:00', 19 * 60 + 30],
  ['19:30', 19 * 60 + 30],
  ['7:05', 7 * 60 + 5],
  ['00:00:00', 0],
  ['7:30 PM', 19 * 60 + 30],
  ['7:30\u202fPM', 19 * 60 + 30],
  ['7:30pm', 19 * 60 + 30],
  ['7:30 p.m.', 19 * 60 + 30],
  ['12:00 AM', 0],
  ['12:15 PM', 12 * 60 + 15],
  [' 11:45 AM ', 11 * 60 + 45],
])('“%s” is read as the minute %i', (text, minutes) => {
  expect(readTime(text)).toBe(minutes);
});

test.each(['', 'evening', '24:00', '19:60', '19:30:60', '13:00 PM', '0:30 AM', '7 PM', '7:30 XM'])(
  '“%s” is no time',
  (text) => {
    expect(readTime(text)).toBeNull();
  },
);
