import { m } from '#renderer/i18n/messages.ts';
import type { RoundTrip } from '#shared/model/health.ts';
import type { Format } from './format.ts';

/** Clocks tell less than this apart, in milliseconds. */
const FINEST = 20;

/** Whether the platform is so slow that guests are soon decided by the copy, before it has answered. */
export function isSlow({ median }: RoundTrip, onlineBudget: number): boolean {
  return median > onlineBudget / 2;
}

/** How long the platform's last answers took. */
export function roundTripFacts(
  { newest, measuredAt, median, count }: RoundTrip,
  format: Format,
  now: number,
): readonly string[] {
  const shown = (took: number) =>
    took < FINEST
      ? m.roundTrip_under({ time: format.milliseconds(FINEST) })
      : format.milliseconds(took);
  const age = format.duration(Math.max(0, now - measuredAt));
  const facts = [m.roundTrip_newest({ time: shown(newest), age })];
  return count < 3 ? facts : [...facts, m.roundTrip_median({ time: shown(median) })];
}
