import { DAY } from '#shared/time.ts';
import { dateKey } from './local-time.ts';

/** A month of the calendar; `month` counts from 1. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/** The first and last day of a month in whole weeks, `yyyy-MM-dd`. */
export interface MonthGrid {
  readonly first: string;
  readonly last: string;
}

/**
 * The whole weeks, Sunday to Saturday, that contain the month (spec 4.1). These are days of a
 * calendar, counted in UTC, where each has 24 hours: no zone and no daylight saving comes in.
 */
export function monthGrid({ year, month }: Month): MonthGrid {
  const firstOfMonth = Date.UTC(year, month - 1, 1);
  const lastOfMonth = Date.UTC(year, month, 0);
  return {
    first: keyOf(firstOfMonth - weekday(firstOfMonth) * DAY),
    last: keyOf(lastOfMonth + (6 - weekday(lastOfMonth)) * DAY),
  };
}

/** 0 is Sunday. */
function weekday(day: number): number {
  return new Date(day).getUTCDay();
}

function keyOf(instant: number): string {
  const date = new Date(instant);
  return dateKey({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  });
}
