/** An order to hold all doors of the house, or to go on. */
export interface HoldOrder {
  /** Below 2^32: one more than the highest count that was known where it was given. */
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
  /** The order that all doors follow, as far as this one knows; null: there has never been one. */
  readonly order: HoldOrder | null;
  /** Somebody has ended the hold at this door alone. */
  readonly isEndedHere: boolean;
  /**
   * Whether the order is a hold that this door did not know of when it ordered to go on: of two such orders the hold
   * wins.
   */
  readonly isOvertaken: boolean;
}

/** No order was ever given. */
export const NEVER_HELD: HoldView = { order: null, isEndedHere: false, isOvertaken: false };

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
