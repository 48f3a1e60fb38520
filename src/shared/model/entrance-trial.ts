import type { TicketPattern } from './entrance.ts';

/** How many tickets belong to an entrance. */
export interface EntranceCount {
  /** The entrance's id. */
  readonly id: string;
  readonly tickets: number;
}

/** A pattern that does not do what it is there for. */
export interface OddPattern {
  readonly entrance: string;
  readonly pattern: TicketPattern;
}

/** One section of the house. */
export interface SectionCount {
  /** As the platform writes it; null: tickets without one. */
  readonly section: string | null;
  readonly tickets: number;
  /** Those with any ticket of it. */
  readonly entrances: readonly EntranceCount[];
  readonly nowhere: number;
}

/** Where the tickets of this kiosk's copy would go with a list of entrances. */
export interface EntranceTrial {
  /** Valid ones. */
  readonly tickets: number;
  /** Platform time of the copy, in ms since the epoch. */
  readonly copyFrom: number;
  /** All entrances of the list, in its order. */
  readonly entrances: readonly EntranceCount[];
  /** Tickets that belong to none: they are let in everywhere, as ever. */
  readonly nowhere: number;
  /** Entrances that have tickets in common, which are let in at both. */
  readonly shared: readonly { readonly ids: readonly [string, string]; readonly tickets: number }[];
  /** The largest sections, and how many others there are. */
  readonly sections: readonly SectionCount[];
  readonly moreSections: number;
  /** The first patterns that no ticket matches, and how many others there are. */
  readonly idle: readonly OddPattern[];
  readonly moreIdle: number;
  /** The first patterns that every ticket matches. */
  readonly greedy: readonly OddPattern[];
}

/** Why a list was not tried. */
export type NoTrial =
  /** There is no copy of the tickets that may be used. */
  | { readonly type: 'no-snapshot' }
  /** The copy could not be read. */
  | { readonly type: 'failed' }
  /** Another list is being read or tried. */
  | { readonly type: 'busy' };
