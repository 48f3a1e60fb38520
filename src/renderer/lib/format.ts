import { assertNever } from '#shared/assert-never.ts';
import { dayOf, utcOf, weeksOf, type MonthOfYear } from './days.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { TimeStyle } from '#shared/model/settings.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { dayIn, wallAt } from '#shared/zone-time.ts';

const MINUTES_PER_DAY = 24 * 60;
const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;
const LONG_DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const SHORT_DATE = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const EPOCH = { year: 1970, month: 1 };

type Unit =
  'day' | 'hour' | 'minute' | 'second' | 'millisecond' | 'kilobyte' | 'megabyte' | 'gigabyte';

/** Dates, times and numbers as the reader's language writes them, in the kiosk's time zone. */
export interface Format {
  /** 19:42 */
  time(at: number): string;
  /** The same of a time of day, in minutes since midnight. */
  clock(minutes: number): string;
  /** 19:42 GMT+1 */
  withZone(at: number): string;
  /** 19:42:07 */
  seconds(at: number): string;
  /** Thursday 20 November */
  date(at: number): string;
  /** Thu 20 Nov */
  shortDate(at: number): string;
  /** 1,234 */
  count(value: number): string;
  /** Whether a day begins then. An all-day event starts at midnight; its 00:00 is not shown. */
  isMidnight(at: number): boolean;
  /** "starts in 25 min", "started 2 hr 5 min ago" */
  start(start: number, now: number): string;
  /** "45 secs", "3 hrs 2 mins", "4 days" */
  duration(milliseconds: number): string;
  /** "450 ms", "1.2 secs" */
  milliseconds(value: number): string;
  /** "640 kB", "12.4 MB", "64 GB" */
  bytes(value: number): string;
  /** "80%"; of 0.8 */
  percent(share: number): string;
  /** "today", "in 3 days" */
  inDays(days: number): string;
  /** The kiosk's day, `yyyy-MM-dd`. */
  today(now: number): string;
  /** 18:05; on another day than now's Wed 19 Nov, 18:05 */
  since(at: number, now: number): string;
  /** Of a day `yyyy-MM-dd`: Thursday 20 November */
  day(date: string): string;
  /** Of the same: Thu 20 Nov */
  shortDay(date: string): string;
  /** Of the same: Thu 20 Nov 2025 */
  fullDay(date: string): string;
  /** November 2025 */
  month(month: MonthOfYear): string;
  /** 20 Nov – 14 Dec 2025 */
  span(first: number, last: number): string;
  /** "Hebrew script"; of `Hebr` */
  script(code: string): string;
  /** "this, that and another" */
  list(names: readonly string[]): string;
  /** The days of a week as the platform's calendar has them, Sunday first. */
  readonly weekdays: readonly { readonly short: string; readonly long: string }[];
}

/** How `Intl` writes a time of day in a style. */
function timeOptions(style: TimeStyle) {
  switch (style) {
    case 'auto':
      return { hour: '2-digit', minute: '2-digit' } as const;
    case '12':
      return { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;
    case '24':
      return { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    default:
      return assertNever(style);
  }
}

/** Makes something when it is asked for the first time, and keeps it. */
function lazily<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/**
 * The formats for a language, an IANA time zone and a style of times. Each of `Intl`'s own is made when it is needed:
 * they take long to make, and a screen needs few of them.
 */
export function createFormat(
  locale: string,
  timeZone: string,
  timeStyle: TimeStyle = 'auto',
): Format {
  const datesIn = (zone: string, options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }));
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = datesIn(timeZone, options);
    return (at: number) => format().format(at);
  };
  // Days without a time have no zone.
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = datesIn('UTC', options);
    return (date: string) => format().format(utcOf(date));
  };
  const numbers = lazily(() => new Intl.NumberFormat(locale));
  const percents = lazily(() => new Intl.NumberFormat(locale, { style: 'percent' }));
  const lists = lazily(() => new Intl.ListFormat(locale));
  const scripts = lazily(() => new Intl.DisplayNames(locale, { type: 'script' }));
  const relativeDays = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const units = new Map<Unit, Intl.NumberFormat>();
  const unit = (value: number, name: Unit) => {
    const format =
      units.get(name) ??
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: name,
        unitDisplay: 'short',
        maximumFractionDigits: 1,
      });
    units.set(name, format);
    return format.format(value);
  };

  const amount = (minutes: number, inDaysFrom = MINUTES_PER_DAY) => {
    if (minutes >= inDaysFrom) return unit(Math.round(minutes / MINUTES_PER_DAY), 'day');
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    if (hours === 0) return unit(rest, 'minute');
    return rest === 0 ? unit(hours, 'hour') : `${unit(hours, 'hour')} ${unit(rest, 'minute')}`;
  };

  const timeOfDay = timeOptions(timeStyle);
  const time = dates(timeOfDay);
  const clock = datesIn('UTC', timeOfDay);
  const shortDate = dates(SHORT_DATE);
  const spans = datesIn(timeZone, { dateStyle: 'medium' });
  const monthName = days({ month: 'long', year: 'numeric' });
  const shortWeekday = days({ weekday: 'short' });
  const longWeekday = days({ weekday: 'long' });
  const weekdays = lazily(() =>
    (weeksOf(EPOCH)[0] ?? []).map((date) => ({
      short: shortWeekday(date),
      long: longWeekday(date),
    })),
  );
  const today = (at: number) => dayIn(at, timeZone);

  // A line breaks between two dates, not inside of one.
  const span = (first: number, last: number) =>
    spans()
      .formatRangeToParts(first, last)
      .map(({ source, value }) => (source === 'shared' ? value : value.replaceAll(' ', '\u00a0')))
      .join('');

  return {
    time,
    clock: (minutes) => clock().format(minutes * MINUTE),
    withZone: dates({ ...timeOfDay, timeZoneName: 'shortOffset' }),
    seconds: dates({ ...timeOfDay, second: '2-digit' }),
    date: dates(LONG_DATE),
    shortDate,
    count: (value) => numbers().format(value),
    isMidnight: (at) => wallAt(at, timeZone) % DAY === 0,
    start: (start, now) => {
      const minutes = Math.round((start - now) / MINUTE);
      if (minutes === 0) return m.when_startsNow();
      if (minutes > 0) return m.when_startsIn({ amount: amount(minutes) });
      return m.when_startedAgo({ amount: amount(-minutes) });
    },
    duration: (milliseconds) =>
      milliseconds < MINUTE
        ? unit(Math.max(0, Math.floor(milliseconds / 1000)), 'second')
        : amount(Math.floor(milliseconds / MINUTE), 3 * MINUTES_PER_DAY),
    script: (code) => scripts().of(code) ?? code,
    list: (names) => lists().format(names),
    milliseconds: (value) =>
      value < 1000 ? unit(Math.round(value), 'millisecond') : unit(value / 1000, 'second'),
    bytes(value) {
      if (value < MEGABYTE) return unit(Math.round(value / 1000), 'kilobyte');
      return value < GIGABYTE
        ? unit(value / MEGABYTE, 'megabyte')
        : unit(value / GIGABYTE, 'gigabyte');
    },
    percent: (share) => percents().format(share),
    inDays: (value) => relativeDays().format(value, 'day'),
    today,
    since: (at, now) => (today(at) === today(now) ? time(at) : `${shortDate(at)}, ${time(at)}`),
    day: days(LONG_DATE),
    shortDay: days(SHORT_DATE),
    fullDay: days({ ...SHORT_DATE, year: 'numeric' }),
    month: (month) => monthName(dayOf(month, 1)),
    span,
    get weekdays() {
      return weekdays();
    },
  };
}
