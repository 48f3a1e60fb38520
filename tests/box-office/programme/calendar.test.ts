import { describe, expect, test } from 'vitest';
import { EVENING, HOUR, MINUTE, openBoxOffice } from '../support.ts';
import { idsOf, programmeOf, type Query } from './support.ts';

const DAY = 24 * HOUR;
/** Made-up performances have ids from here on. */
const MADE_UP = 9_000_000;

const VIENNA = 'Europe/Vienna';
const NEW_YORK = 'America/New_York';

/** A house that plays twenty times a day for two months, beginning two days after `at`. */
async function busyHouse(at: number, timeZone: string) {
  const { boxOffice } = await openBoxOffice({
    now: () => at,
    performances: 20 * 62,
    tickets: 200,
    timeZone,
  });
  return programmeOf(boxOffice);
}

describe('the grid of a month', () => {
  test.each([
    ['begins on a Sunday and ends on a Monday', VIENNA, 2026, 6, '2026-05-31', '2026-07-04', 35],
    ['begins and ends in mid-week', VIENNA, 2026, 12, '2026-11-29', '2027-01-02', 35],
    ['reaches into six weeks', VIENNA, 2027, 1, '2026-12-27', '2027-02-06', 42],
    ['is a February of exactly four weeks', VIENNA, 2026, 2, '2026-02-01', '2026-02-28', 28],
    ['is a normal February', VIENNA, 2027, 2, '2027-01-31', '2027-03-06', 35],
    ["is a leap year's February", VIENNA, 2028, 2, '2028-01-30', '2028-03-04', 35],
    ['loses an hour in Vienna', VIENNA, 2026, 3, '2026-03-01', '2026-04-04', 35],
    ['gains an hour in Vienna', VIENNA, 2026, 10, '2026-09-27', '2026-10-31', 35],
    ['loses an hour in New York', NEW_YORK, 2026, 3, '2026-03-01', '2026-04-04', 35],
    [
      'gains an hour in New York on its first day',
      NEW_YORK,
      2026,
      11,
      '2026-11-01',
      '2026-12-05',
      35,
    ],
  ])('that %s is whole weeks', async (_, timeZone, year, month, first, last, days) => {
    const clientRef = await busyHouse(Date.UTC(year, month - 1, 1, 12) - 12 * DAY, timeZone);
    const { performancesByDateDisplay, errors, warnings } = await clientRef.calendar({
      year,
      month,
    });
    expect([errors, warnings]).toStrictEqual([[], []]);
    const dates = Object.keys(performancesByDateDisplay).toSorted();
    expect([dates[0], dates.at(-1), dates.length]).toStrictEqual([first, last, days]);
    for (const [date, performances] of Object.entries(performancesByDateDisplay)) {
      const [y, m, d] = date.split('-');
      expect(new Set(performances.map((one) => one.performanceDate))).toStrictEqual(
        new Set([`${m ?? ''}/${d ?? ''}/${y ?? ''}`]),
      );
      const madeUp = performances.filter(({ performanceId }) => performanceId > MADE_UP);
      expect([date, madeUp.length]).toStrictEqual([date, 20]);
      expect(madeUp[0]?.performanceTime).toBe('10:00 AM');
      expect(madeUp.at(-1)?.performanceTime24).toBe('21:05:00');
    }
  });

  test('leaves out days without performances, and lists the latest day first', async () => {
    const { boxOffice } = await openBoxOffice();
    const query = { month: 12, year: 2026 };
    const { performancesByDateDisplay } = await programmeOf(boxOffice).calendar(query);
    const dates = Object.keys(performancesByDateDisplay);
    expect(dates).toStrictEqual(dates.toSorted().toReversed());
    expect(dates).not.toContain('2026-12-26');
    expect(Object.values(performancesByDateDisplay).filter((day) => day.length === 0)).toEqual([]);
    const several = performancesByDateDisplay['2026-12-03'] ?? [];
    expect(several.map((one) => one.performanceTime)).toStrictEqual(['2:00 PM', '7:30 PM']);
  });

  test('overlaps with the next one: the shared week is the same in both', async () => {
    const { boxOffice } = await openBoxOffice();
    const { calendar } = programmeOf(boxOffice);
    const november = await calendar({ month: 11, year: 2026 });
    const december = await calendar({ month: 12, year: 2026 });
    const shared = ['2026-11-29', '2026-11-30', '2026-12-02', '2026-12-05'];
    for (const date of shared) {
      expect(november.performancesByDateDisplay[date]?.length).toBeGreaterThan(0);
      expect(november.performancesByDateDisplay[date]).toStrictEqual(
        december.performancesByDateDisplay[date],
      );
    }
  });

  test("counts days on the venue's calendar, not on that of UTC", async () => {
    // The main performance begins at 23:35 in Vienna, and the next one after midnight.
    const at = Date.UTC(2026, 10, 30, 22, 20);
    const { boxOffice, ids } = await openBoxOffice({ now: () => at, timeZone: VIENNA });
    const { performancesByDateDisplay } = await programmeOf(boxOffice).calendar();
    expect(idsOf(performancesByDateDisplay['2026-11-30'] ?? [])).toContain(ids.performanceId);
    expect(idsOf(performancesByDateDisplay['2026-12-01'] ?? [])).toContain(
      ids.siblingPerformanceId,
    );
  });
});

describe('which month is shown', () => {
  /** The months whose first days have performances. */
  async function monthOf(query: Query, { at = EVENING, timeZone = VIENNA } = {}) {
    const { boxOffice } = await openBoxOffice({
      now: () => at,
      timeZone,
      tickets: 200,
      performances: 20 * 120,
    });
    const answer = await programmeOf(boxOffice).calendar(query);
    const months = Object.keys(answer.performancesByDateDisplay).map((date) => date.slice(0, 7));
    const busiest = [...new Set(months)].toSorted(
      (a, b) => months.filter((one) => one === b).length - months.filter((one) => one === a).length,
    )[0];
    const { errors, warnings } = answer;
    return { month: busiest, errors: errors.length, warnings: warnings.length };
  }
  const fine = { errors: 0, warnings: 0 };

  test("without a question: that of the venue's today", async () => {
    const at = Date.UTC(2026, 11, 31, 23, 30);
    expect(await monthOf({}, { at })).toStrictEqual({ month: '2027-01', ...fine });
  });

  test('month and year win over time', async () => {
    const query = { month: 2, year: 2027, time: Date.UTC(2027, 0, 15) };
    expect(await monthOf(query)).toStrictEqual({ month: '2027-02', ...fine });
  });

  test.each([
    ['midnight of its first day in Vienna', Date.UTC(2026, 11, 31, 23), VIENNA],
    ['midnight of its first day in New York', Date.UTC(2027, 0, 1, 5), NEW_YORK],
    ['its last minute in Vienna', Date.UTC(2027, 0, 31, 23) - MINUTE, VIENNA],
  ])('the time is %s', async (_, time, timeZone) => {
    expect(await monthOf({ time }, { timeZone })).toStrictEqual({ month: '2027-01', ...fine });
  });

  test.each([
    ['only a month', { month: 3 }, '2026-12'],
    ['only a year', { year: 2028 }, '2026-12'],
    ['only a month, and a time', { month: 3, time: Date.UTC(2027, 0, 15) }, '2027-01'],
  ])('%s is ignored with a warning', async (_, query: Query, month) => {
    const at = Date.UTC(2026, 11, 1);
    expect(await monthOf(query, { at })).toStrictEqual({ month, errors: 0, warnings: 1 });
  });
});

test('a month that fails has errors, and the months next to it have none', async () => {
  const { boxOffice } = await openBoxOffice({ failingMonth: '2026-12' });
  const programme = programmeOf(boxOffice);
  const errorsOf = async (month: number) =>
    (await programme.calendar({ month, year: 2026 })).errors.length;
  expect([await errorsOf(11), await errorsOf(12)]).toEqual([0, 1]);
  expect((await programme.events()).errors).toEqual([]);
});
