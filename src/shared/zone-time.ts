import { MINUTE } from './time.ts';

/*
 * A *wall time* is a date and a time of day as a number: the milliseconds since the epoch if the clock
 * on the wall showed UTC.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
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
  return format;
}

/** Whether there is a zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** IANA name of the zone that this machine is set to. */
export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the wall time at an instant, in a zone. */
export function wallAt(instant: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

/**
 * Returns the instant of a wall time in a zone; near a daylight-saving change, one of the possible ones.
 */
export function instantOfWall(wall: number, timeZone: string): number {
  // The second step corrects the first if that lies on the other side of a change.
  const guess = wall - (wallAt(wall, timeZone) - wall);
  return guess - (wallAt(guess, timeZone) - wall);
}

/** The day of an instant in a zone, `yyyy-MM-dd`. */
export function dayIn(instant: number, timeZone: string): string {
  return isoOf(wallAt(instant, timeZone)).slice(0, 'yyyy-MM-dd'.length);
}

/** The hour of the day of an instant in a zone, 0 to 23. */
export function hourIn(instant: number, timeZone: string): number {
  return new Date(wallAt(instant, timeZone)).getUTCHours();
}

/**
 * Returns an instant (milliseconds since the epoch) in ISO 8601, to the second, with the zone's offset from
 * UTC: `2026-11-20T19:00:00+01:00`.
 */
export function zonedTime(instant: number, timeZone: string): string {
  const wall = wallAt(instant, timeZone);
  const ahead = Math.round((wall - instant) / MINUTE) * MINUTE;
  const distance = isoOf(Math.abs(ahead)).slice('yyyy-MM-ddT'.length, -':ss'.length);
  return `${isoOf(wall)}${ahead < 0 ? '-' : '+'}${distance}`;
}

function isoOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length);
}
