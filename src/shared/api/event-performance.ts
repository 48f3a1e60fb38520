import { z } from 'zod';
import { wireCode } from './code-sets.ts';
import { dateMs, integer, nullable } from './field.ts';

/** One of several times of entry to a performance (spec 2.3). */
export const performanceEntryTimeSchema = z.object({
  performanceEntryTimeId: integer,
  entryTime: z.string(),
  entryTimeFormatted: z.string(),
  entryTimeHour: z.string(),
  entryTimeMinute: z.string(),
  displaySoldOut: z.boolean(),
});
export type PerformanceEntryTime = z.infer<typeof performanceEntryTimeSchema>;

/**
 * A performance in the calendar and the list of events (spec 2.2). The strings of date and time are
 * the venue's own and are shown as they are; `performanceStart` gives the order.
 */
export const eventPerformanceSchema = z.object({
  performanceId: integer,
  performanceStart: dateMs,
  performanceDate: z.string(),
  performanceTime: z.string(),
  performanceTime24: z.string(),
  performanceStartDate: z.string(),
  performanceSuperTitle: nullable(z.string()),
  performanceSubTitle: nullable(z.string()),
  performanceNotes: nullable(z.string()),
  availabilityCode: wireCode,
  displayCode: wireCode,
  productionId: integer,
  productionName: z.string(),
  hasAvailableTickets: z.boolean(),
  /** Must not be shown to consumers. */
  tixRemaining: integer,
  /** To be shown if and only if `displayCode` is M. */
  customMessage: nullable(z.string()),
  noRemainingTicketsMessage: nullable(z.string()),
  /** Hours before the start at which public sales stop; may be negative and fractional. */
  shutoffHour: z.number(),
  shutoffHourMessage: nullable(z.string()),
  generalAdmission: z.boolean(),
  allDayEvent: z.boolean(),
  // Promised, but only meaningful for all-day events: real services send null for the others.
  doorEntryStartDate: nullable(z.string()),
  doorEntryStartTime: nullable(z.string()),
  doorEntryEndDate: nullable(z.string()),
  doorEntryEndTime: nullable(z.string()),
  productionLogoLink: nullable(z.string()),
  productionDescription: nullable(z.string()),
  departmentId: nullable(integer),
  departmentName: nullable(z.string()),
  performanceEntryTimes: nullable(z.array(performanceEntryTimeSchema)),
});
export type EventPerformance = z.infer<typeof eventPerformanceSchema>;
