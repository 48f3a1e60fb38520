import { DAY } from '#shared/time.ts';
import { dateOf } from './local-time.ts';

/** A month of the calendar; `month` counts from 1. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/**
 * The whole weeks, Sunday to Saturday, that contain a month (spec 4.1), as their days, `yyyy-MM-dd`.
 * They are counted in UTC, where each has 24 hours: no zone and no daylight saving comes in.
 */
export function monthGrid({ year, month }: Month): string[][] {
  const first = Date.UTC(year, month - 1, 1);
  const last = Date.UTC(year, month, 0);
  const sunday = first - new Date(first).getUTCDay() * DAY;
  const weeks: string[][] = [];
  for (let start = sunday; start <= last; start += 7 * DAY) {
    weeks.push(Array.from({ length: 7 }, (_, day) => dateOf(start + day * DAY)));
  }
  return weeks;
}

/** The first and the last day of a month's weeks. */
export function gridEnds(month: Month): { readonly first: string; readonly last: string } {
  const days = monthGrid(month).flat();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
}

/** The month of a day (`yyyy-MM-dd`), or the one `later` months after it. */
export function monthOf(date: string, later = 0): Month {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + later);
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 };
}
