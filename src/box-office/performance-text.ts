import { localTime, startText } from './local-time.ts';

/**
 * A performance in words (spec 2.8): series name, weekday, date and time where it plays, e.g.
 * `The Tempest, Sat, Nov 21, 2026 - 7:30 PM`.
 */
export function performanceText(productionName: string, start: number, timeZone: string): string {
  return `${productionName}, ${startText(localTime(start, timeZone))}`;
}
