import type { KioskSettings } from '#shared/model/settings.ts';
import { MINUTE } from '#shared/time.ts';

/** Who may come in again after leaving. */
export type ReentryRules = Pick<KioskSettings, 'reentry' | 'reentryWithin'>;

/** When somebody left, and how often they came in again; a part of what the events of a ticket come to. */
export interface Leaving {
  readonly out: { readonly at: number } | null;
  readonly returns: number;
}

/** That somebody who left may come in again. */
export interface ReturnRight {
  /** Until then, on the platform's clock, in ms since the epoch; null: as long as it lasts. */
  readonly until: number | null;
}

/**
 * Returns whether the holder of a ticket has left and may come in again; null: no.
 *
 * @param now the platform's time
 */
export function rightToReturn(
  { out, returns }: Leaving,
  { reentry, reentryWithin }: ReentryRules,
  now: number,
): ReturnRight | null {
  if (out === null || reentry === 'off') return null;
  if (reentry === 'once' && returns > 0) return null;
  if (reentryWithin === null) return { until: null };
  const until = out.at + reentryWithin * MINUTE;
  return now <= until ? { until } : null;
}
