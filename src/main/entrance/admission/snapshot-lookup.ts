import { absenceDoubt } from '#main/entrance/admission/absence.ts';
import type { CopyWord, LookUp } from '#main/entrance/admission/copy.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { CachedTicket, CacheState } from '#main/snapshot/cache-state.ts';
import type { TicketCache } from '#main/snapshot/ticket-cache.ts';
import type { OnNow } from '#main/entrance/door/on-now.ts';
import type { ProductionOf } from '#main/entrance/door/productions.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
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
  return ({ platform, filter }: DoorScope, code) => {
    const copy = usableCopy({ cache, platformClock }, filter);
    if (copy === null) return [{ type: 'none' }];
    const { clientId } = filter;
    const found = cache.find(clientId, code);
    // Whether a damaged copy knows the ticket is exactly what it cannot say.
    if (!found.ok) return [{ type: 'none' }];
    const { builtAt } = copy;
    if (found.value.length === 0) {
      const playing = {
        performances: onNow.performances(platform, clientId),
        isAll: onNow.isAll(platform, clientId),
      };
      const now = platformClock.isKnown() ? platformClock.now() : null;
      const doubt = absenceDoubt(copy, filter, playing, now);
      return [{ ...NO_TICKET, builtAt, absenceDoubt: doubt }];
    }
    return found.value.map((ticket: CachedTicket): CopyWord => {
      const { performanceId } = ticket;
      const beside = copy.beside.get(performanceId);
      const asOf = beside?.builtAt ?? builtAt;
      const productionId = productionOf(platform, clientId, performanceId);
      return {
        type: 'usable',
        builtAt: asOf,
        ticket,
        productionId: productionId ?? beside?.productionId ?? null,
        isOn: onNow.isOn(platform, clientId, ticket, asOf),
        absenceDoubt: null,
      };
    });
  };
}

const NO_TICKET = { type: 'usable', ticket: null, productionId: null, isOn: false } as const;

/** Whether a copy of `scope` has every ticket that `filter` admits. */
function covers(scope: ScanFilter, filter: ScanFilter): boolean {
  return (
    scope.clientId === filter.clientId &&
    (scope.productionId === undefined || scope.productionId === filter.productionId) &&
    (scope.performanceId === undefined || scope.performanceId === filter.performanceId)
  );
}
