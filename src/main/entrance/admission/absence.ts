import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { AbsenceDoubt } from '#shared/model/verdict.ts';
import { MINUTE } from '#shared/time.ts';

/**
 * How long a snapshot proves that a ticket does not exist, in milliseconds: later on the box office
 * may have sold more.
 */
export const ABSENCE_TRUSTED = 30 * MINUTE;

/** What may be scanned now. */
export interface PlayingNow {
  readonly performances: readonly PlayingPerformance[];
  /**
   * Whether these are all: nothing else may be scanned now. Otherwise there may be performances
   * that are unknown here.
   */
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
 * Returns why a code's absence from a snapshot does not prove that there is no such ticket: a
 * ticket for something that this door may be open for could be missing from the snapshot. Null if
 * every such ticket would be in it, so that the absence is proof.
 *
 * @param playing what may be scanned now, of this client
 * @param now platform time, ms since the epoch; null while the platform has not told it
 */
export function absenceDoubt(
  { builtAt, skipped, covers, beside }: SnapshotCoverage,
  filter: ScanFilter,
  playing: PlayingNow,
  now: number | null,
): AbsenceDoubt | null {
  // Without platform time the age is unknown: a clock without a battery resumes at the time of the
  // power cut, and an old snapshot looks young by it.
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
  // Without any such performance the door is open for something that the platform has not mentioned
  // lately, or for whatever is on.
  const isSure =
    performanceId === undefined ? playing.isAll && wanted.length > 0 : isCovered(performanceId);
  return isSure ? null : { type: 'not-covered', start: null };
}

/**
 * A snapshot from the future proves nothing: this kiosk's clock is wrong, so the snapshot's age is
 * unknown.
 */
function provesAbsence(age: number): boolean {
  return age <= ABSENCE_TRUSTED && age >= -MINUTE;
}

/**
 * Whether a door with this filter is open for the performance, or may be: false only if that is
 * known to be wrong.
 */
export function isFor(
  { productionId, performanceId }: ScanFilter,
  playing: Pick<PlayingPerformance, 'performanceId' | 'productionId'>,
): boolean {
  if (performanceId !== undefined) return playing.performanceId === performanceId;
  if (productionId === undefined || playing.productionId === null) return true;
  return playing.productionId === productionId;
}
