import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { Programme } from '#main/platform/programme/programme.ts';
import { BOARD_TODAY, type PerformanceScope } from '#main/platform/programme/copy/reader.ts';
import { DISPLAY, type EventPerformance } from '#shared/api/index.ts';
import {
  NO_SERVICE_WORDS,
  type ProgrammeMonth,
  type ProgrammePerformance,
} from '#shared/model/programme.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import Database from 'better-sqlite3';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { performance, performanceOn, series } from './support/facts.ts';
import {
  everythingOf,
  half,
  openPlatform,
  type Programme as PlatformProgramme,
} from './support/platform.ts';
import { CLIENT, NOON, openProgramme } from './support/programme.ts';
import { threadsFromNow } from './support/threads.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ALL: PerformanceScope = { productionId: null, departmentId: null, offset: 0 };

const ids = (performances: readonly ProgrammePerformance[]) =>
  performances.map(({ performanceId }) => performanceId);
const byId = (a: PlayingPerformance, b: PlayingPerformance) => a.performanceId - b.performanceId;
const idsOf = (month: ProgrammeMonth) => ids(month.weeks.flat().flatMap((day) => day.performances));

/** Performances of today, tomorrow, this month, the next one, and the one after. */
const SEASON: EventPerformance[] = [
  performanceOn('2026-11-20', 20, { performanceId: 1 }),
  performanceOn('2026-11-21', 20, { performanceId: 2 }),
  performanceOn('2026-11-30', 20, { performanceId: 3, productionId: 11, departmentId: 7 }),
  performanceOn('2026-12-24', 20, { performanceId: 4 }),
  performanceOn('2027-02-01', 20, { performanceId: 5, departmentId: 7 }),
];
const SERIES = [series(), series({ productionId: 11, productionName: 'Hamlet' })];

/** A performance of each of these series. */
const oneOfEach = (...productionIds: readonly number[]) =>
  productionIds.map((productionId) =>
    performanceOn('2026-11-20', 20, { performanceId: productionId, productionId }),
  );

/** An answer that goes on until the kiosk breaks it off. */
const endless: NonNullable<PlatformProgramme['answer']> = (_request, response) => {
  const spaces = Buffer.alloc(1024 ** 2, ' ');
  response.write('{');
  const more = () => {
    while (!response.destroyed && response.write(spaces));
    response.once('drain', more);
  };
  more();
  return true;
};

async function openSeason() {
  const platform = await openPlatform(everythingOf(SEASON, SERIES));
  const opened = openProgramme(platform);
  await opened.refreshed();
  return { platform, ...opened };
}

describe('a refresh', () => {
  test('brings everything that is to come', async () => {
    const { platform, programme } = await openSeason();
    expect(platform.asked).toEqual([
      'series/client(284)',
      'events/client(284)',
      'calendar/client(284)?year=2026&month=11',
      'calendar/client(284)?year=2026&month=12',
    ]);
    expect(programme.state()).toMatchObject({
      clientId: CLIENT,
      fetchedAt: NOON,
      refreshing: false,
      problem: null,
    });
    expect(programme.performances(ALL)).toMatchObject({ total: 5 });
    expect(ids(programme.performances(ALL).performances)).toEqual([1, 2, 3, 4, 5]);
    expect(programme.series().map(({ name }) => name)).toEqual(['The Tempest', 'Hamlet']);
    expect(programme.detail(10)).toMatchObject({
      series: { name: 'The Tempest' },
      descriptionHtml: '<p>A storm.</p>',
    });
  });

  test('can be narrowed by production, department and page', async () => {
    const { programme } = await openSeason();
    const page = (changes: Partial<PerformanceScope>) => {
      const { performances, total } = programme.performances({ ...ALL, ...changes });
      return [ids(performances), total];
    };
    expect(page({ productionId: 11 })).toEqual([[3], 1]);
    expect(page({ departmentId: 7 })).toEqual([[3, 5], 2]);
    expect(page({ productionId: 10, departmentId: 7 })).toEqual([[5], 1]);
    expect(page({ offset: 3 })).toEqual([[4, 5], 5]);
    expect(page({ offset: 9 })).toEqual([[], 5]);
  });

  test('shows what the calendar of two months has in common once', async () => {
    const { programme } = await openSeason();
    const november = programme.month(2026, 11);
    expect(november.weeks).toHaveLength(5);
    expect(idsOf(november)).toEqual([1, 2, 3]);
    expect(idsOf(programme.month(2026, 12))).toEqual([3, 4]);
    expect(november.weeks[2]?.[5]).toMatchObject({
      date: '2026-11-20',
      performances: [{ performanceId: 1, colour: '#e2f1ff' }],
    });
  });

  test('forgets what was cancelled and deleted, and changes what was changed', async () => {
    const { platform, programme, refreshed } = await openSeason();
    const [tonight, tomorrow, , , far] = SEASON as [
      EventPerformance,
      EventPerformance,
      EventPerformance,
      EventPerformance,
      EventPerformance,
    ];
    const changed = [
      { ...tonight, displayCode: 'C' },
      { ...tomorrow, displayCode: 'I' },
      { ...far, performanceNotes: 'in the garden' },
    ];
    Object.assign(platform.programme, everythingOf(changed, [series()]));
    await refreshed();
    const { performances } = programme.performances(ALL);
    expect(performances).toMatchObject([
      { performanceId: 1, standing: 'cancelled' },
      { performanceId: 5, notes: 'in the garden' },
    ]);
    expect(idsOf(programme.month(2026, 11))).toEqual([1]);
    expect(idsOf(programme.month(2026, 12))).toEqual([]);
    expect(programme.detail(11)).toEqual({
      series: null,
      descriptionHtml: null,
      performances: [],
    });
  });

  test('tells the board no more of one day than fits on it, however many there are', async () => {
    const day = Array.from({ length: 500 }, (_, index) =>
      performanceOn('2026-11-20', 20, { performanceId: index + 1 }),
    );
    const { refreshed } = openProgramme(await openPlatform(everythingOf(day, [])));
    const programme = await refreshed();
    expect(programme.board().today).toHaveLength(BOARD_TODAY);
    expect(programme.performances(ALL).total).toBe(500);
  });

  test.each([
    ['two days behind', -48 * HOUR],
    ['three months ahead', 90 * 24 * HOUR],
  ])('shows what is on today by the platform’s clock, with its own %s', async (_how, ahead) => {
    const platform = await openPlatform(everythingOf(SEASON, SERIES));
    const clock = new FakeClock(NOON + ahead);
    const platformClock = { now: () => clock.now() - ahead };
    const { refreshed } = openProgramme({ ...platform, clock, platformClock });
    const programme = await refreshed();
    expect(ids(programme.board().today)).toEqual([1]);
    expect(programme.state().fetchedAt).toBe(NOON);
    expect(idsOf(programme.month(2026, 11))).toEqual([1, 2, 3]);
    expect(programme.isWhole(CLIENT)).toBe(true);
  });

  test('closes sales by the platform’s clock', async () => {
    const message = 'Sales at the box office only';
    const tonight = { performanceId: 1, shutoffHour: 2, shutoffHourMessage: message };
    const platform = await openPlatform(
      everythingOf([performanceOn('2026-11-20', 20, tonight)], [series()]),
    );
    const clock = new FakeClock(NOON);
    const platformClock = { now: () => clock.now() + 7 * HOUR };
    const programme = await openProgramme({ ...platform, clock, platformClock }).refreshed();
    expect(programme.board().today).toMatchObject([{ salesOverMessage: message }]);
  });

  test('comes again soon if its first answer tells that it is another month', async () => {
    const platform = await openPlatform(everythingOf(SEASON, SERIES));
    const clock = new FakeClock(NOON);
    const time = { ahead: 90 * 24 * HOUR };
    const platformClock = { now: () => clock.now() + time.ahead };
    const opened = openProgramme({ ...platform, clock, platformClock });
    opened.programme.follow();
    time.ahead = 0;
    await opened.settled();
    expect(opened.programme.month(2026, 11).fetchedAt).toBeNull();
    await clock.advance(MINUTE);
    await opened.settled();
    expect(opened.programme.month(2026, 11).fetchedAt).toBe(clock.now());
  });

  test('keeps tonight’s performance when the list of future ones no longer has it', async () => {
    const { platform, programme, clock, settled, refreshed } = await openSeason();
    platform.programme.events = SEASON.slice(1);
    await clock.advance(8 * HOUR + MINUTE);
    await settled();
    await refreshed();
    expect(ids(programme.board().today)).toEqual([1]);
    expect(ids(programme.performances(ALL).performances)).toEqual([2, 3, 4, 5]);
  });

  test('shows invisible performances and unfinished or deleted series nowhere', async () => {
    const hidden = [
      performanceOn('2026-11-20', 20, { performanceId: 1, displayCode: 'I' }),
      performanceOn('2026-11-20', 21, { performanceId: 2, productionId: 20 }),
      performanceOn('2026-11-20', 22, { performanceId: 3, productionId: 21 }),
      performanceOn('2026-11-20', 23, { performanceId: 4, productionId: 22 }),
    ];
    const platform = await openPlatform(
      everythingOf(hidden, [
        series({ productionId: 20, productionStatus: 'D' }),
        series({ productionId: 21, productionStatus: 'U' }),
        series({ productionId: 22, productionStatus: 'T' }),
      ]),
    );
    const programme = await openProgramme(platform).refreshed();
    expect(ids(programme.board().today)).toEqual([4]);
    expect(idsOf(programme.month(2026, 11))).toEqual([4]);
    expect(programme.performances(ALL)).toMatchObject({ total: 1 });
    expect(programme.series().map(({ productionId }) => productionId)).toEqual([22]);
    expect(programme.detail(20)).toEqual({ series: null, descriptionHtml: null, performances: [] });
  });

  test('keeps hidden what is known to be hidden, be the rest of its record odd', async () => {
    const venueAddress = { line1: 7, line2: null };
    const odd = {
      productionName: null,
      firstPerformanceDate: 'soon',
      productionVenue: { venueAddress },
    };
    const performances = oneOfEach(20, 21, 22);
    const platform = await openPlatform({
      ...everythingOf(performances, []),
      series: [
        { ...series({ productionId: 20, productionStatus: 'D' }), ...odd },
        { ...odd, productionId: '21', productionStatus: 'U' },
        { ...series({ productionId: 22 }), ...odd },
      ],
    });
    const programme = await openProgramme(platform).refreshed();
    expect(ids(programme.performances(ALL).performances)).toEqual([22]);
    expect(programme.series()).toMatchObject([
      { productionId: 22, name: '#22', venue: { name: '', address: ['7'] } },
    ]);
  });

  test.each([
    ['none', undefined],
    ['no text', { code: 'T' }],
    ['null', null],
  ])('keeps from the public what a series with a status that is %s has', async (_, status) => {
    const performances = oneOfEach(20, 22);
    const platform = await openPlatform({
      ...everythingOf(performances, []),
      series: [
        { ...series({ productionId: 20 }), productionStatus: status },
        series({ productionId: 22 }),
      ],
    });
    const { programme, logger, refreshed } = openProgramme(platform);
    await refreshed();
    expect(ids(programme.board().today)).toEqual([22]);
    expect(programme.performances(ALL).total).toBe(1);
    expect(programme.series().map(({ productionId }) => productionId)).toEqual([22]);
    expect(logger.lines).toContain(
      'warn a part of the programme cannot be read {"type":"series","readable":1,"unreadable":1}',
    );
  });

  test('shows what is promised of a performance although nothing else can be read of it', async () => {
    const known = {
      ...{ performanceId: '1', productionId: 10, performanceStart: '2026-11-21T01:00:00Z' },
      ...{ performanceDate: '11/20/2026', displayCode: 'c' },
    };
    const bare = Object.keys(performance()).map((name) => [name, []] as const);
    const odd = { ...Object.fromEntries(bare), ...known };
    const platform = await openPlatform({
      events: [odd, { ...known, performanceId: 2 }],
      series: [],
    });
    const programme = await openProgramme(platform).refreshed();
    expect(programme.performances(ALL).performances).toMatchObject([
      { performanceId: 1, standing: 'cancelled', date: '2026-11-20', productionName: '#10' },
      { performanceId: 2, standing: 'cancelled', entryTimes: [], salesOverMessage: null },
    ]);
  });

  test('leaves out a performance that cannot be read, and counts it', async () => {
    const platform = await openPlatform({
      events: [SEASON[0], { performanceId: 2 }, { ...SEASON[1], performanceDate: 'soon' }],
      calendar: SEASON.slice(0, 1),
    });
    const { logger, refreshed } = openProgramme(platform);
    const programme = await refreshed();
    expect(ids(programme.performances(ALL).performances)).toEqual([1]);
    expect(logger.lines).toContain(
      'warn a part of the programme cannot be read {"type":"events","readable":1,"unreadable":2}',
    );
  });

  test('that asks while another is under way adds nothing', async () => {
    const { platform, programme, settled } = await openSeason();
    platform.asked.length = 0;
    for (let times = 0; times < 3; times += 1) programme.refresh();
    expect(programme.state().refreshing).toBe(true);
    await settled();
    expect(platform.asked).toHaveLength(4);
  });

  test('gives way while a scan is decided', async () => {
    const platform = await openPlatform();
    let isBusy = true;
    const { programme, clock, settled } = openProgramme({ ...platform, isBusy: () => isBusy });
    programme.follow();
    await clock.advance(10_000);
    expect(platform.asked).toEqual([]);
    isBusy = false;
    await clock.advance(100);
    await settled();
    expect(platform.asked).toHaveLength(4);
  });
});

describe('a problem', () => {
  const problems = {
    'a platform that is gone': ['unreachable or reset', /reset|refused/],
    'errors in the body': ['refused', /^refused$/],
    'something else': ['not-the-platform', /^not-the-platform$/],
  } as const;

  test.each(Object.entries(problems))(
    '%s leaves the old copy as it is, with its age',
    async (which, [, problem]) => {
      const { platform, programme, clock, settled } = await openSeason();
      const before = { board: programme.board(), month: programme.month(2026, 11) };
      const { revision } = programme.state();
      Object.assign(platform.programme, everythingOf([], []));
      if (which === 'errors in the body') {
        const error = 'no such client';
        platform.programme.errors = { series: error, events: error, calendar: error };
      }
      platform.programme.answer = (_request, response) => {
        if (which === 'a platform that is gone') response.destroy();
        if (which === 'something else') response.end('<html>Sign in to the network</html>');
        return which !== 'errors in the body';
      };
      await clock.advance(10 * MINUTE);
      await settled();
      expect(programme.state().problem).toMatch(problem);
      expect(programme.state()).toMatchObject({ fetchedAt: NOON, clientId: CLIENT });
      expect(programme.state().revision, 'time has passed').toBeGreaterThan(revision);
      expect({ board: programme.board(), month: programme.month(2026, 11) }).toEqual(before);
    },
  );

  test('starts no thread where there is nothing to read', async () => {
    const platform = await openPlatform({ answer: (_, response) => (response.destroy(), true) });
    const { refreshed } = openProgramme(platform);
    const threads = threadsFromNow();
    const programme = await refreshed();
    expect(programme.state().problem).not.toBeNull();
    expect(threads.begun()).toBe(0);
    platform.programme.answer = null;
    await refreshed();
    expect(programme.state().problem).toBeNull();
    expect(threads.begun()).toBe(1);
  });

  test('is tried again within the minute, and the programme comes when the platform is back', async () => {
    const { platform, programme, clock, settled } = await openSeason();
    platform.programme.answer = (_request, response) => (response.destroy(), true);
    await clock.advance(10 * MINUTE);
    await settled();
    expect(programme.state().problem).not.toBeNull();
    platform.programme.answer = null;
    platform.asked.length = 0;
    await clock.advance(MINUTE - 1);
    expect(platform.asked).toEqual([]);
    await clock.advance(1);
    await settled();
    expect(programme.state()).toMatchObject({ problem: null, fetchedAt: NOON + 11 * MINUTE });
  });

  test('an answer of which nothing can be read does not empty the copy', async () => {
    const { platform, programme, refreshed } = await openSeason();
    platform.programme.events = [{ performanceId: 'one' }];
    await refreshed();
    expect(programme.state().problem).toBe('not-the-platform');
    expect(programme.performances(ALL).total).toBe(5);
  });

  test('a house that has nothing on any more is no problem', async () => {
    const { platform, programme, refreshed } = await openSeason();
    Object.assign(platform.programme, everythingOf([], []));
    await refreshed();
    expect(programme.state().problem).toBeNull();
    expect(programme.performances(ALL).total).toBe(0);
  });

  test('an answer about another client is not taken', async () => {
    const { platform, programme, refreshed } = await openSeason();
    platform.programme.answer = (_request, response) => {
      const envelope = { serviceMessages: {}, clientId: 7, clientName: '', clientActive: true };
      response.end(JSON.stringify({ ...envelope, seriesInformation: [] }));
      return true;
    };
    await refreshed();
    expect(programme.state().problem).toBe('not-the-platform');
    expect(programme.series()).toHaveLength(2);
  });

  test('an answer without end is not taken to its end', async () => {
    const { platform, programme, refreshed } = await openSeason();
    platform.programme.answer = endless;
    await refreshed();
    expect(programme.state().problem).toBe('not-the-platform');
    expect(programme.series()).toHaveLength(2);
  });
});

describe('a part of the programme that fails', () => {
  /** The season of a later refresh: another title, other performances. */
  const LATER = {
    series: [series({ productionName: 'The Tempest, again' })],
    events: [performanceOn('2026-11-20', 20, { performanceId: 1, performanceNotes: 'new' })],
    calendar: [
      performanceOn('2026-11-20', 20, { performanceId: 1, performanceNotes: 'new' }),
      performanceOn('2026-12-24', 21, { performanceId: 6 }),
    ],
  };
  const notes = (programme: Programme) => programme.board().today.map((one) => one.notes);

  async function refreshedWithout(failing: Partial<PlatformProgramme>) {
    const opened = await openSeason();
    const { platform, clock, settled } = opened;
    Object.assign(platform.programme, LATER, failing);
    await clock.advance(10 * MINUTE);
    await settled();
    return opened;
  }

  test('keeps series, events and this month fresh when next month has errors', async () => {
    const { programme, clock } = await refreshedWithout({
      errors: { calendar: 'try later' },
      badMonth: 'month=12',
    });
    expect(programme.state()).toMatchObject({
      fetchedAt: clock.now(),
      problem: 'refused',
      missing: [{ type: 'calendar', year: 2026, month: 12 }],
      service: { errors: ['try later'] },
    });
    expect(programme.series().map(({ name }) => name)).toEqual(['The Tempest, again']);
    expect(notes(programme)).toEqual(['new']);
    expect(programme.month(2026, 11).fetchedAt).toBe(clock.now());
    expect(programme.month(2026, 12).fetchedAt).toBe(NOON);
    expect(programme.isWhole(CLIENT), 'tonight’s performances are all known').toBe(true);
  });

  test.each([
    ['series', 'The Tempest', 'new', 6],
    ['events', 'The Tempest, again', 'new', 6],
  ] as const)('keeps the others when it is the %s', async (part, name, note, december) => {
    const { programme } = await refreshedWithout({ errors: { [part]: 'try later' } });
    expect(programme.state()).toMatchObject({ problem: 'refused', missing: [{ type: part }] });
    expect(programme.series()[0]).toMatchObject({ name });
    expect(notes(programme)).toEqual([note]);
    expect(idsOf(programme.month(2026, 12))).toContain(december);
  });

  test.each([
    ['a web page', 'not-the-platform', '<html>A gateway</html>', 200],
    ['a server error', 'server-error', '{}', 500],
  ])('keeps the others when it is %s', async (_what, problem, body, status) => {
    const { programme, platform, clock, settled } = await refreshedWithout({
      answer: (request, response) => {
        if (request.url?.includes('/series/') !== true) return false;
        response.writeHead(status).end(body);
        return true;
      },
    });
    expect(programme.state()).toMatchObject({ problem, missing: [{ type: 'series' }] });
    expect(notes(programme)).toEqual(['new']);
    platform.asked.length = 0;
    await clock.advance(9 * MINUTE - 1);
    await settled();
    expect(platform.asked, 'no early retry of what came').toEqual([]);
  });

  test('keeps the others when it breaks off half-way', async () => {
    const { programme } = await refreshedWithout({
      answer: (request, response) =>
        request.url?.includes('/series/') === true && endless(request, response),
    });
    expect(programme.state()).toMatchObject({ missing: [{ type: 'series' }] });
    expect(programme.state().missing).toHaveLength(1);
    expect(notes(programme)).toEqual(['new']);
  });

  test('keeps what came before the connection was lost, and asks for the rest soon', async () => {
    const { programme, platform, clock, settled } = await refreshedWithout({
      answer: (request, response) => {
        const isLost = request.url?.includes('/calendar/') === true;
        if (isLost) response.destroy();
        return isLost;
      },
    });
    expect(platform.asked.slice(4), 'not every month').toHaveLength(3);
    expect(programme.state()).toMatchObject({
      problem: 'reset',
      missing: [
        { type: 'calendar', year: 2026, month: 11 },
        { type: 'calendar', year: 2026, month: 12 },
      ],
    });
    expect(notes(programme)).toEqual(['new']);
    platform.programme.answer = null;
    await clock.advance(MINUTE);
    await settled();
    expect(programme.state()).toMatchObject({ problem: null, missing: [] });
  });

  test('proves nothing of today if it is the events or this month', async () => {
    const { programme, clock, platform, settled } = await openSeason();
    const provesAfterAnHour = async (failing: Partial<PlatformProgramme>) => {
      Object.assign(platform.programme, { errors: {}, badMonth: null }, failing);
      await clock.advance(HOUR + 20 * MINUTE);
      await settled();
      return programme.isWhole(CLIENT);
    };
    expect(await provesAfterAnHour({ errors: { events: 'try later' } })).toBe(false);
    const thisMonth = { errors: { calendar: 'try later' }, badMonth: 'month=11' };
    expect(await provesAfterAnHour(thisMonth)).toBe(false);
    expect(await provesAfterAnHour({ errors: { series: 'try later' } })).toBe(true);
  });
});

describe('what the platform says beside its programme', () => {
  test('is told in its own words, each once, for as long as it says so', async () => {
    const { platform, programme, refreshed } = await openSeason();
    expect(programme.state().service).toEqual(NO_SERVICE_WORDS);
    const maintenance = { code: 7, text: 'Maintenance on Sunday' };
    platform.programme.envelope = {
      clientActive: false,
      warnings: ['Sales &amp; scanning end tonight', 'Sales & scanning end tonight'],
      serviceMessages: {
        warnings: ['Slow today'],
        infoMessages: [maintenance],
        allMessages: ['Slow today', maintenance, ''],
      },
    };
    await refreshed();
    expect(programme.state()).toMatchObject({ problem: null, fetchedAt: NOON });
    expect(programme.state().service).toEqual({
      isInactive: true,
      errors: [],
      warnings: ['Sales & scanning end tonight', 'Slow today'],
      notes: ['Maintenance on Sunday'],
    });
    platform.programme.envelope = {};
    await refreshed();
    expect(programme.state().service).toEqual(NO_SERVICE_WORDS);
  });

  test('why it gives no programme, until it does', async () => {
    const { platform, programme, clock, refreshed, settled } = await openSeason();
    platform.programme.errors = { calendar: 'This account is closed.' };
    await refreshed();
    const said = { ...NO_SERVICE_WORDS, errors: ['This account is closed.'] };
    expect(programme.state()).toMatchObject({ problem: 'refused', service: said });
    platform.programme.answer = (_request, response) => (response.destroy(), true);
    await clock.advance(10 * MINUTE);
    await settled();
    expect(programme.state().service, 'silence takes nothing back').toEqual(said);
  });
});

describe('a month', () => {
  test('that was never fetched is asked for once, and comes with a later revision', async () => {
    const { platform, programme, clock, settled } = await openSeason();
    platform.asked.length = 0;
    const { revision } = programme.state();
    // The list of future performances knows of it, but the calendar has yet to speak.
    expect(programme.month(2027, 2)).toMatchObject({ fetchedAt: null });
    programme.month(2027, 2);
    await settled();
    expect(platform.asked).toEqual(['calendar/client(284)?year=2027&month=2']);
    expect(programme.state().revision).toBeGreaterThan(revision);
    expect(programme.month(2027, 2)).toMatchObject({ fetchedAt: NOON });
    expect(idsOf(programme.month(2027, 2))).toEqual([5]);

    platform.asked.length = 0;
    await clock.advance(10 * MINUTE);
    await settled();
    expect(platform.asked, 'and is kept fresh').toHaveLength(5);
  });

  test('that the platform does not give is no problem of the whole, and not asked for in a loop', async () => {
    const { platform, programme, settled } = await openSeason();
    platform.programme.errors = { calendar: 'no such month' };
    platform.asked.length = 0;
    for (let times = 0; times < 5; times += 1) {
      programme.month(9000, 1);
      await settled();
    }
    expect(platform.asked).toHaveLength(1);
    expect(programme.state()).toMatchObject({ problem: null, fetchedAt: NOON });
  });
});

describe('the board', () => {
  const EVENING: EventPerformance[] = [
    performanceOn('2026-11-19', 23, { performanceId: 1 }),
    performanceOn('2026-11-20', 11, { performanceId: 2 }),
    performanceOn('2026-11-20', 20, { performanceId: 3 }),
    performance({
      performanceId: 4,
      performanceStart: Date.UTC(2026, 10, 18, 5),
      performanceDate: '11/18/2026',
      allDayEvent: true,
      doorEntryStartDate: '11/18/2026',
      doorEntryEndDate: '11/22/2026',
    }),
    ...Array.from({ length: 15 }, (_, day) =>
      performanceOn('2026-11-21', day + 8, { performanceId: 100 + day }),
    ),
  ];

  async function boardAt(instant: string) {
    const platform = await openPlatform(everythingOf(EVENING, []));
    const { clock, refreshed } = openProgramme(platform);
    await clock.advance(Date.parse(instant) - NOON);
    const { today, next } = (await refreshed()).board();
    return { today: ids(today), next: ids(next) };
  }

  test.each([
    ['at noon: the matinee runs, the exhibition is open', '2026-11-20T12:00:00-05:00', [4, 2, 3]],
    ['three hours after the matinee began', '2026-11-20T14:00:00-05:00', [4, 3]],
    ['after the evening began', '2026-11-20T22:59:00-05:00', [4, 3]],
    ['three hours after that', '2026-11-20T23:30:00-05:00', [4]],
    ['past midnight, last night’s late show still runs', '2026-11-20T01:00:00-05:00', [4, 1, 2, 3]],
  ])('%s', async (_when, instant, today) => {
    expect((await boardAt(instant)).today).toEqual(today);
  });

  test('next are the following ones, a dozen at most', async () => {
    const { next } = await boardAt('2026-11-20T12:00:00-05:00');
    expect(next).toEqual(Array.from({ length: 12 }, (_, day) => 100 + day));
  });

  test('moves on by itself while nothing comes from the platform', async () => {
    const platform = await openPlatform(everythingOf(EVENING, []));
    const { programme, clock, refreshed, settled } = openProgramme(platform);
    await refreshed();
    platform.programme.answer = (_request, response) => (response.destroy(), true);
    const { revision } = programme.state();
    await clock.advance(24 * HOUR);
    await settled();
    expect(programme.state().revision).toBeGreaterThan(revision);
    // At noon of the next day: the matinee of ten o'clock and what follows, and the exhibition.
    expect(ids(programme.board().today)).toContain(4);
    expect(ids(programme.board().today)).not.toContain(3);
    expect(programme.performances(ALL).performances[0]?.performanceId).not.toBe(2);
  });
});

describe('a performance that has begun, which lists of the future no longer have', () => {
  const EIGHT = Date.parse('2026-11-20T20:00:00-05:00');
  const VENUE = { location: null, venuePhone: null, transitInfo: null, venueAddress: null };
  const STUDIO = series({ productionVenue: { name: 'Studio', ...VENUE } });
  const EXHIBITION = performanceOn('2026-11-20', 0, {
    performanceId: 6,
    allDayEvent: true,
    doorEntryStartDate: '11/20/2026',
    doorEntryStartTime: '10:00 AM',
    doorEntryEndDate: '11/20/2026',
    doorEntryEndTime: '6:00 PM',
  });
  const TONIGHT = performanceOn('2026-11-20', 20);

  async function openEvening(changes: Partial<EventPerformance> = {}, others = [EXHIBITION]) {
    const evening = [performanceOn('2026-11-20', 20, changes), ...others];
    const platform = await openPlatform(everythingOf(evening, [STUDIO]));
    const dataDirectory = temporaryFolder();
    const opened = openProgramme({ ...platform, dataDirectory });
    await opened.refreshed();
    const { clock, refreshed, settled } = opened;
    /** The platform gives these; null: nothing, and no series either. */
    async function at(instant: number, performances: EventPerformance[] | null) {
      const all = performances ?? [];
      Object.assign(platform.programme, everythingOf(all, all.length > 0 ? [STUDIO] : []));
      await clock.advance(instant - clock.now());
      await settled();
      await refreshed();
      return ids(opened.programme.board().today);
    }
    return { platform, dataDirectory, at, ...opened };
  }

  test('stays on the board until it is surely over, with its house', async () => {
    const { at, programme } = await openEvening();
    expect(await at(EIGHT + MINUTE, null)).toEqual([1]);
    expect(programme.board().today).toMatchObject([{ start: EIGHT, venueName: 'Studio' }]);
    expect(programme.performanceOf(1)).toMatchObject({
      wall: { date: '2026-11-20', time: '20:00:00' },
      venue: { name: 'Studio' },
    });
    expect(idsOf(programme.month(2026, 11))).toContain(1);
    // Nothing of it is to come.
    expect(programme.series()).toEqual([]);
    expect(programme.performances(ALL).total).toBe(0);
    expect(await at(EIGHT + 3 * HOUR - MINUTE, null)).toEqual([1]);
    expect(await at(EIGHT + 3 * HOUR, null)).toEqual([]);
    expect(programme.performanceOf(1)).toBeNull();
  });

  test('an all-day one, until its doors close', async () => {
    const { at } = await openEvening();
    expect(await at(EIGHT - 2 * HOUR - MINUTE, [TONIGHT])).toEqual([6, 1]);
    expect(await at(EIGHT - 2 * HOUR, [TONIGHT])).toEqual([1]);
  });

  test('not once it was called off', async () => {
    const { at } = await openEvening();
    const cancelled = performanceOn('2026-11-20', 20, { displayCode: 'C' });
    expect(await at(EIGHT - MINUTE, [cancelled])).toEqual([1]);
    expect(await at(EIGHT + MINUTE, null)).toEqual([]);
  });

  test('not once it was made invisible, before or after its start', async () => {
    for (const toStart of [-MINUTE, MINUTE]) {
      const { at } = await openEvening();
      const invisible = performanceOn('2026-11-20', 20, { displayCode: 'I' });
      expect(await at(EIGHT + toStart, [invisible])).toEqual([]);
      expect(await at(EIGHT + 10 * MINUTE, null)).toEqual([]);
    }
  });

  test('not if a list from before its start had it no more', async () => {
    const { at } = await openEvening({}, []);
    expect(await at(EIGHT - 10 * MINUTE, null)).toEqual([]);
    expect(await at(EIGHT + MINUTE, null)).toEqual([]);
  });

  test('begins a little earlier by the platform’s clock than by the kiosk’s', async () => {
    const { at } = await openEvening();
    expect(await at(EIGHT - MINUTE, null)).toEqual([1]);
    expect(await at(EIGHT + HOUR, null)).toEqual([1]);
  });

  test('is taken by its instant where its time cannot be read', async () => {
    const { at } = await openEvening({ performanceTime24: 'evening' });
    expect(await at(EIGHT + HOUR, null)).toEqual([1]);
  });

  test('is still there after a start without the network', async () => {
    const { at, programme, platform, dataDirectory } = await openEvening();
    await at(EIGHT + MINUTE, null);
    await programme.stop();
    platform.programme.answer = (_request, response) => (response.destroy(), true);
    const clock = new FakeClock(EIGHT + HOUR);
    const again = openProgramme({ ...platform, dataDirectory, clock });
    again.programme.follow();
    await again.settled();
    expect(again.programme.board().today).toMatchObject([{ performanceId: 1 }]);
    expect(again.programme.performanceOf(1)).toMatchObject({ venue: { name: 'Studio' } });
  });

  test('one that was never known is not made up', async () => {
    const platform = await openPlatform();
    const { refreshed, clock } = openProgramme(platform);
    await clock.advance(EIGHT - clock.now());
    expect((await refreshed()).board().today).toEqual([]);
  });
});

describe('another client', () => {
  test('has a copy of its own, and the first one’s is still there', async () => {
    const { platform, programme, clientRef, settled } = await openSeason();
    Object.assign(platform.programme, everythingOf(SEASON.slice(0, 1), []));
    clientRef.current = { baseUrl: platform.baseUrl, clientId: 300 };
    programme.follow();
    expect(programme.state()).toMatchObject({ clientId: 300, fetchedAt: null, refreshing: true });
    expect(programme.performances(ALL).total).toBe(0);
    await settled();
    expect(programme.performances(ALL).total).toBe(1);

    platform.programme.answer = (_request, response) => (response.destroy(), true);
    clientRef.current = { baseUrl: platform.baseUrl, clientId: CLIENT };
    programme.follow();
    expect(programme.state()).toMatchObject({ clientId: CLIENT, fetchedAt: NOON });
    expect(programme.performances(ALL).total).toBe(5);
  });

  test('leaves the first one’s months, whose events never came', async () => {
    const platform = await openPlatform(everythingOf(SEASON, SERIES));
    platform.programme.errors = { events: 'try later' };
    const { programme, clientRef, refreshed, settled } = openProgramme(platform);
    await refreshed();
    clientRef.current = { baseUrl: platform.baseUrl, clientId: 300 };
    await refreshed();
    platform.programme.answer = (_request, response) => (response.destroy(), true);
    clientRef.current = { baseUrl: platform.baseUrl, clientId: CLIENT };
    programme.follow();
    await settled();
    expect(programme.series()).toHaveLength(2);
    expect(programme.board().today).toHaveLength(1);
  });

  test('calls off what is under way for the first', async () => {
    const platform = await openPlatform(everythingOf(SEASON, SERIES));
    platform.programme.answer = (request, response) =>
      request.url?.includes(`(${CLIENT})`) === true && half(request, response);
    const { programme, clientRef, settled } = openProgramme(platform);
    const threads = threadsFromNow();
    programme.follow();
    await eventually(() => expect(threads.running()).toBe(1));
    clientRef.current = { baseUrl: platform.baseUrl, clientId: 300 };
    programme.follow();
    await settled();
    expect(programme.state()).toMatchObject({ clientId: 300, problem: null, fetchedAt: NOON });
  });

  test('nobody’s programme is empty, and nobody is asked', async () => {
    const platform = await openPlatform();
    const { programme, clientRef } = openProgramme(platform);
    clientRef.current = null;
    programme.follow();
    programme.refresh();
    expect(programme.state()).toMatchObject({ clientId: null, fetchedAt: null });
    expect(programme.board()).toEqual({ today: [], next: [] });
    expect(programme.month(2026, 11)).toMatchObject({ fetchedAt: null });
    expect(platform.asked).toEqual([]);
  });
});

describe('from one start to the next', () => {
  async function startOffline(dataDirectory: string, baseUrl: string) {
    const opened = openProgramme({ dataDirectory, baseUrl });
    opened.programme.follow();
    await opened.settled();
    return opened;
  }

  async function keptSeason() {
    const platform = await openPlatform(everythingOf(SEASON, SERIES));
    const dataDirectory = temporaryFolder();
    const { programme, refreshed } = openProgramme({ ...platform, dataDirectory });
    await refreshed();
    await programme.stop();
    platform.programme.answer = (_request, response) => (response.destroy(), true);
    return { platform, dataDirectory };
  }

  test('the programme is there without the network, with its age', async () => {
    const { platform, dataDirectory } = await keptSeason();
    const { programme } = await startOffline(dataDirectory, platform.baseUrl);
    expect(programme.state()).toMatchObject({ fetchedAt: NOON, problem: 'reset' });
    expect(programme.performances(ALL).total).toBe(5);
    expect(programme.board().today).toHaveLength(1);
  });

  test.each([
    ['is no database', (file: string) => writeFileSync(file, 'not a database, '.repeat(1000))],
    [
      'is of another version',
      (file: string) => {
        const db = new Database(file);
        db.pragma('user_version = 99');
        db.close();
      },
    ],
    [
      'has lost its tables',
      (file: string) => {
        const db = new Database(file);
        db.exec('DROP TABLE performance');
        db.close();
      },
    ],
  ])('a copy that %s is begun anew', async (_what, spoil) => {
    const { platform, dataDirectory } = await keptSeason();
    spoil(join(dataDirectory, 'programme.db'));
    const { programme, refreshed } = await startOffline(dataDirectory, platform.baseUrl);
    expect(programme.performances(ALL).total).toBe(0);
    platform.programme.answer = null;
    await refreshed();
    expect(programme.performances(ALL).total).toBe(5);
  });

  test.each([
    ['an older version wrote what this one cannot read', `UPDATE performance SET facts = '{}'`],
    ['a table is gone while it is open', 'DROP TABLE performance'],
  ])('a copy at fault stops nobody, and is told of once: %s', async (_how, fault) => {
    const dataDirectory = temporaryFolder();
    const platform = await openPlatform(everythingOf(SEASON, SERIES));
    const { programme, refreshed, logger } = openProgramme({ ...platform, dataDirectory });
    await refreshed();
    const db = new Database(join(dataDirectory, 'programme.db'));
    db.exec(fault);
    db.close();
    expect(programme.performanceOf(1)).toBeNull();
    expect(programme.board()).toEqual({ today: [], next: [] });
    expect(programme.isWhole(CLIENT)).toBe(false);
    const told = logger.lines.filter((line) => line.includes('cannot be read'));
    expect(told).toHaveLength(1);
  });

  test('a stop while the thread fails to begin comes to its end', async () => {
    const platform = await openPlatform({ answer: half });
    const workerFile = join(temporaryFolder(), 'not-there.js');
    const { programme } = openProgramme({ ...platform, workerFile });
    const threads = threadsFromNow();
    programme.follow();
    await eventually(() => expect(threads.begun()).toBe(1));
    await programme.stop();
    expect(threads.running()).toBe(0);
  });

  test('a stop in the middle of a refresh leaves nothing behind', async () => {
    const platform = await openPlatform({ answer: half });
    const { programme } = openProgramme(platform);
    const threads = threadsFromNow();
    programme.follow();
    await eventually(() => expect(threads.running()).toBe(1));
    await programme.stop();
    expect(threads.running()).toBe(0);
    expect(programme.board()).toEqual({ today: [], next: [] });
    programme.refresh();
    programme.follow();
    expect(platform.asked).toHaveLength(1);
  });
});

test('names and notes that somebody has written for HTML are text, and stay text', async () => {
  const performances = [
    performanceOn('2026-11-20', 20, {
      productionName: 'Romeo &amp; Juliet',
      performanceNotes: 'Caf&eacute; open &lt;late&gt;',
    }),
  ];
  const platform = await openPlatform(
    everythingOf(performances, [series({ purchaseAlert: 'Drinks &amp; ice' })]),
  );
  const { programme, refreshed } = openProgramme(platform);
  await refreshed();
  expect(programme.performances(ALL).performances).toMatchObject([
    { productionName: 'Romeo & Juliet', notes: 'Café open <late>' },
  ]);
  expect(programme.series()).toMatchObject([{ purchaseAlert: 'Drinks & ice' }]);
});

test('what is on is what is not over and begins soon; nothing that was cancelled, nor another client’s', async () => {
  const platform = await openPlatform(
    everythingOf(
      [
        performanceOn('2026-11-20', 8, { performanceId: 1 }),
        performanceOn('2026-11-20', 10, { performanceId: 2, productionId: 11 }),
        performanceOn('2026-11-20', 14, { performanceId: 3 }),
        performanceOn('2026-11-20', 14, { performanceId: 4, displayCode: DISPLAY.cancelled }),
        performanceOn('2026-11-20', 8, {
          performanceId: 5,
          allDayEvent: true,
          doorEntryEndDate: '11/20/2026',
          doorEntryEndTime: '6:00 PM',
        }),
        performanceOn('2026-11-20', 20, { performanceId: 6 }),
      ],
      SERIES,
    ),
  );
  const { programme, refreshed } = openProgramme(platform);
  await refreshed();
  const tempest = { productionId: 10, productionName: 'The Tempest' };
  expect(programme.onNow(CLIENT, NOON, 4 * HOUR).toSorted(byId)).toEqual([
    { ...tempest, performanceId: 2, productionId: 11, start: NOON - 2 * HOUR },
    { ...tempest, performanceId: 3, start: NOON + 2 * HOUR },
    { ...tempest, performanceId: 5, start: NOON - 4 * HOUR },
  ]);
  expect(programme.onNow(CLIENT + 1, NOON, 4 * HOUR)).toEqual([]);
});

describe('the evening is on half an hour before it begins', () => {
  const EVENING = performanceOn('2026-11-20', 20, { performanceId: 6 });
  const NOW = EVENING.performanceStart - HOUR / 2;

  async function onAt(
    now: number,
    evening: EventPerformance,
    ports: Pick<Parameters<typeof openProgramme>[0], 'clock' | 'timeZone'>,
  ) {
    const platform = await openPlatform(everythingOf([evening], SERIES));
    const programme = await openProgramme({ ...platform, ...ports }).refreshed();
    return programme.onNow(CLIENT, now, 4 * HOUR).map(({ performanceId }) => performanceId);
  }

  test.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'at a kiosk that was set up for another zone: %s',
    async (timeZone) => {
      expect(await onAt(NOW, EVENING, { timeZone: () => timeZone })).toEqual([6]);
    },
  );

  test('at a kiosk whose own clock is hours ahead, and that knows the platform’s time', async () => {
    expect(await onAt(NOW, EVENING, { clock: new FakeClock(NOW + 5 * HOUR) })).toEqual([6]);
  });

  test('at a platform whose instants are the wall’s time as if it were UTC', async () => {
    const performanceStart = Date.parse('2026-11-20T20:00:00Z');
    expect(await onAt(NOW, { ...EVENING, performanceStart }, {})).toEqual([6]);
  });

  test('and over three hours after it began', async () => {
    expect(await onAt(NOW + 3.5 * HOUR - 1, EVENING, {})).toEqual([6]);
    expect(await onAt(NOW + 3.5 * HOUR, EVENING, {})).toEqual([]);
  });
});

test('the programme knows when the doors of an all-day event are open, as last known', async () => {
  const event = performanceOn('2026-11-21', 0, {
    ...{ performanceId: 8, allDayEvent: true, doorEntryStartTime: '10:00 AM' },
    ...{ doorEntryEndDate: '11/21/2026', doorEntryEndTime: '6:00 PM' },
  });
  const platform = await openPlatform(everythingOf([...SEASON, event], SERIES));
  const { programme, refreshed, clock } = openProgramme(platform);
  await refreshed();
  const saturday = Date.UTC(2026, 10, 21);
  const hours = { opens: saturday + 10 * HOUR, closes: saturday + 18 * HOUR };
  expect(programme.doorHours(CLIENT, 8)).toEqual(hours);
  expect(programme.doorHours(CLIENT, 1), 'it has a start').toBeNull();
  expect(programme.doorHours(CLIENT, 99)).toBeNull();
  expect(programme.doorHours(CLIENT + 1, 8)).toBeNull();
  Object.assign(platform.programme, everythingOf([{ ...event, doorEntryEndTime: '8:00 PM' }], []));
  await clock.advance(10 * MINUTE);
  await refreshed();
  expect(programme.doorHours(CLIENT, 8)).toEqual({ ...hours, closes: saturday + 20 * HOUR });
});

describe('the programme knows all that is on', () => {
  const PRIVATE = performanceOn('2026-11-20', 14, { performanceId: 7, displayCode: 'I' });

  test('for an hour after it came whole, and of its own client', async () => {
    const { programme, clock } = await openSeason();
    clock.sleep(HOUR);
    expect(programme.isWhole(CLIENT)).toBe(true);
    expect(programme.isWhole(CLIENT + 1)).toBe(false);
    clock.sleep(1);
    expect(programme.isWhole(CLIENT)).toBe(false);
  });

  test('not before it came, nor when it was set back to before that', async () => {
    const platform = await openPlatform(everythingOf(SEASON, SERIES));
    const { programme, clock, refreshed } = openProgramme(platform);
    expect(programme.isWhole(CLIENT)).toBe(false);
    await refreshed();
    clock.setBack(HOUR);
    expect(programme.isWhole(CLIENT)).toBe(false);
  });

  test('not if the platform tells of no performance: it keeps them to itself', async () => {
    const programme = await openProgramme(await openPlatform()).refreshed();
    expect(programme.state().fetchedAt).toBe(NOON);
    expect(programme.isWhole(CLIENT)).toBe(false);
  });

  test('not if one of the performances could not be read, until all can be', async () => {
    const broken = { ...performance(), performanceId: 'seven' };
    const platform = await openPlatform({ series: SERIES, events: [...SEASON, broken] });
    const { programme, refreshed } = openProgramme(platform);
    await refreshed();
    expect(programme.performances(ALL).total).toBe(5);
    expect(programme.isWhole(CLIENT)).toBe(false);
    platform.programme.events = SEASON;
    await refreshed();
    expect(programme.isWhole(CLIENT)).toBe(true);
  });

  test('also of a private one, which is shown nowhere, until it is over', async () => {
    const platform = await openPlatform(everythingOf([...SEASON, PRIVATE], SERIES));
    const { programme, clock, refreshed } = openProgramme(platform);
    await refreshed();
    expect(programme.productionOf(CLIENT, 7)).toBe(10);
    expect(programme.productionOf(CLIENT, 8)).toBeNull();
    clock.sleep(3 * HOUR);
    platform.programme.events = SEASON;
    platform.programme.calendar = [];
    await refreshed();
    const on = programme.onNow(CLIENT, clock.now(), 0).map(({ performanceId }) => performanceId);
    expect(on).toEqual([7]);
    expect(ids(programme.board().today)).toEqual([1]);
  });
});
