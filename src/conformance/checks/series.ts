import {
  AVAILABILITY,
  PRODUCTION_COLOURS,
  PRODUCTION_STATUS,
  type EventPerformance,
  type SeriesInformation,
} from '#shared/api/index.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import { includes, isLink } from './performances.ts';

/** The run of a production: what the events list of it. */
type Problems = (one: SeriesInformation, run: readonly EventPerformance[]) => string[];

/** What each record of the series has to say (spec 2.4), also beside the events. */
export const seriesChecks: readonly Check[] = [
  ofEach('3.1', 'productionStatus is D, U or T', ({ productionStatus }) =>
    expectThat(includes(PRODUCTION_STATUS, productionStatus), 'a productionStatus is unknown'),
  ),
  ofEach('3.4', 'productionStyle is 0 to 9', ({ productionStyle }) =>
    expectThat(PRODUCTION_COLOURS[productionStyle] !== undefined, 'a productionStyle is unknown'),
  ),
  ofEach('2.4', 'abbreviations of state and country have two characters', ({ productionVenue }) => {
    const { stateAbbreviation = null, countryAbbreviation = null } =
      productionVenue?.venueAddress ?? {};
    return [stateAbbreviation, countryAbbreviation].flatMap((text) =>
      expectThat(text === null || text.length === 2, 'an abbreviation has another length'),
    );
  }),
  ofEach('2.4', 'productionLogoLink is null or a fully qualified URL', ({ productionLogoLink }) =>
    expectThat(isLink(productionLogoLink), 'a productionLogoLink is no URL'),
  ),
  ofEach(
    '2.4',
    'firstPerformanceDate and lastPerformanceDate are those of the events',
    (one, run) => {
      const starts = run.map(({ performanceStart }) => performanceStart);
      return [
        ...expectThat(
          one.firstPerformanceDate === Math.min(...starts),
          `production ${one.productionId} has another firstPerformanceDate`,
        ),
        ...expectThat(
          one.lastPerformanceDate === Math.max(...starts),
          `production ${one.productionId} has another lastPerformanceDate`,
        ),
      ];
    },
  ),
  ofEach(
    '2.4',
    'showLinkToBuyTickets while something is available to all or package holders',
    (one, run) =>
      expectThat(
        one.showLinkToBuyTickets === run.some(isAvailable),
        `production ${one.productionId} says otherwise`,
      ),
  ),
  ofEach(
    '2.4',
    'performanceIdIfOnlyOneEventAvailable names one while it is the only one',
    (one, run) => {
      const id = one.performanceIdIfOnlyOneEventAvailable;
      const [only, ...others] = run;
      // What counts as available is not shown where performances are sold out or not on sale.
      const clear = run.every(
        (performance) => isAvailable(performance) && performance.hasAvailableTickets,
      );
      return [
        ...expectThat(
          id === null || run.some(({ performanceId }) => performanceId === id),
          `production ${one.productionId} names a performance that it has not`,
        ),
        ...expectThat(
          !clear || id === (others.length === 0 ? (only?.performanceId ?? null) : null),
          `production ${one.productionId} says otherwise`,
        ),
      ];
    },
  ),
  {
    section: '4.1',
    requirement: 'the series are the productions that have future performances, each once',
    async run(platform) {
      const [series, events] = [(await platform.series()).value, (await platform.events()).value];
      if (series === undefined || events === undefined) return skipped('they cannot be read');
      const listed = series.seriesInformation.map(({ productionId }) => productionId);
      const playing = new Set(events.performances.map(({ productionId }) => productionId));
      return judge(
        [
          ...expectThat(new Set(listed).size === listed.length, 'a production is listed twice'),
          ...listed
            .filter((id) => !playing.has(id))
            .map((id) => `production ${id} has no future performances`),
          ...[...playing]
            .filter((id) => !listed.includes(id))
            .map((id) => `production ${id} is missing`),
        ],
        `${listed.length} productions`,
      );
    },
  },
];

function isAvailable({ availabilityCode }: EventPerformance): boolean {
  return availabilityCode === AVAILABILITY.all || availabilityCode === AVAILABILITY.packageHolders;
}

/** Productions that the events do not list are found by the last check. */
function ofEach(section: string, requirement: string, problemsOf: Problems): Check {
  return {
    section,
    requirement,
    async run(platform) {
      const series = (await platform.series()).value?.seriesInformation ?? [];
      const performances = (await platform.events()).value?.performances ?? [];
      const runs = series.map((one) => ({
        one,
        run: performances.filter(({ productionId }) => productionId === one.productionId),
      }));
      const playing = runs.filter(({ run }) => run.length > 0);
      if (playing.length === 0) return skipped('no series can be read');
      return judge(
        playing.flatMap(({ one, run }) => problemsOf(one, run)),
        `${playing.length} productions`,
      );
    },
  };
}
