import type { z } from 'zod';
import {
  dateMs,
  double,
  flag,
  integer,
  link,
  nullable,
  shownDescription,
  shownNotice,
  shownText,
  wireCode,
} from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { atMost, record } from './record.ts';

/** A limit that no performance reaches. */
const MOST_ENTRY_TIMES = 200;

/** One of several times of entry to a performance (spec 2.3). */
export const performanceEntryTime = record([], {
  performanceEntryTimeId: integer,
  entryTime: shownText,
  entryTimeFormatted: shownText,
  entryTimeHour: shownText,
  entryTimeMinute: shownText,
  displaySoldOut: flag,
});
export const performanceEntryTimeSchema = performanceEntryTime.strict;
export type PerformanceEntryTime = z.infer<typeof performanceEntryTimeSchema>;

/**
 * A performance in the calendar and the list of events (spec 2.2). The strings of date and time are
 * the venue's own and are shown as they are; `performanceStart` gives the order.
 */
export const eventPerformance = record(MUST_HAVE.eventPerformance, {
  performanceId: integer,
  performanceStart: dateMs,
  performanceDate: shownText,
  performanceTime: shownText,
  performanceTime24: shownText,
  performanceStartDate: shownText,
  performanceSuperTitle: nullable(shownText),
  performanceSubTitle: nullable(shownText),
  performanceNotes: nullable(shownNotice),
  availabilityCode: wireCode,
  displayCode: wireCode,
  productionId: integer,
  productionName: shownText,
  hasAvailableTickets: flag,
  /** Must not be shown to consumers. */
  tixRemaining: integer,
  /** To be shown if and only if `displayCode` is M. */
  customMessage: nullable(shownNotice),
  noRemainingTicketsMessage: nullable(shownNotice),
  /** Hours before the start at which public sales stop; may be negative and fractional. */
  shutoffHour: double,
  shutoffHourMessage: nullable(shownNotice),
  generalAdmission: flag,
  allDayEvent: flag,
  // Required by the spec, but only meaningful for all-day events: real services send null for the others.
  doorEntryStartDate: nullable(shownText),
  doorEntryStartTime: nullable(shownText),
  doorEntryEndDate: nullable(shownText),
  doorEntryEndTime: nullable(shownText),
  productionLogoLink: nullable(link),
  productionDescription: nullable(shownDescription),
  departmentId: nullable(integer),
  departmentName: nullable(shownText),
  performanceEntryTimes: nullable(atMost(MOST_ENTRY_TIMES, performanceEntryTime)),
});
export const eventPerformanceSchema = eventPerformance.strict;
export type EventPerformance = z.infer<typeof eventPerformanceSchema>;
