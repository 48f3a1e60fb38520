import {
  isSilent,
  LATE_MINUTES,
  type HouseDoor,
  type HousePerformance,
  type HouseView,
} from '#shared/model/house.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { fingerprintOf } from './door-key.ts';
import type { HouseFigures } from './venue-count.ts';
import type { KnownDoor } from './house.ts';

/** From so few guests in the latest minutes on no pace is told: a single one more would change it too much. */
const LEAST_FOR_A_PACE = 5;

/** Performances that began up to so long ago, or begin within so long, are shown before anybody has come. */
const TONIGHT = 6 * HOUR;

/** What this kiosk's copy of the tickets has of a performance. */
export interface KnownPerformance {
  readonly performanceId: number;
  readonly name: string | null;
  readonly start: number | null;
  readonly sold: number | null;
}

/** What the thread has seen of the house. */
export interface HouseSeen {
  readonly doors: readonly KnownDoor[];
  readonly figures: HouseFigures;
}

type Late = HouseFigures['lately'][number];

/**
 * Puts the house together for people.
 *
 * @param now the platform's time
 */
export function houseView(
  { doors, figures }: HouseSeen,
  now: number,
  known: readonly KnownPerformance[],
): Omit<HouseView, 'inside'> {
  const { admitted, lately } = figures;
  const shown = doors.map(({ report, heardAt, isHere, isThere, isDisregarded }): HouseDoor => ({
    ...report,
    fingerprint: fingerprintOf(report.kioskId),
    ...{ heardAt, isHere, isThere, isDisregarded },
    admitted: sum(admitted.filter(({ kioskId }) => kioskId === report.kioskId)),
    lately: byMinute(lately.filter(({ kioskId }) => kioskId === report.kioskId)),
  }));
  const tonight = known.filter(({ start }) => start !== null && Math.abs(start - now) <= TONIGHT);
  const ids = new Set([...tonight, ...admitted].map(({ performanceId }) => performanceId));
  const performances = [...ids].map((performanceId): HousePerformance => {
    const isOfIt = (one: { readonly performanceId: number | null }) =>
      one.performanceId === performanceId;
    const came = sum(admitted.filter(isOfIt));
    const { name = null, start = null, sold = null } = known.find(isOfIt) ?? {};
    const allInAt = allIn(sold === null ? 0 : sold - came, sum(lately.filter(isOfIt)), now);
    return { performanceId, name, start, admitted: came, sold, allInAt };
  });
  return {
    admitted: sum(admitted),
    lately: byMinute(lately),
    performances: performances.toSorted((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity)),
    doors: shown.toSorted(
      (a, b) =>
        troubleOf(b) - troubleOf(a) ||
        a.name.localeCompare(b.name, undefined, { numeric: true }) ||
        a.heardAt - b.heardAt,
    ),
  };
}

/** How much is wrong with a door: those that are silent come first, then those that cannot work as they should. */
function troubleOf(door: HouseDoor): number {
  if (isSilent(door)) return 3;
  if (door.isOutOfOrder || door.helpAskedAt !== null) return 2;
  if (door.isOff) return 0;
  const isAmiss =
    door.offlineSince !== null ||
    door.discrepancies > 0 ||
    door.hasScanner === false ||
    (door.openFor !== null && !door.isSignedIn) ||
    door.gates.some(({ isFaulty, isUnread }) => isFaulty || isUnread) ||
    door.clockSkew !== null;
  return isAmiss ? 1 : 0;
}

/** When the rest will be in at the pace of the latest minutes; null if nobody is missing, or too few came. */
function allIn(missing: number, late: number, now: number): number | null {
  if (missing <= 0 || late < LEAST_FOR_A_PACE) return null;
  return Math.round(now + (missing / late) * LATE_MINUTES * MINUTE);
}

function byMinute(late: readonly Late[]): readonly number[] {
  return Array.from({ length: LATE_MINUTES }, (_, index) =>
    sum(late.filter(({ ago }) => ago === LATE_MINUTES - 1 - index)),
  );
}

function sum(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}
