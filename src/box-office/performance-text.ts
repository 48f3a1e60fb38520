const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * A performance in words (spec 2.8): series name, weekday, date and time where it plays, e.g.
 * `The Tempest, Sat, Nov 21, 2026 - 7:30 PM`.
 */
export function performanceText(productionName: string, start: number, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(start)
      .map((part) => [part.type, part.value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const date = `${part('weekday')}, ${part('month')} ${part('day')}, ${part('year')}`;
  return `${productionName}, ${date} - ${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
}
