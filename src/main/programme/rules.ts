import {
  DISPLAY,
  PRODUCTION_STATUS,
  productionColour,
  type ProductionVenue,
} from '#shared/api/index.ts';
import type {
  LocalMoment,
  PerformanceStanding,
  PerformanceTimes,
  ProgrammePerformance,
  ProgrammeSeries,
  ProgrammeVenue,
} from '#shared/model/programme.ts';
import type { PerformanceFacts, SeriesFacts } from './facts.ts';
import { DAY, instantOf, readDate, wallAt, wallOf, wallTime } from './local-time.ts';

/*
 * What the fields of the platform's future events mean (spec 2.2 to 2.4 and 3). Times are wall times
 * (local-time.ts): the venue's strings, against what the wall shows where the kiosk stands.
 */

const HOUR = 60 * 60_000;

/** How long a performance counts as on after its start; the platform does not say when it ends. */
export const LONGEST_PERFORMANCE = 3 * HOUR;

/** When something is shown, and where. */
export interface Moment {
  /** What the kiosk's wall shows. */
  readonly wall: number;
  /** The zone of that wall. */
  readonly timeZone: string;
}

/** What a performance takes from its production. */
export interface ProductionFacts {
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  readonly venueName: string | null;
  readonly logo: string | null;
}

/** Whether a performance may be shown at all (spec 3.3). */
export function isPerformanceShown({
  displayCode,
}: Pick<PerformanceFacts, 'displayCode'>): boolean {
  return displayCode !== DISPLAY.invisible;
}

/** Whether a series and its performances may be shown at all (spec 3.1). */
export function isSeriesShown({
  productionStatus,
}: Pick<SeriesFacts, 'productionStatus'>): boolean {
  return (
    productionStatus !== PRODUCTION_STATUS.deleted &&
    productionStatus !== PRODUCTION_STATUS.underConstruction
  );
}

/** How a performance is shown (spec 3.3); one with a code that the spec does not know, normally. */
export function standingOf(displayCode: string): PerformanceStanding {
  switch (displayCode) {
    case DISPLAY.message:
      return 'message';
    case DISPLAY.cancelled:
      return 'cancelled';
    case DISPLAY.soldOut:
      return 'sold-out';
    default:
      return 'normal';
  }
}

/** The wall time of a start; null where its strings cannot be read. */
export function startWall(facts: PerformanceFacts): number | null {
  const date = readDate(facts.performanceDate);
  return date === null ? null : wallTime(date, facts.performanceTime24);
}

/**
 * The wall time from which a performance is over: three hours after its start; an all-day event with
 * the last day on which its doors are open.
 */
export function overAt(facts: PerformanceFacts, date: string): number {
  const start = startWall(facts);
  if (!facts.allDayEvent && start !== null) return start + LONGEST_PERFORMANCE;
  const lastDay = facts.allDayEvent ? readDate(facts.doorEntryEndDate ?? '') : null;
  return wallOf(lastDay !== null && lastDay > date ? lastDay : date) + DAY;
}

/** A performance as people may see it. */
export function showPerformance(
  facts: PerformanceFacts,
  production: ProductionFacts,
  moment: Moment,
): ProgrammePerformance {
  const standing = standingOf(facts.displayCode);
  const wall = startWall(facts);
  const start = wall === null ? facts.performanceStart : instantOf(wall, moment.timeZone);
  const salesEnd = wall ?? wallAt(facts.performanceStart, moment.timeZone);
  return {
    performanceId: facts.performanceId,
    productionId: facts.productionId,
    productionName: facts.productionName.trim(),
    superTitle: text(facts.performanceSuperTitle) ?? text(production.superTitle),
    subTitle: text(facts.performanceSubTitle) ?? text(production.subTitle),
    notes: text(facts.performanceNotes),
    start,
    date: readDate(facts.performanceDate) ?? facts.performanceDate,
    times: timesOf(facts),
    standing,
    message: standing === 'message' ? text(facts.customMessage) : null,
    noTicketsMessage: facts.hasAvailableTickets ? null : text(facts.noRemainingTicketsMessage),
    salesOverMessage: areSalesOver(salesEnd, facts.shutoffHour, moment)
      ? text(facts.shutoffHourMessage)
      : null,
    generalAdmission: facts.generalAdmission,
    entryTimes: (facts.performanceEntryTimes ?? []).map((entry) => ({
      id: entry.performanceEntryTimeId,
      time: entry.entryTimeFormatted,
      soldOut: entry.displaySoldOut,
    })),
    departmentId: facts.departmentId,
    departmentName: text(facts.departmentName),
    venueName: text(production.venueName),
    logo: production.logo,
  };
}

/**
 * A series as people may see it.
 *
 * @param lastStart the wall time of its last performance, where that is known: the sales of a run are
 *   over when those of its last evening are
 */
export function showSeries(
  facts: SeriesFacts,
  { logo, lastStart }: { readonly logo: string | null; readonly lastStart: number | null },
  moment: Moment,
): ProgrammeSeries {
  const name = facts.productionName.trim();
  const last = lastStart ?? wallAt(facts.lastPerformanceDate, moment.timeZone);
  return {
    productionId: facts.productionId,
    name,
    superTitle: text(facts.seriesSuperTitle),
    subTitle: text(facts.seriesSubTitle),
    colour: productionColour(facts.productionStyle).hex,
    venue: facts.productionVenue === null ? null : venueOf(facts.productionVenue),
    first: facts.firstPerformanceDate,
    last: facts.lastPerformanceDate,
    purchaseAlert: text(facts.purchaseAlert),
    noTicketsMessage: facts.hasAvailableTickets ? null : text(facts.noRemainingMessage),
    salesOverMessage: areSalesOver(last, facts.shutoffHour, moment)
      ? text(facts.shutoffHourMessage)
      : null,
    departmentId: facts.departmentId,
    departmentName: text(facts.departmentName),
    logo,
    logoAlt: text(facts.productionLogoAltName) ?? name,
  };
}

/** Sales stop `shutoffHour` hours before the start; with a negative number, after it. */
function areSalesOver(start: number, shutoffHour: number, { wall }: Moment): boolean {
  return wall >= start - shutoffHour * HOUR;
}

function timesOf(facts: PerformanceFacts): PerformanceTimes {
  if (!facts.allDayEvent) {
    return { type: 'starts', time: facts.performanceTime, text: facts.performanceStartDate };
  }
  return {
    type: 'doors',
    opens: localMoment(facts.doorEntryStartDate, facts.doorEntryStartTime),
    closes: localMoment(facts.doorEntryEndDate, facts.doorEntryEndTime),
  };
}

function localMoment(date: string | null, time: string | null): LocalMoment {
  return { date: text(date), time: text(time) };
}

function venueOf({ name, location, venuePhone, transitInfo, venueAddress }: ProductionVenue) {
  const address = venueAddress && [
    venueAddress.line1,
    venueAddress.line2,
    [
      venueAddress.city,
      `${text(venueAddress.stateAbbreviation) ?? venueAddress.state} ${venueAddress.zipcode}`,
    ]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(', '),
    venueAddress.country,
  ];
  return {
    name: name.trim(),
    location: text(location),
    phone: text(venuePhone),
    transit: text(transitInfo),
    address: (address ?? []).map((line) => line.trim()).filter((line) => line !== ''),
  } satisfies ProgrammeVenue;
}

/** Without the blanks around it; services send an empty text where they have none. */
function text(value: string | null): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
