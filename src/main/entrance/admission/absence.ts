import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { AbsenceDoubt } from '#shared/model/verdict.ts';
import { MINUTE } from '#shared/time.ts';

/** How long a snapshot shows that there is no such ticket, in milliseconds: later the box office may have sold more. */
export const ABSENCE_TRUSTED = 30 * MINUTE;

/** What may be scanned now. */
export interface PlayingNow {
  readonly performances: readonly PlayingPerformance[];
  /** Whether the list is complete. */
  readonly isAll: boolean;
}

/** What a snapshot says of itself. */
export interface SnapshotCoverage {
  /** When its download began; platform time, ms since the epoch. */
  readonly builtAt: number;
  /** Tickets of the download that could not be read. */
  readonly skipped: number;
  /** The performances that the platform offered just then, and of which at least one ticket came. */
  readonly covers: ReadonlySet<number>;
  /** Performances that were downloaded by their number: when, and whether all of their tickets could be read. */
  readonly beside: ReadonlyMap<number, { readonly builtAt: number; readonly isWhole: boolean }>;
}

/**
 * Why it is no proof that a snapshot does not know a code: a ticket for something that this door may be
 * open for now could be missing from it. Null: every such ticket would be there, so there is none.
 *
 * @param playing of this client
 * @param now platform time, ms since the epoch; null while the platform has not told it
 */
export function absenceDoubt(
  { builtAt, skipped, covers, beside }: SnapshotCoverage,
  filter: ScanFilter,
  playing: PlayingNow,
  now: number | null,
): AbsenceDoubt | null {
  // A clock without a battery goes on where it was at the power cut, which makes an old snapshot look
  // young.
  if (now === null || !provesAbsence(now - builtAt)) return { type: 'old' };
  if (skipped > 0) return { type: 'skipped' };
  const isCovered = (id: number) => {
    const own = beside.get(id);
    return covers.has(id) || (own !== undefined && own.isWhole && provesAbsence(now - own.builtAt));
  };
  const { performanceId } = filter;
  const wanted = playing.performances.filter((each) => isFor(filter, each));
  const missing = wanted.find((each) => !isCovered(each.performanceId));
  if (missing !== undefined) return { type: 'not-covered', start: missing.start };
  // The door is open for something that the platform has not offered lately, or for anything.
  const isSure =
    performanceId === undefined ? playing.isAll && wanted.length > 0 : isCovered(performanceId);
  return isSure ? null : { type: 'not-covered', start: null };
}

/** The age of a snapshot from the future is unknown: this kiosk's clock is wrong. */
function provesAbsence(age: number): boolean {
  return age <= ABSENCE_TRUSTED && age >= -MINUTE;
}

/** Whether a door with this filter is open for it, or may be: nothing here says that it is not. */
export function isFor(
  { productionId, performanceId }: ScanFilter,
  playing: Pick<PlayingPerformance, 'performanceId' | 'productionId'>,
): boolean {
  if (performanceId !== undefined) return playing.performanceId === performanceId;
  if (productionId === undefined || playing.productionId === null) return true;
  return playing.productionId === productionId;
}
