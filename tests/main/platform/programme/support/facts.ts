import type { EventPerformance, SeriesInformation } from '#shared/api/index.ts';

/** A performance as the platform sends it: tonight in New York, nothing special about it. */
export function performance(changes: Partial<EventPerformance> = {}): EventPerformance {
  return {
    performanceId: 1,
    performanceStart: Date.UTC(2026, 10, 21, 0, 30),
    performanceDate: '11/20/2026',
    performanceTime: '7:30 PM',
    performanceTime24: '19:30:00',
    performanceStartDate: 'Fri, Nov 20, 2026 - 7:30 PM',
    performanceSuperTitle: null,
    performanceSubTitle: null,
    performanceNotes: null,
    availabilityCode: 'A',
    displayCode: 'T',
    productionId: 10,
    productionName: 'The Tempest',
    hasAvailableTickets: true,
    tixRemaining: TIX_REMAINING,
    customMessage: null,
    noRemainingTicketsMessage: null,
    shutoffHour: 0,
    shutoffHourMessage: null,
    generalAdmission: false,
    allDayEvent: false,
    doorEntryStartDate: null,
    doorEntryStartTime: null,
    doorEntryEndDate: null,
    doorEntryEndTime: null,
    productionLogoLink: null,
    productionDescription: '<p>A storm.</p>',
    departmentId: null,
    departmentName: null,
    performanceEntryTimes: null,
    ...changes,
  };
}

/** A number that stands for nothing else. */
export const TIX_REMAINING = 73_519;

/** A performance on a day (`yyyy-MM-dd`) at an hour. */
export function performanceOn(
  date: string,
  hour: number,
  changes: Partial<EventPerformance> = {},
): EventPerformance {
  const [year = '', month = '', day = ''] = date.split('-');
  const hh = String(hour).padStart(2, '0');
  return performance({
    // New York's winter time.
    performanceStart: Date.parse(`${date}T${hh}:00:00-05:00`),
    performanceDate: `${month}/${day}/${year}`,
    performanceTime: `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
    performanceTime24: `${hh}:00:00`,
    performanceStartDate: `${date}, ${hour} o'clock`,
    ...changes,
  });
}

/** A series as the platform sends it. */
export function series(changes: Partial<SeriesInformation> = {}): SeriesInformation {
  return {
    productionId: 10,
    productionName: 'The Tempest',
    productionStatus: 'T',
    productionStyle: 2,
    productionVenue: null,
    hasAvailableTickets: true,
    noRemainingMessage: '',
    shutoffHour: 0,
    shutoffHourMessage: '',
    seriesSuperTitle: null,
    seriesSubTitle: null,
    purchaseAlert: null,
    productionDescription: '<p>A storm.</p>',
    productionLogoClientFileId: null,
    productionLogoLink: null,
    productionLogoAltName: null,
    firstPerformanceDate: Date.UTC(2026, 10, 21, 0, 30),
    lastPerformanceDate: Date.UTC(2026, 10, 21, 0, 30),
    performanceIdIfOnlyOneEventAvailable: null,
    showLinkToBuyTickets: true,
    departmentId: null,
    departmentName: null,
    ...changes,
  };
}
