import type { LocalMoment } from '#shared/model/programme.ts';
import { readTime } from '#shared/wall-time.ts';
import type { Format } from './format.ts';

/** A time within a longer text. */
const TIMES =
  /(?<![\d:.])\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m(?:\.(?!\w)|(?![\w.])))?(?![\d:])/gi;

/** What makes a text one about a date: a year, or the numbers of a day and a month. */
const DATE =
  /(?<!\d)(?:(?:19|20)\d{2}|\d{1,2}[./-]\d{1,2})(?!\d)|\d\s*\p{L}{3}|\p{L}{3}\p{L}*\.?\s*\d/u;

/** The platform's words for a time of day, as all times are written here; as they are where they are none. */
export function timeText(format: Format, text: string): string {
  const minutes = readTime(text);
  return minutes === null ? text : format.clock(minutes);
}

/**
 * The platform's words for a performance, "series name with date, time and weekday" (spec 2.8), with
 * their time as all times are written here. The last one is meant: a series may be called 3:10 to Yuma.
 */
export function performanceText(format: Format, text: string): string {
  const found = [...text.matchAll(TIMES)].at(-1);
  if (found === undefined || found.index === 0) return text;
  const [time] = found;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + time.length)];
  return DATE.test(before + after) ? `${before}${timeText(format, time)}${after}` : text;
}

/** A date and a time of the venue's wall: the time alone today, else "Fri 21 Nov, 19:30". */
export function momentText(format: Format, { date, time }: LocalMoment, now: number): string {
  const shown = time === null ? null : timeText(format, time);
  const isToday = shown !== null && date === format.today(now);
  const day = date === null || isToday ? null : format.shortDay(date);
  return [day, shown].filter((part) => part !== null).join(', ');
}
