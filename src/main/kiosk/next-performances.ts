import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { NextPerformance } from '#shared/model/next-performance.ts';

/** The most performances that are listed; cinemas and museums have more than anybody reads. */
const MOST_SHOWN = 60;

/**
 * For each upcoming performance, whether the kiosk could decide without the platform.
 *
 * @param mayDecide whether the snapshot may be used for what the door is open for now
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
