import { AVAILABILITY, DISPLAY, type EventPerformance } from '#shared/api/index.ts';
import { HOUR } from '#shared/time.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import { readDate, readTime24, startOf, timeOf } from '../local-strings.ts';
import type { Platform } from '../platform.ts';
import { seenPerformances } from './views.ts';

const QUARTER_MS = HOUR / 4;

type Problems = (one: EventPerformance) => string[];

/** What each performance of the calendar and the events has to look like (spec 2.2 and 2.3). */
export const performanceChecks: readonly Check[] = [
  ofEach('2.2', 'performanceDate is MM/dd/yyyy, and a day there is', ({ performanceDate }) =>
    expectThat(readDate(performanceDate) !== undefined, 'performanceDate is written otherwise'),
  ),
  ofEach('2.2', 'performanceTime24 is HH:mm:ss', ({ performanceTime24 }) =>
    expectThat(
      readTime24(performanceTime24) !== undefined,
      'performanceTime24 is written otherwise',
    ),
  ),
  ofEach('2.2', 'performanceTime is h:mm a, the same time', (one) => {
    const wall = wallOf(one);
    return expectThat(
      wall === undefined || one.performanceTime === timeOf(wall),
      'performanceTime is written otherwise',
    );
  }),
  ofEach('2.2', 'performanceStartDate is EEE, MMM d, yyyy - h:mm a, the same moment', (one) => {
    const wall = wallOf(one);
    return expectThat(
      wall === undefined || one.performanceStartDate === startOf(wall),
      'performanceStartDate is written otherwise',
    );
  }),
  ofEach('2.2', 'performanceStart is that moment in some zone', (one) => {
    const wall = wallOf(one);
    if (wall === undefined) return [];
    const offset = wall - one.performanceStart;
    const isZone = Math.abs(offset) <= 14 * HOUR && offset % QUARTER_MS === 0;
    return expectThat(isZone, `performance ${one.performanceId} starts at another moment`);
  }),
  ofEach('3.2', 'availabilityCode is N, P or A', ({ availabilityCode }) =>
    expectThat(includes(AVAILABILITY, availabilityCode), 'an availabilityCode is unknown'),
  ),
  ofEach('3.3', 'displayCode is I, M, T, C or S', ({ displayCode }) =>
    expectThat(includes(DISPLAY, displayCode), 'a displayCode is unknown'),
  ),
  ofEach('3.3, 2.2', 'a performance with displayCode M has a customMessage', (one) =>
    expectThat(
      one.displayCode !== DISPLAY.message || one.customMessage !== null,
      `performance ${one.performanceId} has none`,
    ),
  ),
  ofEach('2.2', 'the four door fields are strings', (one) => {
    const { doorEntryStartDate, doorEntryStartTime, doorEntryEndDate, doorEntryEndTime } = one;
    const doors = [doorEntryStartDate, doorEntryStartTime, doorEntryEndDate, doorEntryEndTime];
    return [
      ...expectThat(!doors.includes(null), 'a door field is null'),
      ...expectThat(!one.allDayEvent || !doors.includes(''), 'an all-day event lacks its doors'),
    ];
  }),
  ofEach('2.2', 'productionLogoLink is null or a fully qualified URL', ({ productionLogoLink }) =>
    expectThat(isLink(productionLogoLink), 'a productionLogoLink is no URL'),
  ),
  ofEach('2.3', 'entry times are HH:mm:ss, h:mm a, H and m of the same time', (one) =>
    (one.performanceEntryTimes ?? []).flatMap((entry) => {
      const time = readTime24(entry.entryTime);
      if (time === undefined) return ['entryTime is written otherwise'];
      const date = new Date(time);
      return [
        ...expectThat(entry.entryTimeFormatted === timeOf(time), 'entryTimeFormatted differs'),
        ...expectThat(entry.entryTimeHour === String(date.getUTCHours()), 'entryTimeHour differs'),
        ...expectThat(
          entry.entryTimeMinute === String(date.getUTCMinutes()),
          'entryTimeMinute differs',
        ),
      ];
    }),
  ),
  {
    section: '2.2',
    requirement: 'performanceId is unique among the events',
    async run(platform) {
      const { value } = await platform.events();
      if (value === undefined) return skipped('the events cannot be read');
      const ids = value.performances.map(({ performanceId }) => performanceId);
      return judge(
        expectThat(new Set(ids).size === ids.length, 'an id comes twice'),
        `${ids.length} performances`,
      );
    },
  },
  { section: '1, 4.1', requirement: 'the events are future ones only', run: futureOnly },
];

/** All-day events may last for days, and the platform's idea of a start for a day less or more. */
async function futureOnly(platform: Platform) {
  const { value } = await platform.events();
  if (value === undefined) return skipped('the events cannot be read');
  const past = value.performances.filter(
    (one) => !one.allDayEvent && one.performanceStart < Date.now() - 24 * HOUR,
  );
  return judge(
    expectThat(past.length === 0, `${past.length} have begun more than a day ago`),
    `${value.performances.length} performances`,
  );
}

function ofEach(section: string, requirement: string, problemsOf: Problems): Check {
  return {
    section,
    requirement,
    async run(platform: Platform) {
      const performances = await seenPerformances(platform);
      if (performances.length === 0) return skipped('no performances can be read');
      return judge(performances.flatMap(problemsOf), `${performances.length} performances`);
    },
  };
}

/** The venue's clock at the start, as if it were UTC. */
function wallOf(one: EventPerformance): number | undefined {
  const [date, time] = [readDate(one.performanceDate), readTime24(one.performanceTime24)];
  return date === undefined || time === undefined ? undefined : date + time;
}

export function includes(codes: Readonly<Record<string, string>>, code: string): boolean {
  return Object.values(codes).includes(code);
}

export function isLink(link: string | null): boolean {
  return link === null || (/^https?:\/\//.test(link) && URL.canParse(link));
}
