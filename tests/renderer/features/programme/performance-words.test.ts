import { createFormat } from '#renderer/lib/format.ts';
import {
  alertsOf,
  copyAge,
  doorsText,
  monthAge,
  noticesOf,
  shortTime,
  startText,
  standingWord,
} from '#renderer/features/programme/performance-words.ts';
import type {
  LocalMoment,
  PerformanceTimes,
  ProgrammePerformance,
  SaleLimit,
} from '#shared/model/programme.ts';
import { describe, expect, test } from 'vitest';
import { inMinutes, NOW, offline } from '#tests/renderer/support/builders.ts';
import { performance, series, withProgramme } from '#tests/renderer/support/programme.ts';

describe('how a performance is to be shown', () => {
  test.each([
    ['normal', null],
    ['message', null],
    ['cancelled', 'Cancelled'],
    ['sold-out', 'Sold out'],
  ] as const)('%s: %s', (standing, mark) => {
    expect(standingWord(standing)).toBe(mark);
  });

  test('the message belongs to its standing alone', () => {
    const message = 'Moved to the studio';
    expect(noticesOf(performance({ standing: 'message', message }))).toEqual([message]);
    expect(noticesOf(performance({ standing: 'normal', message }))).toEqual([]);
    expect(noticesOf(performance({ standing: 'cancelled', message }))).toEqual([]);
  });

  test('messages of tickets and of sales, each once', () => {
    const sold = { noTicketsMessage: 'No more.', salesOverMessage: 'At the door' };
    expect(noticesOf(performance(sold))).toEqual(['No more.', 'At the door']);
    expect(noticesOf(performance({ ...sold, salesOverMessage: 'no more' }))).toEqual(['No more.']);
  });

  test('what its mark says is not said twice, and nothing is no message', () => {
    const soldOut = performance({ standing: 'sold-out', noTicketsMessage: 'SOLD OUT!' });
    expect(noticesOf(soldOut)).toEqual([]);
    expect(noticesOf(performance({ noTicketsMessage: '  ' }))).toEqual([]);
  });

  test('why nobody can buy is said in words of our own where the platform has none', () => {
    const limited = (saleLimit: SaleLimit, changes: Partial<ProgrammePerformance> = {}) =>
      noticesOf(performance({ saleLimit, ...changes }));
    expect(limited('none-left')).toEqual(['No tickets left']);
    expect(limited('none-left', { noTicketsMessage: 'No more.' })).toEqual(['No more.']);
    expect(limited('package-holders')).toEqual(['For package holders only']);
    expect(limited('not-on-sale')).toEqual(['Not on sale at the moment']);
    const elsewhere = 'Sold at the box office only';
    expect(limited('not-on-sale', { standing: 'message', message: elsewhere })).toEqual([
      elsewhere,
    ]);
    expect(limited('not-on-sale', { salesOverMessage: 'At the door' })).toEqual(['At the door']);
  });

  test('of a series', () => {
    const soldOut = series({ saleLimit: 'none-left' });
    expect(alertsOf(soldOut)).toEqual(['No tickets left']);
    expect(alertsOf({ ...soldOut, noTicketsMessage: 'Returns' })).toEqual(['Returns']);
    const alerts = series({ purchaseAlert: 'A', salesOverMessage: 'B' });
    expect(alertsOf(alerts)).toEqual(['A', 'B']);
  });
});

const US = createFormat('en-US', 'UTC', '12');
const NEVER: LocalMoment = { date: null, time: null };
const doors = (opens: Partial<LocalMoment>, closes: Partial<LocalMoment> = {}) =>
  ({ type: 'doors', opens: { ...NEVER, ...opens }, closes: { ...NEVER, ...closes } }) as const;

describe('an all-day event’s doors', () => {
  test.each<[ReturnType<typeof doors>, string, string]>([
    [
      doors({ date: 'Nov 20', time: '10:00 AM' }, { date: 'Nov 20', time: '6:00 PM' }),
      'Doors 10:00 AM – 6:00 PM',
      '10:00 AM',
    ],
    [
      doors({ date: 'Nov 20', time: '10:00 PM' }, { date: 'Nov 21', time: '4:00 AM' }),
      'Doors Nov 20, 10:00 PM – Nov 21, 4:00 AM',
      'Nov 20, 10:00 PM',
    ],
    [doors({ time: '10:00 AM' }), 'doors open 10:00 AM', '10:00 AM'],
    [doors({ date: 'Nov 20' }, { date: 'Nov 20' }), 'doors open Nov 20', 'Nov 20'],
    [doors({}, { time: '6:00 PM' }), 'doors close 6:00 PM', 'All day'],
    [doors({}), 'All day', 'All day'],
  ])('%o', (times, line, short) => {
    expect(doorsText(US, times)).toBe(line);
    expect(shortTime(US, times)).toBe(short);
  });

  test.each<[string, string, string, string]>([
    ['19:30:00', '19:30', 'Thu 20 Nov 2025, 19:30', '7:30 PM'],
    ['7:30 PM', '19:30', 'Thu 20 Nov 2025, 19:30', '7:30 PM'],
    ['evening', 'evening', 'Thursday evening', 'evening'],
  ])('a start at “%s”', (time, short, long, in12) => {
    const times: PerformanceTimes = { type: 'starts', time, text: 'Thursday evening' };
    const format = createFormat('en-GB', 'Asia/Tokyo');
    expect(shortTime(format, times)).toBe(short);
    expect(startText(format, { date: '2025-11-20', times }).replace('Thu,', 'Thu')).toBe(long);
    expect(shortTime(US, times)).toBe(in12);
  });
});

describe('how old the copy is', () => {
  const format = createFormat('en-GB', 'Europe/London');
  const age = (state: ReturnType<typeof withProgramme>) => copyAge(format, state, NOW);

  test('fresh: nobody needs to know', () => {
    expect(age(withProgramme())).toEqual({ asOf: 'as of 19:05', reason: null, matters: false });
  });

  test('of yesterday: with its day', () => {
    const { asOf, matters } = age(withProgramme({}, { fetchedAt: inMinutes(-24 * 60) }));
    expect(asOf).toMatch(/^as of Wed,? 19 Nov, 19:10$/);
    expect(matters).toBe(true);
  });

  test('offline, refused, or never: it matters, and why', () => {
    expect(age(withProgramme({ connection: offline() }))).toMatchObject({
      reason: 'The server’s name was not found.',
      matters: true,
    });
    expect(age(withProgramme({}, { problem: 'refused' }))).toMatchObject({
      reason: 'The platform did not give the programme.',
      matters: true,
    });
    expect(age(withProgramme({}, { problem: 'timeout' })).reason).toMatch(/in time/);
    expect(age(withProgramme({}, { fetchedAt: null }))).toMatchObject({
      asOf: 'not loaded yet',
      matters: true,
    });
  });

  test('names the parts that did not come', () => {
    const missing = [{ type: 'series' }, { type: 'calendar', year: 2025, month: 12 }] as const;
    expect(age(withProgramme({}, { problem: 'refused', missing }))).toMatchObject({
      reason: 'Not updated: Series and December 2025',
      matters: true,
    });
  });

  test('of a month is told where it is older than the rest', () => {
    const december = { year: 2025, month: 12, fetchedAt: inMinutes(-30) };
    const { programme } = withProgramme();
    const late = { missing: [{ type: 'calendar', year: 2025, month: 12 }] } as const;
    expect(monthAge(format, december, programme, NOW)).toBeNull();
    expect(monthAge(format, december, late, NOW)).toBe('This month is as of 18:40.');
    const old = { ...december, fetchedAt: inMinutes(-180) };
    expect(monthAge(format, old, programme, NOW)).toBe('This month is as of 16:10.');
    const never = { ...december, fetchedAt: null };
    expect(monthAge(format, never, programme, NOW)).toBe('This month has not been loaded yet.');
  });
});
