import type { HoldView } from './hold.ts';

export const VENUE_TROUBLES = [
  /** No such host, nobody listens, or no answer. */
  'unreachable',
  /** Its certificate has expired, or is not valid yet, by this machine's clock. */
  'certificate-date',
  /** Its certificate is of another name than that by which it was asked for. */
  'certificate-name',
  /** Nobody whom this kiosk knows vouches for its certificate; or it has none. */
  'certificate',
  /** It does not take this user and password. */
  'refused',
  /** It takes the user, but does not let it read or write where the doors meet. */
  'no-rights',
  /** This kiosk is to be the broker itself, and cannot: its address has changed, or the port is taken. */
  'cannot-host',
] as const;
/** Why this door does not reach the broker at which the doors of its house meet. */
export type VenueTrouble = (typeof VENUE_TROUBLES)[number];

/** How many are inside now, for what is on now. */
export interface InsideView {
  readonly count: number;
  /** Some doors cannot be heard: there may be more. */
  readonly isAtLeast: boolean;
  /** Guests are let out by some door: else this is only how many came. */
  readonly hasWaysOut: boolean;
  /** How many were let out of whom it was not known that they were inside. */
  readonly strayExits: number;
  /** What was added by hand, less what was taken off. */
  readonly byHand: number;
  /** How many the house holds; null: it was not said. */
  readonly capacity: number | null;
}

/** From this share of what the house holds on people are warned. */
export const NEARLY_FULL = 0.9;

/** A guest at another door of the house calls for help. */
export interface CallElsewhere {
  readonly kioskId: string;
  /** What that door is called; empty: it has no name. */
  readonly door: string;
  /** Milliseconds since the epoch, by the platform's clock. */
  readonly askedAt: number;
}

/** Doors whose claims people should check, or that are disregarded at this kiosk. */
export interface DoubtedDoors {
  /** Identifies them in the call `judgeDoors`. */
  readonly group: number;
  /** Whether their claims are left out at this kiosk; false: nobody has decided yet. */
  readonly isDisregarded: boolean;
  /**
   * `many`: too many new admissions within ten minutes; `new`: the same, by doors together that were heard for the
   * first time; `contradicted`: the platform has admitted tickets that the door says it let in; `staff`: people have
   * disregarded the door for other reasons.
   */
  readonly why: 'many' | 'new' | 'contradicted' | 'staff';
  readonly doors: number;
  /** The door's name; empty: it has none, or there are several doors. */
  readonly name: string;
  /** The number of such admissions. */
  readonly count: number;
  /** When this was noticed or decided, on the platform's clock, in ms since the epoch. */
  readonly since: number;
  /** What people call the door where it was disregarded; null: it is this one, or nobody has decided yet. */
  readonly byName: string | null;
}

/** Doors about which people decide: a group of {@link DoubtedDoors}, or one door by its key. */
export type JudgedDoors = { readonly group: number } | { readonly door: string };

/** How this door stands with the other doors of its house. */
export interface VenueView {
  /**
   * `off`: it is alone; `joining`: it has not reached the broker yet; `joined`: it has; `lost`: it had, and does
   * not now.
   */
  readonly status: 'off' | 'joining' | 'joined' | 'lost';
  /** How many other doors are there now. */
  readonly doors: number;
  /** Null while nothing is known to be wrong. */
  readonly trouble: VenueTrouble | null;
  /** Rejected messages: not of this venue, repeated, too large, or malformed. */
  readonly refused: number;
  /** Events and doors that were dropped because of the limits of what is stored. */
  readonly overQuota: number;
  /** Events with an impossible time: they are kept, with the time of receipt. */
  readonly oddTimes: number;
  readonly hold: HoldView;
  /** The guests who wait for help at other doors, as long as those can be heard. */
  readonly calls: readonly CallElsewhere[];
  /** The doors that are suspicious or disregarded at this kiosk; undecided ones come first. */
  readonly doubted: readonly DoubtedDoors[];
  /** Null: this door is alone, or nothing is known yet. */
  readonly inside: InsideView | null;
}
