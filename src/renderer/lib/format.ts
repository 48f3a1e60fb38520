import type { Words } from './i18n/en.ts';

const MINUTE = 60_000;
const MINUTES_PER_DAY = 24 * 60;

/** Dates, times and numbers as the reader's language writes them, in the kiosk's time zone. */
export interface Format {
  /** 19:42 */
  time(at: number): string;
  /** 19:42:07 */
  seconds(at: number): string;
  /** Thursday 20 November */
  date(at: number): string;
  /** Thu 20 Nov */
  shortDate(at: number): string;
  /** 1,234 */
  count(value: number): string;
  /** "starts in 25 min", "started 2 hr 5 min ago" */
  start(start: number, now: number): string;
  /** "today", "in 3 days" */
  inDays(days: number): string;
}

/** Makes the formats for a language and an IANA time zone. */
export function createFormat(words: Words, timeZone: string): Format {
  const { locale } = words;
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (at: number) => format.format(at);
  };
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );

  const amount = (minutes: number) => {
    if (minutes >= MINUTES_PER_DAY) return unit(Math.round(minutes / MINUTES_PER_DAY), 'day');
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    if (hours === 0) return unit(rest, 'minute');
    return rest === 0 ? unit(hours, 'hour') : `${unit(hours, 'hour')} ${unit(rest, 'minute')}`;
  };

  return {
    time: dates({ hour: '2-digit', minute: '2-digit' }),
    seconds: dates({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    date: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
    shortDate: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
    count: (value) => numbers.format(value),
    start: (start, now) => {
      const minutes = Math.round((start - now) / MINUTE);
      if (minutes === 0) return words.when.startsNow;
      if (minutes > 0) return words.when.startsIn(amount(minutes));
      return words.when.startedAgo(amount(-minutes));
    },
    inDays: (value) => days.format(value, 'day'),
  };
}
