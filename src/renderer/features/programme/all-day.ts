import type { Format } from '#renderer/lib/format.ts';
import type { PerformanceTimes, ProgrammePerformance } from '#shared/model/programme.ts';

type Doors = Extract<PerformanceTimes, { type: 'doors' }>;

const UNTOLD = { date: null, time: null };

/**
 * When the doors of an all-day event are open; null for a performance with a start. One that starts at midnight,
 * and that the programme does not have, is taken for an all-day event.
 *
 * @param known what the programme says of it; null if it does not have it
 */
export function doorsOf(
  format: Format,
  start: number | null,
  known: ProgrammePerformance | null,
): Doors | null {
  if (known !== null) return known.times.type === 'doors' ? known.times : null;
  const isAllDay = start !== null && format.isMidnight(start);
  return isAllDay ? { type: 'doors', opens: UNTOLD, closes: UNTOLD } : null;
}
