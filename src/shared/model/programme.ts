import type { OfflineReason } from './connection.ts';

/** How a performance is to be shown (spec 3.3). Invisible ones never come this far. */
export type PerformanceStanding = 'normal' | 'message' | 'cancelled' | 'sold-out';

/** What keeps people from buying tickets now: the platform has none left, or sells them to few or to nobody (spec 3.2). */
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

/** A performance as people may see it: the rules that the platform's fields carry have been applied. */
export interface ProgrammePerformance {
  readonly performanceId: number;
  readonly productionId: number;
  readonly productionName: string;
  /** The performance's own where it has them, otherwise the production's. */
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  readonly notes: string | null;
  /** For order, and for how long it is until then; milliseconds since the epoch. */
  readonly start: number;
  /** The venue's day, `yyyy-MM-dd`. */
  readonly date: string;
  readonly times: PerformanceTimes;
  readonly standing: PerformanceStanding;
  /** The message to show, if and only if the standing is `message`. */
  readonly message: string | null;
  /** Null: nothing does, or there is nothing to be bought any more: it has begun, or its standing says so. */
  readonly saleLimit: SaleLimit | null;
  /** What to say when no tickets are left; null while there are some, or the platform has no words for it. */
  readonly noTicketsMessage: string | null;
  /** What to say once public sales are off; null before. */
  readonly salesOverMessage: string | null;
  readonly generalAdmission: boolean;
  readonly entryTimes: readonly EntryTime[];
  readonly departmentId: number | null;
  readonly departmentName: string | null;
  readonly venueName: string | null;
  /** Where the kiosk itself serves the logo, relative to its page; null while there is none. */
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

/** A production as people may see it. Deleted and unfinished ones never come this far. */
export interface ProgrammeSeries {
  readonly productionId: number;
  readonly name: string;
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  /** The background colour of spec 3.4, as `#rrggbb`. */
  readonly colour: string;
  readonly venue: ProgrammeVenue | null;
  /** First and last future performance, milliseconds since the epoch; null where the platform says neither. */
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
  /** When these weeks last came from the platform; null if never. */
  readonly fetchedAt: number | null;
}

/** A part of the list of future performances, in the order of their starts. */
export interface ProgrammePage {
  readonly performances: readonly ProgrammePerformance[];
  /** How many there are in all. */
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

/** What the idle board shows. */
export interface ProgrammeBoard {
  readonly today: readonly ProgrammePerformance[];
  /** The next ones after today. */
  readonly next: readonly ProgrammePerformance[];
}

/** What the platform says of the house beside its programme (spec 2.1), in its own words. */
export interface ServiceWords {
  /** It calls the client inactive. */
  readonly isInactive: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** What needs nobody's attention. */
  readonly notes: readonly string[];
}

export const NO_SERVICE_WORDS: ServiceWords = {
  isInactive: false,
  errors: [],
  warnings: [],
  notes: [],
};

/** How the kiosk's copy of the programme stands. */
export interface ProgrammeState {
  /** Whose programme it is; null while nobody has said. */
  readonly clientId: number | null;
  /** Grows with each change of the copy: ask again. */
  readonly revision: number;
  /** When it last came whole from the platform, on the kiosk's clock; null if never. */
  readonly fetchedAt: number | null;
  readonly refreshing: boolean;
  /** Why the last refresh brought nothing; null if it did. */
  readonly problem: OfflineReason | 'refused' | null;
  /** What the last answer said since the kiosk was started. */
  readonly service: ServiceWords;
}

/**
 * How long a performance counts as on after its start, in milliseconds: the platform does not say when it
 * ends. Most last shorter, interval and all; of one that is longer, nobody comes so late to a first act.
 */
export const LONGEST_PERFORMANCE = 3 * 60 * 60_000;

/** How many performances a page of the list holds at the most. */
export const PROGRAMME_PAGE = 100;
