import { createFormat } from '#renderer/lib/format.ts';
import { momentText, performanceText, timeText } from '#renderer/lib/platform-times.ts';
import { describe, expect, test } from 'vitest';

const IN_24 = createFormat('en-GB', 'Asia/Tokyo');
const IN_12 = createFormat('en-GB', 'Asia/Tokyo', '12');
const MIDNIGHT = createFormat('de', 'UTC', '24');

test.each([
  ['19:30:00', '19:30', '7:30 pm'],
  ['11:45 AM', '11:45', '11:45 am'],
  ['00:15', '00:15', '12:15 am'],
  ['after the fireworks', 'after the fireworks', 'after the fireworks'],
])('the platform’s “%s” is %s, or %s', (text, in24, in12) => {
  expect(timeText(IN_24, text)).toBe(in24);
  expect(timeText(IN_12, text)).toBe(in12);
});

test('a language of 12 hours writes 24 if it is told to', () => {
  expect(timeText(createFormat('en-US', 'UTC'), '19:30')).toBe('07:30 PM');
  expect(timeText(createFormat('en-US', 'UTC', '24'), '7:30 PM')).toBe('19:30');
  expect(timeText(MIDNIGHT, '12:00 AM')).toBe('00:00');
});

describe('the venue’s words for a performance', () => {
  test.each([
    ['The Tempest, Fri, Nov 21, 2025 - 7:30 PM', 'The Tempest, Fri, Nov 21, 2025 - 19:30'],
    ['The Tempest (7:30 p.m., Friday 21 Nov)', 'The Tempest (19:30, Friday 21 Nov)'],
    ['3:10 to Yuma, 21.11.2025 11:45 AM', '3:10 to Yuma, 21.11.2025 11:45'],
    ['The Tempest, 2025-11-21 19:30:00', 'The Tempest, 2025-11-21 19:30'],
    ['Hamlet at 8:00 PM', 'Hamlet at 8:00 PM'],
    ['The 3:10 to Yuma', 'The 3:10 to Yuma'],
    ['Score 12:345, Fri 21 Nov', 'Score 12:345, Fri 21 Nov'],
    ['', ''],
  ])('“%s” is shown as “%s”', (text, expected) => {
    expect(performanceText(IN_24, text)).toBe(expected);
  });

  test('have 12 hours where those are wanted', () => {
    expect(performanceText(IN_12, 'Hamlet, Freitag, 21.11.2025, 19:30')).toBe(
      'Hamlet, Freitag, 21.11.2025, 7:30 pm',
    );
  });
});

describe('a moment on the venue’s wall', () => {
  const NOW = Date.UTC(2025, 10, 20, 12);
  test.each([
    [{ date: '2025-11-20', time: '19:30:00' }, '19:30'],
    [{ date: '2025-11-21', time: '19:30:00' }, 'Fri 21 Nov, 19:30'],
    [{ date: '2025-11-20', time: null }, 'Thu 20 Nov'],
    [{ date: null, time: 'noon' }, 'noon'],
  ])('%o is %s', (moment, expected) => {
    expect(momentText(IN_24, moment, NOW).replace(/(?<=Thu|Fri),/, '')).toBe(expected);
  });
});
