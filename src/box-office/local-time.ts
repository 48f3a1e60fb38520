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

const MINUTE_MS = 60_000;
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

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is a hundred times as slow as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

export function localTime(instant: number, timeZone: string): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
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
  const wanted = Date.UTC(year, month - 1, day) + minuteOfDay * MINUTE_MS;
  const asUtc = (instant: number) => {
    const local = localTime(instant, timeZone);
    return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
  };
  // The second step corrects a first guess on the other side of a daylight-saving change.
  const guess = wanted - (asUtc(wanted) - wanted);
  return guess - (asUtc(guess) - wanted);
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
