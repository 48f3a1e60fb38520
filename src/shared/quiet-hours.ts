import { DAY, HOUR, MINUTE } from './time.ts';
import { wallAt } from './zone-time.ts';

/** Hours of every day as they are kept, `22:00-07:00`: over midnight where the second time is the earlier one. */
const HOURS = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** Whether these are hours; the same time twice is neither none nor the whole day. */
export function areHours(text: string): boolean {
  return HOURS.test(text) && text.slice(0, 5) !== text.slice(6);
}

/**
 * Whether this instant is in hours of the day, as a clock on the wall shows them; from the first time on, and until
 * the second.
 *
 * @param hours null: there are none
 */
export function isWithinHours(hours: string | null, instant: number, timeZone: string): boolean {
  const [, ...parts] = HOURS.exec(hours ?? '') ?? [];
  if (parts.length === 0) return false;
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = parts.map(Number);
  const from = fromHour * HOUR + fromMinute * MINUTE;
  const until = untilHour * HOUR + untilMinute * MINUTE;
  const now = wallAt(instant, timeZone) % DAY;
  return from < until ? from <= now && now < until : now >= from || now < until;
}
