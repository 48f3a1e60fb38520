import type { PlatformClock } from '#main/base/platform-clock.ts';
import { guarded } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import { UNLISTED_COUNTS_FOR, type CompleteDownload } from '#main/ledger/unlisted.ts';
import type { SnapshotInUse } from '#main/snapshot/model.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import { HOUR } from '#shared/time.ts';
import type { DoorScope } from './door-scope.ts';
import { coversFilter } from './snapshot-lookup.ts';

/**
 * How soon after an admission a download of several performances must be made to have its ticket surely, in
 * milliseconds: later, the ticket's performance may be out of the platform's scan window.
 */
const SOON = HOUR;

export interface UnlistedAdmissionsPorts {
  readonly keeper: Pick<LedgerKeeper, 'use'>;
  readonly snapshots: Pick<Snapshots, 'usable' | 'find'>;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  /** What the door is open for; null while it is closed. */
  readonly scopeNow: () => DoorScope | null;
}

/**
 * Compares what the platform has admitted with each complete download made after that. Codes that it has
 * admitted and does not list prove that it matches more freely than this kiosk can: then no code is unknown
 * for not being listed.
 */
export class UnlistedAdmissions {
  readonly #ports: UnlistedAdmissionsPorts;
  /** The download that was compared last. */
  #compared: string | null = null;
  /** Where its comparison goes on; null: it is complete. */
  #next: number | null = null;
  #lacksAdmitted = false;

  constructor(ports: UnlistedAdmissionsPorts) {
    this.#ports = ports;
  }

  /** Whether the list of what the door is open for lacks codes that the platform has admitted. */
  lacksAdmitted(): boolean {
    this.follow();
    return this.#lacksAdmitted;
  }

  /**
   * Called whenever something may have changed: compares a new download, once, and a part of the admissions at each
   * call, so that no scan waits for all. Until the last part nothing is proven.
   */
  follow(): void {
    const { keeper, snapshots, platformClock, scopeNow } = this.#ports;
    const scope = scopeNow();
    if (scope === null) return;
    const now = platformClock.now();
    const snapshot = snapshots.usable(now);
    if (snapshot.status === 'none' || snapshot.skipped > 0) return;
    const { baseUrl, filter } = scope;
    const clientRef = { baseUrl, clientId: filter.clientId };
    const download = `${baseUrl} ${filter.clientId} ${snapshot.builtAt}`;
    const isNew = download !== this.#compared;
    if (!isNew && this.#next === null) return;
    const from = isNew ? undefined : (this.#next ?? undefined);
    const compared = keeper.use((ledger) => {
      const about = this.#downloadOf(clientRef.clientId, snapshot);
      const done = ledger.compareUnlisted(clientRef, about, from);
      if (!done.ok) return done;
      const since = now - UNLISTED_COUNTS_FOR;
      return guarded(() => ({
        next: done.value,
        isMissing: done.value !== null || ledger.isUnlistedMissing(clientRef, since),
      }));
    });
    // While the ledger cannot be read nothing is proven.
    this.#lacksAdmitted = !compared.ok || compared.value.isMissing;
    this.#compared = compared.ok ? download : null;
    this.#next = compared.ok ? compared.value.next : null;
  }

  #downloadOf(
    clientId: number,
    { builtAt, scope, covers, beside }: Extract<SnapshotInUse, { status: 'usable' }>,
  ): CompleteDownload {
    return {
      builtAt,
      has: (code) => {
        const found = this.#ports.snapshots.find(clientId, code);
        return found.ok && found.value.length > 0;
      },
      covers: (filter, admittedAt) => {
        if (!coversFilter(scope, filter)) return false;
        const { performanceId } = filter;
        if (performanceId === undefined) return builtAt - admittedAt <= SOON;
        const single = beside.get(performanceId);
        const hasOwn = single?.isWhole === true && single.builtAt > admittedAt;
        return covers.has(performanceId) || hasOwn;
      },
    };
  }
}
