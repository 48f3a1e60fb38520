import { instantOfWall, wallAt } from '#shared/zone-time.ts';
import { MINUTE } from '#shared/time.ts';

/** What a clock and a calendar show at an instant, where the venue is. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

export function localTime(instant: number, timeZone: string): LocalTime {
  const wall = new Date(wallAt(instant, timeZone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
}

/**
 * The instant at which the venue's clock shows this. Of the hour that comes twice in autumn it is
 * one of the two; in the one that spring leaves out, a moment beside it.
 */
export function instantOf(
  { year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>,
  minuteOfDay: number,
  timeZone: string,
): number {
  return instantOfWall(Date.UTC(year, month - 1, day) + minuteOfDay * MINUTE, timeZone);
}

/** `yyyy-MM-dd` (spec 2.1) */
export function dateKey({ year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `MM/dd/yyyy` (spec 2.2) */
export function dateText({ year, month, day }: LocalTime): string {
  return `${twoDigits(month)}/${twoDigits(day)}/${year}`;
}

/** `h:mm a` (spec 2.2) */
export function timeText({ hour, minute }: Pick<LocalTime, 'hour' | 'minute'>): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `HH:mm:ss` (spec 2.2) */
export function time24Text({ hour, minute, second }: Omit<LocalTime, 'year' | 'month' | 'day'>) {
  return [hour, minute, second].map(twoDigits).join(':');
}

/** `EEE, MMM d, yyyy - h:mm a` (spec 2.2), e.g. `Sat, Nov 21, 2026 - 7:30 PM` */
export function startText(local: LocalTime): string {
  const { year, month, day } = local;
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';
  return `${weekday}, ${MONTHS[month - 1] ?? ''} ${day}, ${year} - ${timeText(local)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
