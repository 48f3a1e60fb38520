import type { InsideView } from '#shared/model/venue.ts';
import type { Inside } from './venue-count.ts';

export interface InsideKnown {
  /** Whether a performance may be on now; null: one that no copy knew, and the house as a whole. */
  readonly isPlausible: (performanceId: number | null) => boolean;
  /** Some doors cannot be heard. */
  readonly isAtLeast: boolean;
  /** How many the house holds; null: it was not said. */
  readonly capacity: number | null;
}

/** Tells how many are inside now, over the performances that may be on. */
export function insideView(
  { performances, hasExits }: Inside,
  { isPlausible, isAtLeast, capacity }: InsideKnown,
): InsideView {
  const now = performances.filter(({ performanceId }) => isPlausible(performanceId));
  const sum = (of: (each: (typeof now)[number]) => number) =>
    now.reduce((total, each) => total + of(each), 0);
  const byHand = sum((each) => each.byHand);
  return {
    count: Math.max(0, sum((each) => each.inside) + byHand),
    strayExits: sum((each) => each.strayExits),
    hasWaysOut: hasExits,
    ...{ isAtLeast, byHand, capacity },
  };
}
