import { z } from 'zod';
import { err, ok, type Result } from '#shared/result.ts';
import { localTime } from '../../local-time.ts';
import type { Month } from '../../month-grid.ts';

/** Instants that a calendar with years of four digits can show, wherever it is. */
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(9999, 11, 30);

const number = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(lowest).max(highest));

const monthSchema = z.object({ month: number(1, 12), year: number(1970, 9999) });
const timeSchema = number(EARLIEST, LATEST);

export interface AskedMonth {
  readonly month: Month;
  readonly warnings: string[];
}

/**
 * Which month the calendar is asked for (spec 4.1). Month and year together win, then time, then
 * the venue's today. The spec does not show what wins.
 */
export function readMonth(
  query: Readonly<Record<string, string>>,
  now: number,
  timeZone: string,
): Result<AskedMonth, string> {
  const { month, year, time } = query;
  if (month !== undefined && year !== undefined) {
    const asked = monthSchema.safeParse({ month, year });
    if (asked.success) return ok({ month: asked.data, warnings: [] });
    return err('There is no such month: month counts from 1 to 12, year from 1970 to 9999.');
  }
  const warnings =
    month === undefined && year === undefined
      ? []
      : ['Of month and year only one is given: it is ignored.'];
  if (time === undefined) return ok({ month: localTime(now, timeZone), warnings });
  const instant = timeSchema.safeParse(time);
  if (!instant.success) return err('The time is no number of milliseconds since 1970.');
  return ok({ month: localTime(instant.data, timeZone), warnings });
}
