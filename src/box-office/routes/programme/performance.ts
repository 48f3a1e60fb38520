import type { EventPerformance, PerformanceEntryTime } from '#shared/api/index.ts';
import {
  dateText,
  localTime,
  startText,
  time24Text,
  timeText,
  type LocalTime,
} from '../../local-time.ts';
import type { EntryTimeRow, ProductionRow, UpcomingRow } from '../../programme.ts';
import { logoLink } from '../logo.ts';

/** A performance with what its answer is made of. */
export interface Upcoming {
  readonly row: UpcomingRow;
  readonly production: ProductionRow;
  readonly local: LocalTime;
  readonly entryTimes: readonly EntryTimeRow[];
}

/** A performance as the calendar and the events give it (spec 2.2). */
export function eventPerformance(
  { row, production, local, entryTimes }: Upcoming,
  timeZone: string,
  origin: string,
): EventPerformance {
  // Without doors of its own, i.e. when these fields mean nothing, they repeat the start.
  const opens = row.doorsOpen === null ? local : localTime(row.doorsOpen, timeZone);
  const closes = row.doorsClose === null ? local : localTime(row.doorsClose, timeZone);
  return {
    performanceId: row.id,
    performanceStart: row.start,
    performanceDate: dateText(local),
    performanceTime: timeText(local),
    performanceTime24: time24Text(local),
    performanceStartDate: startText(local),
    performanceSuperTitle: row.superTitle,
    performanceSubTitle: row.subTitle,
    performanceNotes: row.notes,
    availabilityCode: row.availability,
    displayCode: row.display,
    productionId: production.id,
    productionName: production.name,
    hasAvailableTickets: row.remaining > 0,
    tixRemaining: row.remaining,
    customMessage: row.customMessage,
    noRemainingTicketsMessage: production.noRemainingMessage || null,
    shutoffHour: row.shutoffHour ?? production.shutoffHour,
    shutoffHourMessage: production.shutoffMessage || null,
    generalAdmission: production.generalAdmission === 1,
    allDayEvent: row.doorsOpen !== null,
    doorEntryStartDate: dateText(opens),
    doorEntryStartTime: timeText(opens),
    doorEntryEndDate: dateText(closes),
    doorEntryEndTime: timeText(closes),
    productionLogoLink: logoLink(production, origin),
    productionDescription: production.description,
    departmentId: production.departmentId,
    departmentName: production.departmentName,
    performanceEntryTimes: entryTimes.length === 0 ? null : entryTimes.map(entryTime),
  };
}

/** Spec 2.3. */
function entryTime({ id, minuteOfDay, soldOut }: EntryTimeRow): PerformanceEntryTime {
  const clock = { hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60, second: 0 };
  return {
    performanceEntryTimeId: id,
    entryTime: time24Text(clock),
    entryTimeFormatted: timeText(clock),
    entryTimeHour: String(clock.hour),
    entryTimeMinute: String(clock.minute),
    displaySoldOut: soldOut === 1,
  };
}
