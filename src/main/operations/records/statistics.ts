import { isAboutTicket } from '#shared/api/error-codes.ts';
import type { PerformanceCount } from '#main/snapshot/snapshot-format.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { guarded } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import { STRETCH, type Tally } from '#main/ledger/tallies.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { Statistics, PerformanceStatistics, Quarter } from '#shared/model/statistics.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { HOUR } from '#shared/time.ts';
import type { Repeats } from './repeats.ts';

/** Performances that began up to so long ago, or begin within so long, count as tonight's; milliseconds. */
const TONIGHT = 6 * 60 * 60_000;

/** Guests of a performance that another door has let in. */
export interface CameElsewhere {
  readonly performanceId: number | null;
  readonly count: number;
}

export interface StatisticsPorts {
  readonly keeper: Pick<LedgerKeeper, 'use'>;
  readonly snapshots: Pick<Snapshots, 'performances' | 'state'>;
  readonly repeats: Pick<Repeats, 'since'>;
  /** The client whose tickets are scanned here; null before the first choice. */
  readonly clientRef: () => ClientRef | null;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  /** Who came in at the other doors of the house since a platform time, as far as is known here. */
  readonly cameElsewhere: (since: number) => Promise<readonly CameElsewhere[]>;
}

/**
 * Counts the verdicts of this door in the last `hours`, and the tickets of its performances that are still
 * expected at any door of the house.
 */
export async function countEvening(
  ports: StatisticsPorts,
  hours: number,
): Promise<Result<Statistics, LedgerTrouble>> {
  const { keeper, snapshots, platformClock } = ports;
  const now = platformClock.now();
  const from = floor(now - hours * HOUR);
  const clientRef = ports.clientRef();
  const { builtAt } = snapshots.state();
  // Before anything is waited for: they are those of the same copy.
  const inSnapshot = clientRef === null ? [] : snapshots.performances();
  const elsewhere = builtAt === null ? [] : await ports.cameElsewhere(builtAt);
  // A margin, so that scans of this moment count even if the clock was corrected since.
  const until = now + STRETCH;
  const counted = keeper.use((ledger) =>
    guarded(() => {
      if (clientRef === null) return { evening: [], notInSnapshot: [] };
      const evening = ledger.tallies(clientRef, from, until);
      if (builtAt === null) return { evening, notInSnapshot: [] };
      const since = ledger.tallies(clientRef, builtAt, until);
      return { evening, notInSnapshot: [...since, ...ledger.untold(clientRef, builtAt)] };
    }),
  );
  if (!counted.ok) return err({ type: 'ledger', code: counted.error.code });
  const { evening, notInSnapshot } = counted.value;
  const ofKind = (wanted: Tally['kind']) => evening.filter(({ kind }) => kind === wanted);
  return ok({
    from,
    admitted: countOf(ofKind('admit')),
    overruled: countOf(ofKind('admit').filter(({ isOverruled }) => isOverruled)),
    duplicates: countOf(ofKind('duplicate')),
    undecided: countOf(ofKind('undecided')),
    lookedUp: countOf(ofKind('checked')),
    held: countOf(ofKind('held')),
    wentOut: countOf(ofKind('exit')),
    sentElsewhere: countOf(ofKind('elsewhere')),
    repeats: ports.repeats.since(clientRef, from),
    refused: byCode(ofKind('reject')),
    performances: performancesOf(evening, notInSnapshot, elsewhere, inSnapshot, now),
    quarters: quartersOf(evening, from, now),
  });
}

function byCode(tallies: readonly Tally[]): Statistics['refused'] {
  const codes = new Set(tallies.map(({ code }) => code));
  return [...codes]
    .map((code) => ({ code, count: countOf(tallies.filter((tally) => tally.code === code)) }))
    .sort((a, b) => b.count - a.count);
}

function performancesOf(
  tallies: readonly Tally[],
  notInSnapshot: readonly Tally[],
  elsewhere: readonly CameElsewhere[],
  inSnapshot: readonly PerformanceCount[],
  now: number,
): PerformanceStatistics[] {
  const seen = tallies.filter(hasAnswer);
  const tonight = inSnapshot.filter(({ performanceStart }) => {
    return performanceStart !== null && Math.abs(performanceStart - now) <= TONIGHT;
  });
  const ids = new Set([
    ...tonight.map(({ performanceId }) => performanceId),
    ...seen.map(({ performanceId }) => performanceId),
  ]);
  return [...ids]
    .map((performanceId) => {
      const isOfIt = (tally: Tally) => tally.performanceId === performanceId;
      const known = inSnapshot.find((count) => count.performanceId === performanceId);
      const here = seen.filter(isOfIt);
      const since = [
        ...notInSnapshot.filter((tally) => isOfIt(tally) && isOfNewTicket(tally)),
        ...elsewhere.filter((group) => group.performanceId === performanceId),
      ];
      return {
        performanceId,
        name: known?.productionName || null,
        start: known?.performanceStart ?? null,
        admitted: countOf(here.filter(isAdmission)),
        turnedAway: countOf(here.filter((tally) => !isAdmission(tally))),
        sold: known?.sold ?? null,
        scanned: known === undefined ? null : Math.min(known.sold, known.scanned + countOf(since)),
      };
    })
    .sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
}

function quartersOf(tallies: readonly Tally[], from: number, now: number): Quarter[] {
  const quarters: Quarter[] = [];
  for (let at = from; at <= now; at += STRETCH) {
    const here = tallies.filter((tally) => tally.from === at && hasAnswer(tally));
    quarters.push({
      from: at,
      admitted: countOf(here.filter(isAdmission)),
      turnedAway: countOf(here.filter((tally) => !isAdmission(tally))),
    });
  }
  return quarters;
}

/**
 * Whether a guest was let in or not: neither where a ticket was only looked up, nor where all had to wait, nor where
 * another entrance was meant, nor on the way out.
 */
function hasAnswer({ kind }: Tally): boolean {
  return kind === 'admit' || kind === 'reject' || kind === 'duplicate' || kind === 'undecided';
}

function isAdmission({ kind }: Tally): boolean {
  return kind === 'admit';
}

/**
 * Whether a ticket was scanned that had not been counted: not by somebody who comes in again, nor by one who was let
 * in anyway, with a ticket that was used or not good.
 */
function isOfNewTicket(tally: Tally): boolean {
  return isAdmission(tally) && !tally.isReturn && !(tally.isOverruled && isAboutTicket(tally.code));
}

function countOf(tallies: readonly Pick<Tally, 'count'>[]): number {
  return tallies.reduce((sum, { count }) => sum + count, 0);
}

function floor(time: number): number {
  return Math.floor(time / STRETCH) * STRETCH;
}
