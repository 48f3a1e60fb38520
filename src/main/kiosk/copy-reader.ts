import { absenceDoubt } from '#main/admission/absence.ts';
import type { LookUp } from '#main/admission/copy.ts';
import type { Opening } from '#main/admission/opening.ts';
import type { CacheState } from '#main/cache/cache-state.ts';
import type { TicketCache } from '#main/cache/ticket-cache.ts';
import type { OnNow } from '#main/door/on-now.ts';
import type { ProductionOf } from '#main/door/productions.ts';
import type { PlatformClock } from '#main/sync/platform-clock.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';

export interface CopyReaderPorts {
  readonly cache: Pick<TicketCache, 'usable' | 'find'>;
  readonly productionOf: ProductionOf;
  readonly onNow: Pick<OnNow, 'isAll' | 'isOn' | 'performances'>;
  readonly platformClock: Pick<PlatformClock, 'isKnown' | 'now'>;
}

/** A snapshot that may decide for a door. */
type UsableCopy = Extract<CacheState, { status: 'usable' }>;

/** The snapshot, if it may decide for a door that is open for `filter`: it covers that, and is not too old. */
export function usableCopy(
  {
    cache,
    platformClock,
  }: {
    readonly cache: Pick<TicketCache, 'usable'>;
    readonly platformClock: Pick<PlatformClock, 'now'>;
  },
  filter: ScanFilter,
): UsableCopy | null {
  const state = cache.usable(platformClock.now());
  if (state.status === 'none' || !covers(state.scope, filter)) return null;
  // Who has sold nothing needs no door: more likely the platform has forgotten something.
  return state.tickets === 0 ? null : state;
}

/** Reads the snapshot for the door: only where it covers what the door is open for. */
export function copyReader({ cache, productionOf, onNow, platformClock }: CopyReaderPorts): LookUp {
  return ({ platform, filter }: Opening, code) => {
    const copy = usableCopy({ cache, platformClock }, filter);
    if (copy === null) return { type: 'none' };
    const found = cache.find(filter.clientId, code);
    // Whether a damaged copy knows the ticket is exactly what it cannot say.
    if (!found.ok) return { type: 'none' };
    const ticket = found.value;
    const beside = ticket === null ? undefined : copy.beside.get(ticket.performanceId);
    const { builtAt } = beside ?? copy;
    const { clientId } = filter;
    const productionId = ticket && productionOf(platform, clientId, ticket.performanceId);
    return {
      type: 'usable',
      builtAt,
      ticket,
      productionId: productionId ?? beside?.productionId ?? null,
      isOn: ticket !== null && onNow.isOn(platform, clientId, ticket, builtAt),
      absenceDoubt:
        ticket === null
          ? absenceDoubt(
              copy,
              filter,
              {
                performances: onNow.performances(platform, clientId),
                isAll: onNow.isAll(platform, clientId),
              },
              platformClock.isKnown() ? platformClock.now() : null,
            )
          : null,
    };
  };
}

/** Whether a copy of `scope` has every ticket that `filter` admits. */
function covers(scope: ScanFilter, filter: ScanFilter): boolean {
  return (
    scope.clientId === filter.clientId &&
    (scope.productionId === undefined || scope.productionId === filter.productionId) &&
    (scope.performanceId === undefined || scope.performanceId === filter.performanceId)
  );
}
