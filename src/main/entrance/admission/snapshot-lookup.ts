import { absenceDoubt } from '#main/entrance/admission/absence.ts';
import type { SnapshotWord, LookUp } from '#main/entrance/admission/evidence.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { SnapshotTicket, SnapshotInUse } from '#main/snapshot/model.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { OnNow } from '#main/entrance/door/on-now.ts';
import type { ProductionOf } from '#main/entrance/door/productions.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';

export interface SnapshotLookUpPorts {
  readonly snapshots: Pick<Snapshots, 'usable' | 'find' | 'near'>;
  readonly productionOf: ProductionOf;
  readonly onNow: Pick<OnNow, 'isAll' | 'isOn' | 'performances'>;
  readonly platformClock: Pick<PlatformClock, 'isKnown' | 'now'>;
  /** Whether the platform has admitted codes that the snapshot lacks although it should have them. */
  readonly lacksAdmitted: () => boolean;
}

/** A snapshot that may decide for a door. */
type UsableSnapshot = Extract<SnapshotInUse, { status: 'usable' }>;

/** The snapshot, if it may decide for a door that is open for `filter`: it covers that, and is not too old. */
export function usableSnapshot(
  snapshots: Pick<Snapshots, 'usable'>,
  platformClock: Pick<PlatformClock, 'now'>,
  filter: ScanFilter,
): UsableSnapshot | null {
  const state = snapshots.usable(platformClock.now());
  if (state.status === 'none' || !coversFilter(state.scope, filter)) return null;
  // An empty snapshot is not used: a client without sold tickets has no need of a door, so the
  // download is more likely incomplete.
  return state.tickets === 0 ? null : state;
}

/** Reads the snapshot for the door: only where it covers what the door is open for. */
export function snapshotLookUp({
  snapshots,
  productionOf,
  onNow,
  platformClock,
  lacksAdmitted,
}: SnapshotLookUpPorts): LookUp {
  return ({ baseUrl, filter }: DoorScope, code) => {
    const snapshot = usableSnapshot(snapshots, platformClock, filter);
    if (snapshot === null) return [{ type: 'none' }];
    const { clientId } = filter;
    const found = snapshots.find(clientId, code);
    // A damaged snapshot cannot say whether it knows the ticket, so it has no word.
    if (!found.ok) return [{ type: 'none' }];
    const { builtAt } = snapshot;
    if (found.value.length === 0) {
      const playing = {
        performances: onNow.performances(baseUrl, clientId),
        isAll: onNow.isAll(baseUrl, clientId),
      };
      const now = platformClock.isKnown() ? platformClock.now() : null;
      const doubt =
        absenceDoubt(snapshot, filter, playing, now) ??
        (lacksAdmitted() ? ({ type: 'lacks-admitted' } as const) : null);
      const near = snapshots.near(clientId, code);
      // Without its near matches the absence of a code proves nothing.
      if (!near.ok) return [{ type: 'none' }];
      const isNear = near.value.length > 0;
      return [{ ...NO_TICKET, builtAt, absenceDoubt: doubt, ...(isNear && { near: near.value }) }];
    }
    return found.value.map((ticket: SnapshotTicket): SnapshotWord => {
      const { performanceId } = ticket;
      const beside = snapshot.beside.get(performanceId);
      const asOf = beside?.builtAt ?? builtAt;
      const productionId = productionOf(baseUrl, clientId, performanceId);
      return {
        type: 'usable',
        builtAt: asOf,
        ticket,
        productionId: productionId ?? beside?.productionId ?? null,
        isOn: onNow.isOn(baseUrl, clientId, ticket, asOf),
        absenceDoubt: null,
      };
    });
  };
}

const NO_TICKET = { type: 'usable', ticket: null, productionId: null, isOn: false } as const;

/** Whether a snapshot of `scope` has every ticket that `filter` admits. */
export function coversFilter(scope: ScanFilter, filter: ScanFilter): boolean {
  return (
    scope.clientId === filter.clientId &&
    (scope.productionId === undefined || scope.productionId === filter.productionId) &&
    (scope.performanceId === undefined || scope.performanceId === filter.performanceId)
  );
}
