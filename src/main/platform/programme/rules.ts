import {
  AVAILABILITY,
  DISPLAY,
  PRODUCTION_STATUS,
  productionColour,
  type AsRead,
  type productionVenue,
} from '#shared/api/index.ts';
import type {
  EntryTime,
  KnownPerformance,
  LocalMoment,
  PerformanceStanding,
  PerformanceTimes,
  ProgrammePerformance,
  ProgrammeSeries,
  ProgrammeVenue,
  SaleLimit,
} from '#shared/model/programme.ts';
import { LONGEST_PERFORMANCE } from '#shared/model/programme.ts';
import { readTime } from '#shared/wall-time.ts';
import { nameOrNumber } from '#shared/name-or-number.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { wallAt } from '#shared/zone-time.ts';
import type { DoorHours } from './playing.ts';
import type { PerformanceFacts, SeriesFacts } from './facts.ts';
import { instantOf, readDate, wallOf, wallTime } from './local-time.ts';

/*
 * What the fields of the platform's future events mean (spec 2.2 to 2.4 and 3). Times are wall times
 * (local-time.ts): the venue's strings, compared with the local time of the kiosk.
 */

/** The time and zone that the rules are applied for. */
export interface Moment {
  /** The local time of the kiosk, as a wall time. */
  readonly wall: number;
  /** The zone of that wall. */
  readonly timeZone: string;
}

/** The fields that a performance inherits from its production. */
export interface ProductionFacts {
  readonly superTitle: string | null;
  readonly subTitle: string | null;
  readonly venueName: string | null;
  /** Its colour's number (spec 3.4); null while the series is not known. */
  readonly style: number | null;
  readonly logo: string | null;
}

/** Whether a performance may be shown at all (spec 3.3). */
export function isPerformanceShown({
  displayCode,
}: Pick<PerformanceFacts, 'displayCode'>): boolean {
  return displayCode !== DISPLAY.invisible;
}

/** Whether a performance was called off (spec 3.3). */
export function isCancelled({ displayCode }: Pick<PerformanceFacts, 'displayCode'>): boolean {
  return displayCode === DISPLAY.cancelled;
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

/** Returns how a performance is shown (spec 3.3); normally, if its code is not in the spec. */
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
 * Returns the wall time from which a performance is surely over: some hours after its start; for an all-day
 * event, when its doors close.
 */
export function overAt(facts: PerformanceFacts, date: string): number {
  const start = startWall(facts);
  if (facts.allDayEvent) return doorHours(facts, date).closes;
  return start === null ? wallOf(date) + DAY : start + LONGEST_PERFORMANCE;
}

/**
 * Returns when the doors of an all-day event are open (spec 2.2), on its `date` (`yyyy-MM-dd`) unless its door
 * fields name other days. What cannot be read counts as the beginning of the first day or the end of the last;
 * doors that would close before they open are open for whole days.
 */
export function doorHours(facts: PerformanceFacts, date: string): DoorHours {
  const first = readDate(facts.doorEntryStartDate ?? '') ?? date;
  const last = readDate(facts.doorEntryEndDate ?? '');
  const wholeDays = {
    opens: wallOf(first),
    closes: wallOf(last !== null && last > first ? last : first) + DAY,
  };
  const opens = wallTimeOf(first, facts.doorEntryStartTime) ?? wholeDays.opens;
  const told = last === null ? null : wallTimeOf(last, facts.doorEntryEndTime);
  const closes = told ?? wholeDays.closes;
  return opens < closes ? { opens, closes } : wholeDays;
}

function wallTimeOf(day: string, text: string | null): number | null {
  const time = text === null ? null : readTime(text);
  return time === null ? null : wallOf(day) + time * 60_000;
}

/** Converts a performance into what is shown. */
export function showPerformance(
  facts: PerformanceFacts,
  production: ProductionFacts,
  moment: Moment,
): ProgrammePerformance {
  const standing = standingOf(facts.displayCode);
  const wall = startWall(facts);
  const start = wall === null ? facts.performanceStart : instantOf(wall, moment.timeZone);
  const startsAt = wall ?? wallAt(facts.performanceStart, moment.timeZone);
  const hasBegun = !facts.allDayEvent && startsAt <= moment.wall;
  const date = readDate(facts.performanceDate);
  // An all-day event has no start before which sales could stop.
  const salesEnd = facts.allDayEvent && date !== null ? doorHours(facts, date).closes : startsAt;
  return {
    performanceId: facts.performanceId,
    productionId: facts.productionId,
    productionName: nameOrNumber(facts.productionName, facts.productionId),
    superTitle: text(facts.performanceSuperTitle) ?? text(production.superTitle),
    subTitle: text(facts.performanceSubTitle) ?? text(production.subTitle),
    notes: text(facts.performanceNotes),
    start,
    date: date ?? facts.performanceDate,
    times: timesOf(facts),
    standing,
    message: standing === 'message' ? text(facts.customMessage) : null,
    saleLimit: hasBegun ? null : saleLimitOf(facts, standing),
    noTicketsMessage:
      facts.hasAvailableTickets === false ? text(facts.noRemainingTicketsMessage) : null,
    salesOverMessage: areSalesOver(salesEnd, facts.shutoffHour, moment)
      ? text(facts.shutoffHourMessage)
      : null,
    generalAdmission: facts.generalAdmission === true,
    entryTimes: entryTimesOf(facts),
    departmentId: facts.departmentId,
    departmentName: text(facts.departmentName),
    venueName: text(production.venueName),
    colour: production.style === null ? null : productionColour(production.style).hex,
    logo: production.logo,
  };
}

/**
 * Converts a series into what is shown.
 *
 * @param lastStart the wall time of its last performance, where that is known: public sales of a series end
 *   with those of its last performance
 */
export function showSeries(
  facts: SeriesFacts,
  { logo, lastStart }: { readonly logo: string | null; readonly lastStart: number | null },
  moment: Moment,
): ProgrammeSeries {
  const name = nameOrNumber(facts.productionName, facts.productionId);
  const { lastPerformanceDate: told } = facts;
  const last = lastStart ?? (told === null ? null : wallAt(told, moment.timeZone));
  return {
    productionId: facts.productionId,
    name,
    superTitle: text(facts.seriesSuperTitle),
    subTitle: text(facts.seriesSubTitle),
    colour: productionColour(facts.productionStyle ?? 0).hex,
    venue: facts.productionVenue === null ? null : venueOf(facts.productionVenue),
    first: facts.firstPerformanceDate ?? facts.lastPerformanceDate,
    last: facts.lastPerformanceDate ?? facts.firstPerformanceDate,
    purchaseAlert: text(facts.purchaseAlert),
    saleLimit: facts.hasAvailableTickets === false ? 'none-left' : null,
    noTicketsMessage: facts.hasAvailableTickets === false ? text(facts.noRemainingMessage) : null,
    salesOverMessage: areSalesOver(last, facts.shutoffHour, moment)
      ? text(facts.shutoffHourMessage)
      : null,
    departmentId: facts.departmentId,
    departmentName: text(facts.departmentName),
    logo,
    logoAlt: text(facts.productionLogoAltName) ?? name,
  };
}

/** When and where a performance plays, by itself and by its series, if the copy has that. */
export function knownPerformance(
  facts: PerformanceFacts,
  series: Pick<SeriesFacts, 'productionVenue'> | null,
): KnownPerformance {
  const venue = series?.productionVenue ?? null;
  return {
    wall: {
      date: readDate(facts.performanceDate),
      time: facts.allDayEvent ? null : startTime(facts),
    },
    venue: venue && venueOf(venue),
  };
}

/**
 * "No tickets left" takes precedence over restrictions on who may buy; a code that is not in the spec
 * restricts nothing.
 */
function saleLimitOf(
  { hasAvailableTickets, availabilityCode }: PerformanceFacts,
  standing: PerformanceStanding,
): SaleLimit | null {
  if (standing === 'cancelled' || standing === 'sold-out') return null;
  if (hasAvailableTickets === false) return 'none-left';
  if (availabilityCode === AVAILABILITY.packageHolders) return 'package-holders';
  return availabilityCode === AVAILABILITY.notAvailable ? 'not-on-sale' : null;
}

/**
 * Sales stop `shutoffHour` hours before the start, or before the doors of an all-day event close; with a
 * negative number, after it.
 */
function areSalesOver(start: number | null, shutoffHour: number | null, { wall }: Moment): boolean {
  return start !== null && shutoffHour !== null && wall >= start - shutoffHour * HOUR;
}

/** Returns the times that can be read; those without a number are numbered by their position. */
function entryTimesOf({ performanceEntryTimes }: PerformanceFacts): EntryTime[] {
  return (performanceEntryTimes ?? [])
    .map((entry, place) => ({
      id: entry.performanceEntryTimeId ?? -1 - place,
      time: readTime(entry.entryTime) === null ? entry.entryTimeFormatted : entry.entryTime,
      soldOut: entry.displaySoldOut === true,
    }))
    .filter(({ time }) => time.trim() !== '');
}

/**
 * Returns the 24-hour time of a start if it can be read, because every platform writes it alike; else the
 * venue's other one.
 */
function startTime({ performanceTime24, performanceTime }: PerformanceFacts): string {
  return readTime(performanceTime24) === null ? performanceTime : performanceTime24;
}

function timesOf(facts: PerformanceFacts): PerformanceTimes {
  if (!facts.allDayEvent) {
    return { type: 'starts', time: startTime(facts), text: facts.performanceStartDate };
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

function venueOf({
  name,
  location,
  venuePhone,
  transitInfo,
  venueAddress,
}: AsRead<typeof productionVenue>) {
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

/** The text without surrounding whitespace; services send an empty text for "none". */
function text(value: string | null): string | null {
  return value?.trim() || null;
}
