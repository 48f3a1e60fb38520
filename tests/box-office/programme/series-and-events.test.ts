import { describe, expect, test } from 'vitest';
import { AVAILABILITY, DISPLAY, PRODUCTION_COLOURS, PRODUCTION_STATUS } from '#shared/api/index.ts';
import { EVENING, HOUR, MINUTE, openBoxOffice, send } from '../support.ts';
import { idsOf, programmeOf } from './support.ts';

const DAY = 24 * HOUR;
const MAIN = { clientId: 284 };

describe('the events', () => {
  test('are every future performance, by start, and none that has begun', async () => {
    const { boxOffice, clock, ids } = await openBoxOffice();
    const { events } = programmeOf(boxOffice);
    const before = (await events()).performances;
    const starts = before.map(({ performanceStart }) => performanceStart);
    expect(starts).toStrictEqual(starts.toSorted((a, b) => a - b));
    expect(idsOf(before)).not.toContain(ids.closedPerformanceId);
    expect(Math.max(...starts)).toBeGreaterThan(EVENING + 92 * DAY);

    clock.at = EVENING + 15 * MINUTE;
    expect(idsOf((await events()).performances)).toContain(ids.performanceId);
    clock.at += 1;
    expect(idsOf((await events()).performances)).not.toContain(ids.performanceId);
  });

  test('of a whole day count until their doors close', async () => {
    const { boxOffice, clock } = await openBoxOffice();
    const today = async () =>
      (await programmeOf(boxOffice).events()).performances.find(
        ({ allDayEvent, performanceDate }) => allDayEvent && performanceDate === '11/21/2026',
      );
    expect(await today()).toMatchObject({
      performanceTime24: '00:00:00',
      doorEntryStartDate: '11/21/2026',
      doorEntryStartTime: '10:00 AM',
      doorEntryEndDate: '11/21/2026',
      doorEntryEndTime: '11:55 PM',
    });
    clock.at = Date.UTC(2026, 10, 21, 22, 55);
    expect(await today()).toBeDefined();
    clock.at += 1;
    expect(await today()).toBeUndefined();
  });

  test('carry all strings of date and time as the venue would write them', async () => {
    const { boxOffice, ids } = await openBoxOffice({ timeZone: 'America/New_York' });
    const { performances } = await programmeOf(boxOffice).events();
    expect(performances.find((one) => one.performanceId === ids.performanceId)).toMatchObject({
      performanceStart: EVENING + 15 * MINUTE,
      performanceDate: '11/21/2026',
      performanceTime: '1:35 PM',
      performanceTime24: '13:35:00',
      performanceStartDate: 'Sat, Nov 21, 2026 - 1:35 PM',
    });
    const midnight = performances.find(({ allDayEvent }) => allDayEvent);
    expect(midnight).toMatchObject({
      performanceTime: '12:00 AM',
      performanceTime24: '00:00:00',
      performanceStartDate: 'Sat, Nov 21, 2026 - 12:00 AM',
    });
  });

  test('have entry times, some sold out, or null', async () => {
    const { boxOffice } = await openBoxOffice();
    const { performances } = await programmeOf(boxOffice).events();
    const times = performances.flatMap((one) => one.performanceEntryTimes ?? []);
    expect(new Set(times.map(({ displaySoldOut }) => displaySoldOut)).size).toBe(2);
    expect(times.find(({ entryTime }) => entryTime === '20:05:00')).toMatchObject({
      entryTimeFormatted: '8:05 PM',
      entryTimeHour: '20',
      entryTimeMinute: '5',
    });
    expect(performances.some((one) => one.performanceEntryTimes === null)).toBe(true);
  });

  test.each([
    ['a production', { ...MAIN, productionId: 5102 }, null],
    ['a department', { ...MAIN, departmentId: 1221 }, 1221],
  ])('of %s are those of the client that belong to it', async (_, scope, departmentId) => {
    const { boxOffice } = await openBoxOffice();
    const programme = programmeOf(boxOffice);
    const all = (await programme.events()).performances;
    const belongs = (one: { productionId: number; departmentId: number | null }) =>
      'productionId' in scope
        ? one.productionId === scope.productionId
        : one.departmentId === scope.departmentId;
    const answer = await programme.events(scope);
    expect(answer.departmentId).toBe(departmentId);
    expect(answer.performances).toStrictEqual(all.filter(belongs));
    expect(answer.performances.length).toBeGreaterThan(2);

    const { seriesInformation } = await programme.series(scope);
    const allSeries = (await programme.series()).seriesInformation;
    expect(seriesInformation).toStrictEqual(allSeries.filter(belongs));
    const { performancesByDateDisplay } = await programme.calendar({}, scope);
    const shown = Object.values(performancesByDateDisplay).flat();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((one) => !belongs(one))).toStrictEqual([]);
  });

  test('can be made as many as are asked for, with long descriptions', async () => {
    const { boxOffice } = await openBoxOffice({ performances: 1000, tickets: 200 });
    const { performances } = await programmeOf(boxOffice).events();
    const madeUp = performances.filter(({ performanceId }) => performanceId > 9_000_000);
    expect(madeUp).toHaveLength(1000);
    for (const { productionDescription } of madeUp) {
      expect(productionDescription?.length).toBeGreaterThanOrEqual(5000);
    }
  });
});

describe('the series', () => {
  test('are the productions with future performances, with their first and last', async () => {
    const { boxOffice, clock } = await openBoxOffice();
    const programme = programmeOf(boxOffice);
    for (const at of [EVENING, EVENING + 20 * DAY, EVENING + 95 * DAY, EVENING + 400 * DAY]) {
      clock.at = at;
      const { performances } = await programme.events();
      const { seriesInformation } = await programme.series();
      const runs = new Map<number, number[]>();
      for (const { productionId, performanceStart } of performances) {
        runs.set(productionId, [...(runs.get(productionId) ?? []), performanceStart]);
      }
      expect(
        seriesInformation
          .map((one) => [one.productionId, one.firstPerformanceDate, one.lastPerformanceDate])
          .toSorted(([a = 0], [b = 0]) => a - b),
      ).toStrictEqual(
        [...runs]
          .map(([productionId, starts]) => [productionId, Math.min(...starts), Math.max(...starts)])
          .toSorted(([a = 0], [b = 0]) => a - b),
      );
    }
  });

  test('link to tickets while all or package holders can buy, and name the only performance', async () => {
    const { boxOffice } = await openBoxOffice();
    const { seriesInformation } = await programmeOf(boxOffice).series();
    const of = (id: number) => seriesInformation.find(({ productionId }) => productionId === id);
    expect(of(5101)).toMatchObject({
      showLinkToBuyTickets: true,
      performanceIdIfOnlyOneEventAvailable: null,
    });
    expect(of(5107)).toMatchObject({
      showLinkToBuyTickets: true,
      performanceIdIfOnlyOneEventAvailable: 510701,
    });
    expect(of(5108)).toMatchObject({
      showLinkToBuyTickets: false,
      performanceIdIfOnlyOneEventAvailable: null,
    });
  });

  test('link to tickets when only package holders can buy', async () => {
    const { boxOffice, clock } = await openBoxOffice();
    clock.at = EVENING + 28 * DAY;
    const programme = programmeOf(boxOffice);
    const scope = { ...MAIN, productionId: 5101 };
    const { performances } = await programme.events(scope);
    expect(new Set(performances.map((one) => one.availabilityCode))).toStrictEqual(new Set(['P']));
    const { seriesInformation } = await programme.series(scope);
    expect(seriesInformation).toMatchObject([{ showLinkToBuyTickets: true }]);
  });
});

describe('the demo programme', () => {
  test('has every code, every colour and every kind of gap', async () => {
    const { boxOffice } = await openBoxOffice();
    const programme = programmeOf(boxOffice);
    const { performances } = await programme.events();
    const { seriesInformation } = await programme.series();
    const inSeries = <T>(pick: (one: (typeof seriesInformation)[number]) => T) =>
      new Set(seriesInformation.map(pick));
    const inEvents = <T>(pick: (one: (typeof performances)[number]) => T) =>
      new Set(performances.map(pick));

    expect(inSeries((one) => one.productionStatus)).toStrictEqual(
      new Set(Object.values(PRODUCTION_STATUS)),
    );
    expect(inEvents((one) => one.availabilityCode)).toStrictEqual(
      new Set(Object.values(AVAILABILITY)),
    );
    expect(inEvents((one) => one.displayCode)).toStrictEqual(new Set(Object.values(DISPLAY)));
    expect(inSeries((one) => one.productionStyle)).toStrictEqual(
      new Set(PRODUCTION_COLOURS.map(({ code }) => code)),
    );
    expect(inEvents((one) => one.shutoffHour)).toContain(-0.5);
    expect(inEvents((one) => one.shutoffHour)).toContain(0.25);
    for (const gap of ['departmentId', 'productionLogoLink', 'productionDescription'] as const) {
      expect([...inEvents((one) => one[gap] === null)].toSorted()).toStrictEqual([false, true]);
    }
    expect([...inSeries((one) => one.productionVenue === null)].toSorted()).toEqual([false, true]);
    expect([...inSeries((one) => one.productionLogoAltName === null)]).toHaveLength(2);
    expect(inSeries((one) => one.productionName.endsWith(' '))).toContain(true);
    expect(
      performances.filter((one) => (one.customMessage !== null) !== (one.displayCode === 'M')),
    ).toStrictEqual([]);
  });

  test('has logos of its own, pictures of their type', async () => {
    const { boxOffice } = await openBoxOffice();
    const { seriesInformation } = await programmeOf(boxOffice).series();
    const types = new Set<string | null>();
    for (const { productionLogoLink } of seriesInformation) {
      if (productionLogoLink === null) continue;
      expect(productionLogoLink.startsWith(`${boxOffice.baseUrl}/demo/logo/`)).toBe(true);
      const response = await fetch(productionLogoLink);
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get('content-type');
      types.add(type);
      const begin = type === 'image/png' ? '\x89PNG\r\n\x1a\n' : '<svg xmlns=';
      expect(bytes.toString('latin1').startsWith(begin)).toBe(true);
    }
    expect(types).toStrictEqual(new Set(['image/png', 'image/svg+xml']));
  });

  test.each(['5103.png', '5101.png', '5102.svg', '1.png', 'x.png', '5102', '05102.png'])(
    'has no logo %s',
    async (file) => {
      const { boxOffice } = await openBoxOffice({ tickets: 200 });
      expect((await send(boxOffice, 'GET', `/demo/logo/${file}`)).status).toBe(404);
    },
  );
});
