/** A time of day as the platform writes it: `HH:mm:ss`, `h:mm a` and their neighbours (spec 2.2, 2.3). */
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i;

const MINUTES_PER_HOUR = 60;

/** Returns a time of day in a text of the platform, in minutes since midnight; null if it is none. */
export function readTime(text: string): number | null {
  // Newer Unicode data puts a narrow no-break space before AM and PM.
  const [, hour, minute, second = '0', half] = TIME.exec(text.trim()) ?? [];
  const [h, min] = [Number(hour), Number(minute)];
  if (hour === undefined || min > 59 || Number(second) > 59) return null;
  if (half === undefined) return h > 23 ? null : h * MINUTES_PER_HOUR + min;
  if (h < 1 || h > 12) return null;
  const afternoon = half.toLowerCase() === 'p' ? 12 : 0;
  return ((h % 12) + afternoon) * MINUTES_PER_HOUR + min;
}
