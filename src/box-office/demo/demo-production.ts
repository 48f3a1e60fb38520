import type { Availability, DisplayCode, ProductionStatus } from '#shared/api/index.ts';

/** What is special about a performance. Without any of it, all may buy, and it is shown normally. */
export interface PerformanceDetails {
  readonly superTitle?: string;
  readonly subTitle?: string;
  readonly notes?: string;
  readonly availability?: Availability;
  readonly display?: DisplayCode;
  readonly customMessage?: string;
  /** Tickets left. Default: some. */
  readonly remaining?: number;
  /** Instead of the production's. */
  readonly shutoffHour?: number;
  /** Makes it an all-day event: from `opens` on its day to `closes`, so many days later. */
  readonly doors?: { readonly opens: string; readonly closes: string; readonly days: number };
  /** `HH:mm`, and whether it is sold out. */
  readonly entryTimes?: readonly (readonly [time: string, soldOut: boolean])[];
}

/** A performance with demo tickets: minutes from now to its start, its share of the tickets. */
export type Slot = readonly [minutesFromNow: number, share: number, details?: PerformanceDetails];

/** A performance without tickets: days from today, `HH:mm` on the venue's clock. */
export type Show = readonly [day: number, time: string, details?: PerformanceDetails];

export interface DemoProduction {
  readonly id: number;
  readonly clientId: number;
  readonly departmentId: number | null;
  readonly venueId: number | null;
  readonly name: string;
  readonly generalAdmission: boolean;
  /** Default: T. */
  readonly status?: ProductionStatus;
  /** The colour (spec 3.4). */
  readonly style: number;
  readonly superTitle?: string;
  readonly subTitle?: string;
  /** HTML. */
  readonly description?: string;
  /** Default: 2. */
  readonly shutoffHour?: number;
  readonly shutoffMessage?: string;
  readonly noRemainingMessage?: string;
  readonly purchaseAlert?: string;
  readonly logo?: 'svg' | 'png';
  readonly logoAltName?: string;
  readonly slots?: readonly Slot[];
  readonly shows?: readonly Show[];
}
