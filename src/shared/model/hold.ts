/** An order to hold all doors of the house, or to go on. */
export interface HoldOrder {
  /**
   * Below 2^32; after the last one comes 0. Of two orders the one with the higher count is newer, of two
   * with the same count that of the greater kiosk id.
   */
  readonly count: number;
  /** The kiosk that gave it, and what people called its door then. */
  readonly kioskId: string;
  readonly door: string;
  readonly isHeld: boolean;
  /** When it was given, on the platform's clock, in milliseconds since the epoch. */
  readonly at: number;
}

/** Which order a door knows of, for others to see that it has come there. */
export interface HoldKnown {
  readonly count: number;
  readonly kioskId: string;
  /** Whether the door is held: not where its own hold was ended. */
  readonly isHeld: boolean;
}

/** How this door is held, or was. */
export interface HoldView {
  /** The newest order that is known here; null: there has never been one. */
  readonly order: HoldOrder | null;
  /** Somebody has ended the hold at this door alone. */
  readonly isEndedHere: boolean;
}

/** An order cannot be kept: this kiosk is alone, or what the doors have told is being opened. */
export interface NoVenue {
  readonly type: 'no-venue';
}

/** After so long somebody has to be told that doors are still held, in milliseconds. */
export const HELD_LONG = 15 * 60_000;

/** Whether this door is held now. */
export function isHeld({ order, isEndedHere }: HoldView): boolean {
  return order?.isHeld === true && !isEndedHere;
}

/** How many counts orders have: they go in a circle, so that none is the last one. */
const HOLD_COUNTS = 2 ** 32;
/** An order that is further ahead than this was not counted up from the one known here. */
const FURTHEST_AHEAD = 2 ** 20;

/** The count of the order that is given after another one; null: after none. */
export function nextHoldCount(count: number | null): number {
  return ((count ?? 0) + 1) % HOLD_COUNTS;
}

/** Whether an order replaces another one. One that is implausibly far ahead does not. */
export function isNewer(
  order: Pick<HoldOrder, 'count' | 'kioskId'>,
  than: Pick<HoldOrder, 'count' | 'kioskId'> | null,
): boolean {
  if (order.count === than?.count) return order.kioskId > than.kioskId;
  return (order.count - (than?.count ?? 0) + HOLD_COUNTS) % HOLD_COUNTS <= FURTHEST_AHEAD;
}
