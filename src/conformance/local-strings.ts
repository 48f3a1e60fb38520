import { DAY } from '#shared/time.ts';

/** What the strings of a performance's date and time say (spec 2.2), as if it were UTC. */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** `MM/dd/yyyy` as UTC midnight; undefined if it is written otherwise, or no such day exists. */
export function readDate(text: string): number | undefined {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return dayOf(`${year ?? ''}-${month ?? ''}-${day ?? ''}`);
}

/** `yyyy-MM-dd` as UTC midnight; undefined if it is written otherwise, or no such day exists. */
export function dayOf(text: string): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return Number.isNaN(day) || keyOf(day) !== text ? undefined : day;
}

/** The `yyyy-MM-dd` of a UTC instant. */
export function keyOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** `HH:mm:ss` as milliseconds from midnight; undefined if it is written otherwise. */
export function readTime24(text: string): number | undefined {
  const matched = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text);
  if (matched === null) return undefined;
  const [hour = 0, minute = 0, second = 0] = matched.slice(1).map(Number);
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

/** `h:mm a` of a UTC instant. */
export function timeOf(instant: number): string {
  const date = new Date(instant);
  const hour = date.getUTCHours();
  const minute = String(date.getUTCMinutes()).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `EEE, MMM d, yyyy - h:mm a` of a UTC instant. */
export function startOf(instant: number): string {
  const date = new Date(instant);
  const day = `${WEEKDAYS[date.getUTCDay()] ?? ''}, ${MONTHS[date.getUTCMonth()] ?? ''}`;
  return `${day} ${date.getUTCDate()}, ${date.getUTCFullYear()} - ${timeOf(instant)}`;
}

/** A month; `month` counts from 1. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

export function monthOf(day: number): Month {
  const date = new Date(day);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The first and last day of a month's whole weeks, Sunday to Saturday, and of the month itself. */
export function gridOf({ year, month }: Month) {
  const firstOfMonth = Date.UTC(year, month - 1, 1);
  const lastOfMonth = Date.UTC(year, month, 0);
  return {
    firstOfMonth,
    lastOfMonth,
    first: firstOfMonth - new Date(firstOfMonth).getUTCDay() * DAY,
    last: lastOfMonth + (6 - new Date(lastOfMonth).getUTCDay()) * DAY,
  };
}
