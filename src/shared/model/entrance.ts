import type { Language } from './settings.ts';

/** Where an arrow points, as the screen hangs: `up` is straight ahead, or up the stairs. */
export const ARROWS = [
  'up',
  'up-right',
  'right',
  'down-right',
  'down',
  'down-left',
  'left',
  'up-left',
] as const;
export type Arrow = (typeof ARROWS)[number];

/** A text in other languages than that in which it was first written. */
export type InLanguages = { readonly [L in Language]?: string };

/** The way to an entrance, from where a kiosk stands. */
export interface Way {
  /** Null: it cannot be pointed to. */
  readonly arrow: Arrow | null;
  /** Such as “up the stairs, left”; null: the arrow says all. */
  readonly words: string | null;
  readonly wordsIn: InLanguages;
}

/** The texts of a ticket that patterns are about. */
export const TICKET_TEXTS = ['section', 'performance', 'seat', 'text'] as const;
export type TicketText = (typeof TICKET_TEXTS)[number];

/**
 * Which tickets belong to an entrance: those whose texts match all of these patterns. `text` is any of a ticket's
 * texts, for what a platform writes into one of them, such as a price level.
 */
export type TicketPattern = { readonly [T in TicketText]?: string };

/** An entrance of the house. */
export interface Entrance {
  /** By which kiosks say that they stand there. */
  readonly id: string;
  readonly name: string;
  readonly nameIn: InLanguages;
  /** As `#rrggbb`; null: none. */
  readonly colour: string | null;
  readonly way: Way;
  /** The way from another entrance, by its id, where it is not {@link Entrance.way}. */
  readonly waysFrom: Readonly<Record<string, Way>>;
  readonly tickets: readonly TicketPattern[];
}

/** An entrance as a guest is shown to it. */
export interface EntranceSign extends Pick<Entrance, 'id' | 'name' | 'nameIn' | 'colour'> {
  readonly way: Way;
}

/** How many guests were sent to an entrance. */
export interface SentTo {
  readonly name: string;
  readonly count: number;
}

/** The most entrances of a house, patterns of all of them, and patterns among these that name no text whole. */
export const MOST_ENTRANCES = 100;
export const MOST_PATTERNS = 100_000;
export const MOST_WIDE_PATTERNS = 1_000;
/** The most characters of an entrance's id and name, of the words for a way, and of a pattern. */
export const LONGEST_ENTRANCE_NAME = 60;
export const LONGEST_WAY = 120;
export const LONGEST_PATTERN = 200;

/** No arrow, and no words. */
export const NO_WAY: Way = { arrow: null, words: null, wordsIn: {} };

/** Returns the sign by which a kiosk shows guests to an entrance. `from` is where it stands. */
export function signTo(
  { id, name, nameIn, colour, way, waysFrom }: Entrance,
  from: string,
): EntranceSign {
  return { id, name, nameIn, colour, way: waysFrom[from] ?? way };
}
