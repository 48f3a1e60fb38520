import { PRODUCTION_COLOURS, type EventPerformance } from '#shared/api/index.ts';
import { performanceFactsSchema, seriesFactsSchema } from '#main/platform/programme/facts.ts';
import { wallOf } from '#main/platform/programme/local-time.ts';
import {
  doorHours,
  isPerformanceShown,
  isSeriesShown,
  overAt,
  showPerformance,
  showSeries,
  type ProductionFacts,
} from '#main/platform/programme/rules.ts';
import { describe, expect, test } from 'vitest';
import { performance, series, TIX_REMAINING } from './support/facts.ts';

const HOUR = 60 * 60_000;
/** 7:30 in the evening, when the performance of `performance()` starts. */
const START = wallOf('2026-11-20') + 19.5 * HOUR;
const BEFORE = { wall: START - 24 * HOUR, timeZone: 'America/New_York' };
const at = (hoursBeforeStart: number) => ({ ...BEFORE, wall: START - hoursBeforeStart * HOUR });

const ALONE: ProductionFacts = {
  ...{ superTitle: null, subTitle: null, venueName: null },
  ...{ style: null, logo: null },
};

function shown(
  changes: Partial<EventPerformance> = {},
  production: Partial<ProductionFacts> = {},
  moment = BEFORE,
) {
  const facts = performanceFactsSchema.parse(performance(changes));
  return showPerformance(facts, { ...ALONE, ...production }, moment);
}

function shownSeries(
  changes: Parameters<typeof series>[0] = {},
  moment = BEFORE,
  lastStart: number | null = START,
) {
  return showSeries(seriesFactsSchema.parse(series(changes)), { logo: null, lastStart }, moment);
}

describe('display codes (spec 3.3)', () => {
  test.each([
    ['I', false],
    ['M', true],
    ['T', true],
    ['C', true],
    ['S', true],
    ['X', true],
  ])('%s is shown: %s', (displayCode, isShown) => {
    expect(isPerformanceShown({ displayCode })).toBe(isShown);
  });

  test.each([
    ['M', 'message', 'Moved to the garden'],
    ['T', 'normal', null],
    ['C', 'cancelled', null],
    ['S', 'sold-out', null],
    ['X', 'normal', null],
  ])('%s stands as %s, and its message is %s', (displayCode, standing, message) => {
    expect(shown({ displayCode, customMessage: ' Moved to the garden ' })).toMatchObject({
      standing,
      message,
    });
  });

  test('M without a message has none', () => {
    expect(shown({ displayCode: 'M', customMessage: '' }).message).toBeNull();
  });
});

test.each([
  ['D', false],
  ['U', false],
  ['T', true],
  ['X', true],
])('a series of status %s (spec 3.1) is shown: %s', (productionStatus, isShown) => {
  expect(isSeriesShown({ productionStatus })).toBe(isShown);
});

test.each([
  ...PRODUCTION_COLOURS.map(({ code, hex }) => [code, hex] as const),
  [10, '#ffffff'] as const,
  [-1, '#ffffff'] as const,
])('style %i is the colour %s (spec 3.4)', (productionStyle, colour) => {
  expect(shownSeries({ productionStyle }).colour).toBe(colour);
  expect(shown({}, { style: productionStyle }).colour).toBe(colour);
});

test('a performance of which the platform lists no series has no colour', () => {
  expect(shown().colour).toBeNull();
});

describe('when no tickets are left', () => {
  test.each([
    [true, 'Sold out, ask for returns', null],
    [false, 'Sold out, ask for returns', 'Sold out, ask for returns'],
    [false, null, null],
    [false, ' ', null],
  ])('tickets: %s, message: %s, shown: %s', (hasAvailableTickets, message, expected) => {
    expect(
      shown({ hasAvailableTickets, noRemainingTicketsMessage: message }).noTicketsMessage,
    ).toBe(expected);
    expect(
      shownSeries({ hasAvailableTickets, noRemainingMessage: message ?? '' }).noTicketsMessage,
    ).toBe(expected);
  });
});

describe('who may buy tickets (spec 3.2)', () => {
  test.each<[string, Partial<EventPerformance>, ReturnType<typeof shown>['saleLimit']]>([
    ['anybody', { availabilityCode: 'A' }, null],
    ['holders of a package', { availabilityCode: 'P' }, 'package-holders'],
    ['nobody now', { availabilityCode: 'N' }, 'not-on-sale'],
    ['by a code that nobody knows', { availabilityCode: 'Q' }, null],
    ['nobody, for none are left', { hasAvailableTickets: false }, 'none-left'],
    ['none left goes first', { availabilityCode: 'P', hasAvailableTickets: false }, 'none-left'],
    ['called off', { displayCode: 'C', availabilityCode: 'N', hasAvailableTickets: false }, null],
    ['marked as sold out', { displayCode: 'S', availabilityCode: 'N' }, null],
  ])('%s', (_, changes, expected) => {
    expect(shown(changes).saleLimit).toBe(expected);
  });

  test('nobody buys for what has begun, but for doors that are open all day', () => {
    const changes = { availabilityCode: 'N' };
    expect(shown(changes, {}, at(0.01)).saleLimit).toBe('not-on-sale');
    expect(shown(changes, {}, at(0)).saleLimit).toBeNull();
    expect(shown({ ...changes, allDayEvent: true }, {}, at(-1)).saleLimit).toBe('not-on-sale');
  });

  test('of a series, none when none are left', () => {
    expect(shownSeries().saleLimit).toBeNull();
    expect(shownSeries({ hasAvailableTickets: false }).saleLimit).toBe('none-left');
  });
});

describe('when public sales are over', () => {
  const message = 'At the door only';
  test.each([
    // hours that sales stop before the start, hours that are left, what is said
    [2, 2.01, null],
    [2, 2, message],
    [2, 1, message],
    [0, 0.01, null],
    [0, 0, message],
    [0.25, 0.26, null],
    [0.25, 0.25, message],
    [-0.5, 0, null],
    [-0.5, -0.49, null],
    [-0.5, -0.5, message],
  ])('shutoff %d h, %d h to go: %s', (shutoffHour, toGo, expected) => {
    const changes = { shutoffHour, shutoffHourMessage: message };
    expect(shown(changes, {}, at(toGo)).salesOverMessage).toBe(expected);
    expect(shownSeries(changes, at(toGo)).salesOverMessage).toBe(expected);
  });

  test('the wall at the venue counts, and not an instant that was computed in another zone', () => {
    // A 7:30 PM of Seattle, sent as if Seattle were in New York.
    const seattle = { wall: START - HOUR, timeZone: 'America/Los_Angeles' };
    const changes = { shutoffHour: 0, shutoffHourMessage: message };
    expect(shown(changes, {}, seattle)).toMatchObject({
      salesOverMessage: null,
      start: Date.UTC(2026, 10, 21, 3, 30),
    });
  });

  test('a performance whose time cannot be read is taken by its instant', () => {
    const changes = { performanceTime24: 'evening', shutoffHour: 0, shutoffHourMessage: message };
    expect(shown(changes, {}, at(0.01)).salesOverMessage).toBeNull();
    expect(shown(changes, {}, at(0))).toMatchObject({
      salesOverMessage: message,
      start: performance().performanceStart,
    });
  });

  test('a run is sold until its last evening, by its instant if nothing else is known', () => {
    const changes = { shutoffHour: 0, shutoffHourMessage: message };
    expect(shownSeries(changes, at(-1), START + 24 * HOUR).salesOverMessage).toBeNull();
    expect(shownSeries(changes, at(0.01), null).salesOverMessage).toBeNull();
    expect(shownSeries(changes, at(0), null).salesOverMessage).toBe(message);
  });
});

test.each([
  ['Bring an umbrella', 'Bring an umbrella'],
  ['', null],
  [null, null],
])('purchase alert %s is shown as %s', (purchaseAlert, expected) => {
  expect(shownSeries({ purchaseAlert }).purchaseAlert).toBe(expected);
});

describe('titles and names', () => {
  test.each([
    ['Gala', 'Festival', 'Gala'],
    ['', 'Festival', 'Festival'],
    [null, 'Festival ', 'Festival'],
    [null, null, null],
  ])('the performance’s own “%s” comes before the production’s “%s”', (own, other, expected) => {
    const changes = { performanceSuperTitle: own, performanceSubTitle: own };
    expect(shown(changes, { superTitle: other, subTitle: other })).toMatchObject({
      superTitle: expected,
      subTitle: expected,
    });
  });

  test('have no blanks around them', () => {
    expect(shown({ productionName: 'The Trilogy: A THEATRICAL EVENT ' }).productionName).toBe(
      'The Trilogy: A THEATRICAL EVENT',
    );
    expect(shownSeries({ productionName: ' The Tempest  ' })).toMatchObject({
      name: 'The Tempest',
      logoAlt: 'The Tempest',
    });
  });

  test('the logo is called what the platform calls it', () => {
    expect(shownSeries({ productionLogoAltName: 'A ship' }).logoAlt).toBe('A ship');
  });

  test('a venue’s address is its lines, without those that are empty', () => {
    const venueAddress = {
      line1: '1 Harbour St ',
      line2: '',
      city: 'Seattle',
      state: 'Washington',
      stateAbbreviation: 'WA',
      zipcode: '98101',
      country: 'United States',
      countryAbbreviation: 'US',
    };
    const productionVenue = {
      name: 'The Playhouse ',
      location: '',
      venuePhone: '206 555 0100',
      transitInfo: null,
      venueAddress,
    };
    expect(shownSeries({ productionVenue }).venue).toEqual({
      name: 'The Playhouse',
      location: null,
      phone: '206 555 0100',
      transit: null,
      address: ['1 Harbour St', 'Seattle, WA 98101', 'United States'],
    });
    expect(
      shownSeries({ productionVenue: { ...productionVenue, venueAddress: null } }).venue,
    ).toMatchObject({ address: [] });
  });
});

describe('times', () => {
  test('are the platform’s words where its 24 hours cannot be read', () => {
    expect(shown({ performanceTime24: '25:00' }).times).toMatchObject({ time: '7:30 PM' });
  });

  test('are those of the venue’s wall', () => {
    expect(shown()).toMatchObject({
      date: '2026-11-20',
      times: { type: 'starts', time: '19:30:00', text: 'Fri, Nov 20, 2026 - 7:30 PM' },
    });
  });

  test('of an all-day event are those of its doors', () => {
    const doors = {
      doorEntryStartDate: '11/20/2026',
      doorEntryStartTime: '10:00 AM',
      doorEntryEndDate: '11/22/2026',
      doorEntryEndTime: '',
    };
    expect(shown({ allDayEvent: true, ...doors }).times).toEqual({
      type: 'doors',
      opens: { date: '11/20/2026', time: '10:00 AM' },
      closes: { date: '11/22/2026', time: null },
    });
  });

  test('of entry are marked where they are sold out', () => {
    const entry = (performanceEntryTimeId: number, displaySoldOut: boolean) => ({
      performanceEntryTimeId,
      displaySoldOut,
      entryTime: displaySoldOut ? 'early' : '18:45:00',
      entryTimeFormatted: '6:45 PM',
      entryTimeHour: '18',
      entryTimeMinute: '45',
    });
    const performanceEntryTimes = [entry(1, false), entry(2, true)];
    expect(shown({ performanceEntryTimes }).entryTimes).toEqual([
      { id: 1, time: '18:45:00', soldOut: false },
      { id: 2, time: '6:45 PM', soldOut: true },
    ]);
  });

  test.each<[string, Partial<EventPerformance>, number]>([
    ['three hours after its start', {}, START + 3 * HOUR],
    ['with its day, if its time cannot be read', { performanceTime24: '' }, wallOf('2026-11-21')],
    ['with its day, if it is an all-day event', { allDayEvent: true }, wallOf('2026-11-21')],
    [
      'with the last day of its doors',
      { allDayEvent: true, doorEntryEndDate: '11/22/2026' },
      wallOf('2026-11-23'),
    ],
    [
      'when its doors close',
      { allDayEvent: true, doorEntryEndDate: '11/22/2026', doorEntryEndTime: '6:30 PM' },
      wallOf('2026-11-22') + 18.5 * HOUR,
    ],
    [
      'with the last day of its doors, if the hour cannot be read',
      { allDayEvent: true, doorEntryEndDate: '11/22/2026', doorEntryEndTime: 'late' },
      wallOf('2026-11-23'),
    ],
    [
      'with its day, if its doors would close before they open',
      {
        ...{ allDayEvent: true, doorEntryStartTime: '18:00', doorEntryEndDate: '11/20/2026' },
        doorEntryEndTime: '2:00',
      },
      wallOf('2026-11-21'),
    ],
    [
      'with its day, if its doors close before they open',
      { allDayEvent: true, doorEntryEndDate: '11/02/2026' },
      wallOf('2026-11-21'),
    ],
  ])('a performance is over %s', (_when, changes, expected) => {
    expect(overAt(performanceFactsSchema.parse(performance(changes)), '2026-11-20')).toBe(expected);
  });
});

describe('the doors of an all-day event', () => {
  const DAY = 24 * HOUR;
  const friday = wallOf('2026-11-20');

  test.each<[string, Partial<EventPerformance>, number, number]>([
    ['are open for its whole day if nothing is told', {}, friday, friday + DAY],
    [
      'are open as told',
      {
        ...{ doorEntryStartDate: '11/20/2026', doorEntryStartTime: '10:00 AM' },
        ...{ doorEntryEndDate: '11/20/2026', doorEntryEndTime: '6:00 PM' },
      },
      friday + 10 * HOUR,
      friday + 18 * HOUR,
    ],
    [
      'are open past midnight',
      {
        ...{ doorEntryStartDate: 'Fri, Nov 20, 2026', doorEntryStartTime: '18:00:00' },
        ...{ doorEntryEndDate: '2026-11-21', doorEntryEndTime: '01:30:00' },
      },
      friday + 18 * HOUR,
      friday + 25.5 * HOUR,
    ],
    [
      'are open from the hour that can be read',
      { doorEntryStartTime: '10:00 AM', doorEntryEndDate: 'soon', doorEntryEndTime: 'late' },
      friday + 10 * HOUR,
      friday + DAY,
    ],
    [
      'are open for the whole day if they would close before they open',
      {
        ...{ doorEntryStartDate: '11/20/2026', doorEntryStartTime: '6:00 PM' },
        ...{ doorEntryEndDate: '11/20/2026', doorEntryEndTime: '1:00 AM' },
      },
      friday,
      friday + DAY,
    ],
  ])('%s', (_how, changes, opens, closes) => {
    const facts = performanceFactsSchema.parse(performance({ allDayEvent: true, ...changes }));
    expect(doorHours(facts, '2026-11-20')).toEqual({ opens, closes });
  });

  test('end its sales when they close, not the evening before', () => {
    const message = 'At the door only';
    const changes = {
      ...{ allDayEvent: true, performanceTime24: '00:00:00', shutoffHour: 1 },
      ...{ doorEntryEndDate: '11/20/2026', doorEntryEndTime: '6:00 PM' },
      shutoffHourMessage: message,
    };
    const messageAt = (wall: number) => shown(changes, {}, { ...BEFORE, wall }).salesOverMessage;
    expect(messageAt(friday - HOUR)).toBeNull();
    expect(messageAt(friday + 17 * HOUR - 1)).toBeNull();
    expect(messageAt(friday + 17 * HOUR)).toBe(message);
  });
});

test('how many tickets remain is not in anything that is shown', () => {
  const all = JSON.stringify([shown(), shown({ hasAvailableTickets: false })]);
  expect(all).not.toContain('tixRemaining');
  expect(all).not.toContain(String(TIX_REMAINING));
});
