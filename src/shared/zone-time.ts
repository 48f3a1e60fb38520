/*
 * A *wall time* is a date and a time of day as a number: the milliseconds since the epoch if the clock
 * on the wall showed UTC.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is a hundred times as slow as using it. */
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

/** What the wall shows at an instant, in a zone. */
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

/** When the wall shows that time in a zone; near a daylight-saving change, one of the answers. */
export function instantOfWall(wall: number, timeZone: string): number {
  // The second step corrects a first guess on the other side of a change.
  const guess = wall - (wallAt(wall, timeZone) - wall);
  return guess - (wallAt(guess, timeZone) - wall);
}
