import { m } from '#renderer/i18n/messages.ts';
import type { RoundTrip } from '#shared/model/health.ts';
import { MINUTE } from '#shared/time.ts';
import type { Format } from '#renderer/lib/format.ts';

/** Clocks tell less than this apart, in milliseconds. */
const FINEST = 20;
/** So many say what is usual. */
const ENOUGH = 3;

/** Whether the platform is so slow that guests are soon decided by the snapshot, before it has answered. */
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
  const time = shown(newest);
  const ago = now - measuredAt;
  const fact =
    ago < MINUTE
      ? m.roundTrip_now({ time })
      : m.roundTrip_newest({ time, age: format.duration(ago) });
  return count < ENOUGH ? [fact] : [fact, m.roundTrip_usual({ time: shown(median) })];
}
