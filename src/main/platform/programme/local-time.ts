import { DAY, HOUR } from '#shared/time.ts';
import { instantOfWall } from '#shared/zone-time.ts';

/*
 * The venue's dates and times are strings without a zone, and they take precedence: a platform may compute
 * its instants in a zone of its own. A *wall time* is such a date and time as a number: the milliseconds
 * since the epoch if the clock on the wall showed UTC. Wall times are compared with each other and with the
 * local time of the kiosk; a daylight-saving change may make a difference wrong by an hour, once, in that
 * night.
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns a date as `yyyy-MM-dd`; null for what is no date. Reads the formats of the spec: `MM/dd/yyyy` (2.2),
 * `yyyy-MM-dd` (2.1), and `EEE, MMM d, yyyy` with or without its day of the week and a time after a hyphen (2.2).
 */
export function readDate(text: string): string | null {
  const said = text.trim();
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(said);
  const named = /^(?:[a-z]+\.?,? )?([a-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})(?: - .*)?$/i.exec(said);
  const [, month, day, year] = american ?? monthNumbered(named) ?? [];
  const date = month === undefined ? said : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && dateOf(wallOf(date)) === date ? date : null;
}

/** The same match with the number of its month; null if that is no month. */
function monthNumbered(named: RegExpExecArray | null): readonly string[] | null {
  const [whole = '', name = '', day = '', year = ''] = named ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? null : [whole, String(month), day, year];
}

function twoDigits(number = ''): string {
  return number.padStart(2, '0');
}

/** The wall time at which a day (`yyyy-MM-dd`) begins. */
export function wallOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The wall time of a time (`HH:mm:ss`) on a day; null for what is no time. */
export function wallTime(date: string, time24: string): number | null {
  const [, hour, minute, second = '0'] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time24.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return wallOf(date) + Number(hour) * HOUR + Number(minute) * 60_000 + Number(second) * 1000;
}

/** The day of a wall time, `yyyy-MM-dd`; empty for what is no time. */
export function dateOf(wall: number): string {
  return Number.isNaN(wall) ? '' : new Date(wall).toISOString().slice(0, 10);
}

/**
 * Returns the instant of a wall time in a zone; near a daylight-saving change, one of the possible ones.
 */
export function instantOf(wall: number, timeZone: string): number {
  // Formatting a zone's time is slow, and on all but two days of a year the offset is the same all day.
  const day = Math.floor(wall / DAY);
  const offset = offsetAtMidnight(day, timeZone);
  return offset === offsetAtMidnight(day + 1, timeZone)
    ? wall - offset
    : instantOfWall(wall, timeZone);
}

const midnights = new Map<string, number>();

/** Returns the zone's offset from UTC at the start of a day; days are counted from the epoch. */
function offsetAtMidnight(day: number, timeZone: string): number {
  const key = `${timeZone} ${day}`;
  const known = midnights.get(key);
  if (known !== undefined) return known;
  const offset = day * DAY - instantOfWall(day * DAY, timeZone);
  midnights.set(key, offset);
  return offset;
}
