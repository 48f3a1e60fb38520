import {
  calendarResponseSchema,
  clientIdHeader,
  programmePath,
  type CalendarResponse,
} from '#shared/api/index.ts';
import { DAY } from '#shared/time.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import {
  dayOf,
  gridOf,
  keyOf,
  monthOf,
  readDate,
  readTime24,
  type Month,
} from '../local-strings.ts';
import type { Platform } from '../platform.ts';
import { readOk } from '../reading.ts';

/** No clock on earth is farther from UTC. */
const FARTHEST_ZONE_MS = 14 * 60 * 60 * 1000;
/** So many months are asked for, at the most. */
const MONTHS_ASKED = 4;

/** The calendar's dates and weeks (spec 2.1 and 4.1). */
export const calendarChecks: readonly Check[] = [
  {
    section: '2.1',
    requirement: 'performancesByDateDisplay: each key is a date yyyy-MM-dd',
    async run(platform) {
      const keys = Object.keys(await daysOf(platform));
      const wrong = keys.filter((key) => dayOf(key) === undefined);
      return judge(
        wrong.map(() => 'a key is no date yyyy-MM-dd'),
        `${keys.length} days`,
      );
    },
  },
  {
    section: '2.1, 2.2',
    requirement: 'each performance is listed under its own performanceDate',
    async run(platform) {
      const days = Object.entries(await daysOf(platform));
      const problems = days.flatMap(([key, performances]) =>
        performances
          .filter(({ performanceDate }) => readDate(performanceDate) !== dayOf(key))
          .map(({ performanceId }) => `performance ${performanceId} is listed on another day`),
      );
      return judge(problems, `${days.length} days`);
    },
  },
  {
    section: '4.1',
    requirement: 'without parameters the calendar shows the current month',
    async run(platform) {
      const days = Object.keys(await daysOf(platform));
      const now = Date.now();
      const possible = [now - FARTHEST_ZONE_MS, now + FARTHEST_ZONE_MS].map(monthOf);
      const fits = possible.some((month) => outside(days, month).length === 0);
      return judge(expectThat(fits, 'days beyond the weeks of this month'), `${days.length} days`);
    },
  },
  {
    section: '4.1',
    requirement: 'month and year select the month, and no day beyond its whole weeks',
    async run(platform) {
      const months = await monthsAhead(platform);
      const problems: string[] = [];
      for (const month of months) {
        const { value, problems: unreadable } = await calendarOf(platform, { ...month });
        const days = Object.keys(value?.performancesByDateDisplay ?? {});
        problems.push(...unreadable);
        problems.push(...outside(days, month).map((day) => `${nameOf(month)} shows ${day}`));
      }
      if (months.length === 0) return skipped('no future performances are listed');
      return judge(problems, months.map(nameOf).join(', '));
    },
  },
  {
    section: '4.1',
    requirement: 'the calendar covers whole weeks, Sunday to Saturday, and lists all of them',
    run: wholeWeeks,
  },
  {
    section: '4.1',
    requirement: "time, the month's first midnight, selects the same as month and year",
    run: byTime,
  },
];

async function wholeWeeks(platform: Platform) {
  const months = await monthsAhead(platform);
  const expected = await expectedDays(platform);
  const problems: string[] = [];
  let overhanging = 0;
  for (const month of months) {
    const grid = gridOf(month);
    const shown = (await calendarOf(platform, { ...month })).value?.performancesByDateDisplay ?? {};
    for (const [day, ids] of expected) {
      if (day < grid.first || day > grid.last) continue;
      if (day < grid.firstOfMonth || day > grid.lastOfMonth) overhanging++;
      const listed = new Set(shown[keyOf(day)]?.map(({ performanceId }) => performanceId));
      const lacking = ids.filter((id) => !listed.has(id)).length;
      if (lacking > 0) problems.push(`${nameOf(month)} lacks ${lacking} of ${keyOf(day)}`);
    }
  }
  if (problems.length === 0 && overhanging === 0) {
    return skipped('no performances in weeks that two months share');
  }
  return judge(problems, `${overhanging} days of neighbouring months`);
}

/** The time is known only where the zone is: told by performances on both sides of the midnight. */
async function byTime(platform: Platform) {
  const performances = (await platform.events()).value?.performances ?? [];
  const local = performances.flatMap(({ performanceDate, performanceTime24, performanceStart }) => {
    const [date, time] = [readDate(performanceDate), readTime24(performanceTime24)];
    if (date === undefined || time === undefined) return [];
    return [{ wall: date + time, offset: date + time - performanceStart }];
  });
  for (const month of await monthsAhead(platform)) {
    const midnight = Date.UTC(month.year, month.month - 1, 1);
    const before = local.findLast(({ wall }) => wall < midnight);
    const after = local.find(({ wall }) => wall >= midnight);
    if (before === undefined || before.offset !== after?.offset) continue;
    const time = midnight - after.offset;
    const [timed, named] = [
      await calendarOf(platform, { time }),
      await calendarOf(platform, { ...month }),
    ].map(({ value }) =>
      Object.keys(value?.performancesByDateDisplay ?? {})
        .toSorted()
        .join(),
    );
    return judge(
      expectThat(timed === named, `${nameOf(month)} by time is not the same`),
      nameOf(month),
    );
  }
  return skipped("the venue's zone cannot be told for the beginning of a month");
}

async function daysOf(platform: Platform): Promise<CalendarResponse['performancesByDateDisplay']> {
  return (await platform.calendar()).value?.performancesByDateDisplay ?? {};
}

async function calendarOf({ ask, clientId }: Platform, query: Record<string, number>) {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) parameters.set(key, String(value));
  const path = `${programmePath('calendar', { clientId })}?${parameters.toString()}`;
  return readOk(calendarResponseSchema, await ask(path, { headers: clientIdHeader(clientId) }));
}

/** The performances of the events by their day (UTC midnight), from tomorrow on. */
async function expectedDays(platform: Platform): Promise<Map<number, number[]>> {
  const days = new Map<number, number[]>();
  // What starts today may have begun between two requests.
  const earliest = Date.now() + DAY;
  for (const one of (await platform.events()).value?.performances ?? []) {
    const day = readDate(one.performanceDate);
    if (day === undefined || one.performanceStart < earliest) continue;
    days.set(day, [...(days.get(day) ?? []), one.performanceId]);
  }
  return days;
}

/** The first months that have performances. */
async function monthsAhead(platform: Platform): Promise<Month[]> {
  const days = [...(await expectedDays(platform)).keys()].toSorted((a, b) => a - b);
  const months = new Map(days.map((day) => [keyOf(day).slice(0, 7), monthOf(day)]));
  return [...months.values()].slice(0, MONTHS_ASKED);
}

function outside(days: readonly string[], month: Month): string[] {
  const { first, last } = gridOf(month);
  return days.filter((key) => {
    const day = dayOf(key);
    return day !== undefined && (day < first || day > last);
  });
}

function nameOf({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
