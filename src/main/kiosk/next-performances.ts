import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { NextPerformance } from '#shared/model/next-performance.ts';

/** As many as anybody reads; cinemas and museums have more. */
const MOST_SHOWN = 60;

/**
 * Whether the kiosk could decide alone, for each performance to come.
 *
 * @param mayDecide the snapshot may be used at the door as it is open now
 */
export function nextPerformances(
  upcoming: readonly PlayingPerformance[],
  snapshots: Pick<Snapshots, 'performances'>,
  mayDecide: boolean,
): NextPerformance[] {
  const inSnapshot = new Map(snapshots.performances().map((each) => [each.performanceId, each]));
  return upcoming.slice(0, MOST_SHOWN).map(({ performanceId, productionName, start }) => {
    const counted = inSnapshot.get(performanceId);
    return {
      performanceId,
      productionName: productionName ?? counted?.productionName ?? null,
      start: start ?? counted?.performanceStart ?? null,
      isCopied: mayDecide && counted !== undefined,
    };
  });
}
