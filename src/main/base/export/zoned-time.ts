/** To make one takes longer than to use it a hundred times, and a file has many lines. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant (milliseconds since the epoch) as ISO 8601 has it, to the second, with the zone's
 * distance from UTC at that instant: `2026-11-20T19:00:00+01:00`.
 */
export function zonedTime(instant: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute, second, zone] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'timeZoneName'] as const
  ).map((part) => parts.get(part) ?? '');
  const offset = zone?.replace('GMT', '') || '+00:00';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZoneName: 'longOffset',
  });
  formats.set(timeZone, format);
  return format;
}
