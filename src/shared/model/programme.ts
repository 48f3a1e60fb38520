import type { OfflineReason } from './connection.ts';

/** How a performance is shown (spec 3.3). Invisible ones are left out before. */
export type PerformanceStanding = 'normal' | 'message' | 'cancelled' | 'sold-out';

/**
 * Why people cannot buy tickets now: the platform has none left, or sells them to few or to nobody (spec
 * 3.2).
 */
export type SaleLimit = 'none-left' | 'package-holders' | 'not-on-sale';

/** A date and a time in the venue's own words; either may be missing. */
export interface LocalMoment {
  readonly date: string | null;
  readonly time: string | null;
}

/** When a performance is: its start, or, for an all-day event, when its doors are open (spec 2.2). */
export type PerformanceTimes =
  | { readonly type: 'starts'; readonly time: string; readonly text: string }
  | { readonly type: 'doors'; readonly opens: LocalMoment; readonly closes: LocalMoment };

/** One of several times of entry (spec 2.3). */
export interface EntryTime {
  readonly id: number;
  readonly time: string;
  readonly soldOut: boolean;
}

/** A performance as it is shown: the rules of the platform's fields have been applied. */
export interface ProgrammePerformance {
  readonly performanceId: number;
  readonly productionId: number;
  readonly productionName: string;
  /** The performance's own if it has them, otherwise the production's. */
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  readonly notes: string | null;
  /** For sorting and countdowns; milliseconds since the epoch. */
  readonly start: number;
  /** The venue's day, `yyyy-MM-dd`. */
  readonly date: string;
  readonly times: PerformanceTimes;
  readonly standing: PerformanceStanding;
  /** The message to show; present exactly if the standing is `message`. */
  readonly message: string | null;
  /**
   * Null: nothing prevents it, or it is irrelevant because the performance has begun or its standing says
   * so.
   */
  readonly saleLimit: SaleLimit | null;
  /**
   * The text to show when no tickets are left; null while there are some, or if the platform gives none.
   */
  readonly noTicketsMessage: string | null;
  /** The text to show after public sales have ended; null before. */
  readonly salesOverMessage: string | null;
  readonly generalAdmission: boolean;
  readonly entryTimes: readonly EntryTime[];
  readonly departmentId: number | null;
  readonly departmentName: string | null;
  readonly venueName: string | null;
  /** Its production's background colour (spec 3.4), as `#rrggbb`; null if the platform lists no such production. */
  readonly colour: string | null;
  /** The logo's path on the kiosk, relative to its page; null if there is none. */
  readonly logo: string | null;
}

/** Where a production plays. */
export interface ProgrammeVenue {
  readonly name: string;
  readonly location: string | null;
  readonly phone: string | null;
  readonly transit: string | null;
  /** The address, line by line. */
  readonly address: readonly string[];
}

/** When and where a performance plays. */
export interface KnownPerformance {
  /** Its date (`yyyy-MM-dd`) and time on the venue's wall; an all-day event has no time. */
  readonly wall: LocalMoment;
  readonly venue: ProgrammeVenue | null;
}

/** A production as it is shown. Deleted and unfinished ones are left out before. */
export interface ProgrammeSeries {
  readonly productionId: number;
  readonly name: string;
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  /** The background colour of spec 3.4, as `#rrggbb`. */
  readonly colour: string;
  readonly venue: ProgrammeVenue | null;
  /**
   * First and last future performance, milliseconds since the epoch; null if the platform gives neither.
   */
  readonly first: number | null;
  readonly last: number | null;
  readonly purchaseAlert: string | null;
  readonly saleLimit: Extract<SaleLimit, 'none-left'> | null;
  readonly noTicketsMessage: string | null;
  readonly salesOverMessage: string | null;
  readonly departmentId: number | null;
  readonly departmentName: string | null;
  readonly logo: string | null;
  readonly logoAlt: string;
}

/** A day of a calendar's grid. */
export interface ProgrammeDay {
  /** `yyyy-MM-dd` */
  readonly date: string;
  readonly performances: readonly ProgrammePerformance[];
}

/** A month in whole weeks, Sunday to Saturday (spec 4.1). */
export interface ProgrammeMonth {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly weeks: readonly (readonly ProgrammeDay[])[];
  /** When these weeks were last fetched from the platform; null if never. */
  readonly fetchedAt: number | null;
}

/** A page of the list of future performances, ordered by start. */
export interface ProgrammePage {
  readonly performances: readonly ProgrammePerformance[];
  /** The total number. */
  readonly total: number;
}

/** All about one production. */
export interface ProductionDetail {
  readonly series: ProgrammeSeries | null;
  /** A fragment of HTML from outside: sanitise before showing it. */
  readonly descriptionHtml: string | null;
  /** The next performances, at most a page. */
  readonly performances: readonly ProgrammePerformance[];
}

/** The contents of the idle board. */
export interface ProgrammeBoard {
  readonly today: readonly ProgrammePerformance[];
  /** The next ones after today. */
  readonly next: readonly ProgrammePerformance[];
}

/** A part of the programme with a request of its own: one view of the future events (spec 4.1). */
export type ProgrammePart =
  | { readonly type: 'series' }
  | { readonly type: 'events' }
  | { readonly type: 'calendar'; readonly year: number; readonly month: number };

/** The platform's messages about its service (spec 2.1), in its own words. */
export interface ServiceWords {
  /** It calls the client inactive. */
  readonly isInactive: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Messages that need no action. */
  readonly notes: readonly string[];
}

export const NO_SERVICE_WORDS: ServiceWords = {
  isInactive: false,
  errors: [],
  warnings: [],
  notes: [],
};

/** The state of the kiosk's copy of the programme. */
export interface ProgrammeState {
  /** The client of the programme; null while it is unknown. */
  readonly clientId: number | null;
  /** Incremented with each change of the copy: ask again. */
  readonly revision: number;
  /** When the list of performances was last fetched, on the kiosk's clock; null if nothing ever was. */
  readonly fetchedAt: number | null;
  readonly refreshing: boolean;
  /** Why the last refresh brought nothing, or not everything; null if it brought everything. */
  readonly problem: OfflineReason | 'refused' | null;
  /** The parts that did not come with the last refresh; empty if all came, or none. */
  readonly missing: readonly ProgrammePart[];
  /** The messages in the last answer since the kiosk was started. */
  readonly service: ServiceWords;
}

/**
 * How long a performance counts as on after its start, in milliseconds, because the platform does not give
 * its end. Most are shorter, interval included; nobody arrives later than this for a longer one.
 */
export const LONGEST_PERFORMANCE = 3 * 60 * 60_000;

/** How many performances a page of the list holds at the most. */
export const PROGRAMME_PAGE = 100;
