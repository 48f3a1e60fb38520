import { isFor } from '#main/entrance/admission/absence.ts';
import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Selection } from '#shared/model/selection.ts';
import { HOUR } from '#shared/time.ts';
import type { OnNow } from './on-now.ts';
import { filterOf } from './selection-rules.ts';

/**
 * How far ahead performances are listed, in milliseconds: as long as a kiosk without a network may
 * decide by its snapshot.
 */
const AHEAD = 24 * HOUR;

export interface UpcomingPorts {
  readonly onNow: Pick<OnNow, 'performances' | 'mayStillBeOn'>;
  readonly platformClock: Pick<PlatformClock, 'now'>;
}

/**
 * The performances that a door may be open for within the next day, soonest first, as far as they
 * are known here.
 */
export function upcomingAt(
  { onNow, platformClock }: UpcomingPorts,
  baseUrl: string,
  selection: Selection,
): readonly PlayingPerformance[] {
  if (selection.scope === 'performance') {
    const { performanceId, productionId, productionName, performanceStart: start } = selection;
    if (!onNow.mayStillBeOn(baseUrl, selection, platformClock.now())) return [];
    return [{ performanceId, productionId, productionName, start }];
  }
  return onNow
    .performances(baseUrl, selection.clientId, AHEAD)
    .filter((performance) => isFor(filterOf(selection), performance))
    .sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}
