import type { HoldOrder } from './hold.ts';
import type { HouseRules, HouseView } from './house.ts';
import type { Language, TimeStyle } from './settings.ts';

/** What the page of the house for phones shows. Nothing in it is about a guest or a user. */
export interface HousePageFacts {
  /** Null while nothing is known of the doors. */
  readonly house: HouseView | null;
  /** What people call the house; null: nobody has said it. */
  readonly venueName: string | null;
  /** The newest order to hold the doors; null: there has never been one. */
  readonly order: HoldOrder | null;
  /** The settings that belong to the house, as they are at the kiosk that serves the page. */
  readonly rules: HouseRules;
  /** Of that kiosk. */
  readonly version: string;
  /** The platform's time, in milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
  readonly timeStyle: TimeStyle;
  readonly language: Language;
}

/**
 * The page as the renderer was built to draw it: main has no words of its own. Its one style and its one script
 * are the same in every drawing, so that whoever serves it can name them to the browser, and forbid all others.
 */
export interface HousePage {
  readonly style: string;
  readonly script: string;
  /** Returns the whole document. */
  draw(facts: HousePageFacts): string;
}

/** Where the house can be read on a phone. Whoever has the link can read it. */
export interface HouseLink {
  readonly url: string;
}

/** Why there is no such link. */
export type NoHouseLink =
  /** The metrics are switched off: nothing is served. */
  | { readonly type: 'metrics-off' }
  /** They are served to this machine alone. */
  | { readonly type: 'metrics-here-alone' }
  /** Their address cannot be opened just now. */
  | { readonly type: 'metrics-failed' }
  /** This machine has no address at which a phone could reach it. */
  | { readonly type: 'no-address' }
  /** A rehearsal or demonstration shows nobody the house. */
  | { readonly type: 'rehearsal' };
