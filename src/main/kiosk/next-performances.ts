import type { Playing } from '#main/platform/programme/playing.ts';
import type { TicketCache } from '#main/snapshot/ticket-cache.ts';
import type { NextPerformance } from '#shared/model/next-performance.ts';

/** As many as anybody reads; cinemas and museums have more. */
const MOST_SHOWN = 60;

/**
 * Whether the kiosk could decide alone, for each performance to come.
 *
 * @param mayDecide the copy may be used at the door as it is open now
 */
export function nextPerformances(
  upcoming: readonly Playing[],
  cache: Pick<TicketCache, 'performances'>,
  mayDecide: boolean,
): NextPerformance[] {
  const copied = new Map(cache.performances().map((each) => [each.performanceId, each]));
  return upcoming.slice(0, MOST_SHOWN).map(({ performanceId, productionName, start }) => {
    const counted = copied.get(performanceId);
    return {
      performanceId,
      productionName: productionName ?? counted?.productionName ?? null,
      start: start ?? counted?.performanceStart ?? null,
      isCopied: mayDecide && counted !== undefined,
    };
  });
}
