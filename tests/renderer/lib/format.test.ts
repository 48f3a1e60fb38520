import { createFormat } from '#renderer/lib/format.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

const AT = Date.UTC(2025, 6, 1, 22, 30, 5);
const MINUTE = 60_000;

test.each([
  ['Europe/London', '23:30', '23:30:05', /Tuesday,? 1 July/],
  ['America/New_York', '18:30', '18:30:05', /Tuesday,? 1 July/],
  ['Asia/Kathmandu', '04:15', '04:15:05', /Wednesday,? 2 July/],
])('times and dates in %s', (zone, time, seconds, date) => {
  const format = createFormat('en-GB', zone);
  expect(format.time(AT)).toBe(time);
  expect(format.seconds(AT)).toBe(seconds);
  expect(format.date(AT)).toMatch(date);
});

describe('how far away a start is', () => {
  const format = createFormat('en-GB', 'UTC');
  test.each([
    [0, 'starts now'],
    [0.4, 'starts now'],
    [1, 'starts in 1 min'],
    [25, 'starts in 25 mins'],
    [-20, 'started 20 mins ago'],
    [59.6, 'starts in 1 hr'],
    [60, 'starts in 1 hr'],
    [-135, 'started 2 hrs 15 mins ago'],
    [24 * 60, 'starts in 1 day'],
    [-3 * 24 * 60, 'started 3 days ago'],
  ])('%f minutes', (minutes, words) => {
    expect(format.start(AT + minutes * MINUTE, AT)).toBe(words);
  });
});

test.each([
  [0, 'today'],
  [1, 'tomorrow'],
  [14, 'in 14 days'],
])('in %i days', (days, words) => {
  expect(createFormat('en-GB', 'UTC').inDays(days)).toBe(words);
});

describe('how long something lasts', () => {
  const format = createFormat('en-GB', 'UTC');
  test.each([
    [-1, '0 secs'],
    [1000, '1 sec'],
    [59_999, '59 secs'],
    [MINUTE, '1 min'],
    [182 * MINUTE, '3 hrs 2 mins'],
    [36 * 60 * MINUTE, '36 hrs'],
    [(71 * 60 + 59) * MINUTE, '71 hrs 59 mins'],
    [96 * 60 * MINUTE, '4 days'],
  ])('%i ms: %s', (milliseconds, words) => {
    expect(format.duration(milliseconds)).toBe(words);
  });
});

test.each([
  [0, '0 kB'],
  [640_400, '640 kB'],
  [12_449_000, '12.4 MB'],
])('%i bytes: %s', (value, words) => {
  expect(createFormat('en-GB', 'UTC').bytes(value)).toBe(words);
});

test.each([
  [0, '0 ms'],
  [449.6, '450 ms'],
  [1_240, '1.2 secs'],
  [12_000, '12 secs'],
])('%f ms are %s', (milliseconds, words) => {
  expect(createFormat('en-GB', 'UTC').milliseconds(milliseconds)).toBe(words);
});

test.each([
  [999_999_999, '1,000 MB'],
  [1_000_000_000, '1 GB'],
  [80_300_000_000, '80.3 GB'],
])('%i bytes of a disk: %s', (bytes, words) => {
  expect(createFormat('en-GB', 'UTC').bytes(bytes)).toBe(words);
});

test('a share', () => {
  expect(createFormat('en-GB', 'UTC').percent(0.8)).toBe('80%');
});

test('what nobody asks for is not made, and what is asked for again is made once', () => {
  const made = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'NumberFormat')];
  onTestFinished(() => made.forEach((spy) => spy.mockRestore()));
  const times = () => made.map((spy) => spy.mock.calls.length);

  const format = createFormat('en-GB', 'UTC');
  expect(times()).toEqual([0, 0]);
  for (const minute of [1, 2, 3]) {
    format.time(AT + minute * MINUTE);
    format.duration(minute * 1000);
  }
  expect(times()).toEqual([1, 1]);
  expect(format.weekdays.map(({ short }) => short)).toHaveLength(7);
  expect(format.weekdays).toBe(format.weekdays);
  expect(times()).toEqual([3, 1]);
});
