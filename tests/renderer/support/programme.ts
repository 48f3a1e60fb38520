import { addDays, weeksOf, type MonthOfYear } from '#renderer/lib/days.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type {
  ProductionDetail,
  ProgrammePerformance,
  ProgrammeSeries,
  ProgrammeState,
} from '#shared/model/programme.ts';
import { NO_SERVICE_WORDS, PROGRAMME_PAGE } from '#shared/model/programme.ts';
import { inMinutes, NOW, openDoor } from './builders.ts';
import { FakeMain } from './fake-transport.ts';
import type { StateChanges } from '#tests/support/kiosk-state.ts';

/** The day on the tests' clock. */
export const TODAY = '2025-11-20';
const DAY = 24 * 60;

/** The ten colours of spec 3.4. */
export const COLOURS = [
  '#ffffff',
  '#ffe2e9',
  '#e2f1ff',
  '#ddffbb',
  '#eadfff',
  '#fff5ce',
  '#b6c5f4',
  '#eddac7',
  '#ffe7d7',
  '#dcecdc',
] as const;

/** A picture as the kiosk would serve it. */
export const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#173f5f" d="M20 2 38 38H2z"/><circle cx="20" cy="26" r="7" fill="#f6d55c"/></svg>',
)}`;

export function performance(changes: Partial<ProgrammePerformance> = {}): ProgrammePerformance {
  return {
    performanceId: 111,
    productionId: 11,
    productionName: 'The Winter’s Tale',
    superTitle: null,
    subTitle: null,
    notes: null,
    start: inMinutes(20),
    date: TODAY,
    times: { type: 'starts', time: '7:30 PM', text: 'Thu, Nov 20, 2025 - 7:30 PM' },
    standing: 'normal',
    message: null,
    saleLimit: null,
    noTicketsMessage: null,
    salesOverMessage: null,
    generalAdmission: false,
    entryTimes: [],
    departmentId: 1,
    departmentName: 'Drama',
    venueName: 'Harbour Theatre',
    colour: '#b6c5f4',
    logo: LOGO,
    ...changes,
  };
}

export function series(changes: Partial<ProgrammeSeries> = {}): ProgrammeSeries {
  return {
    productionId: 11,
    name: 'The Winter’s Tale',
    superTitle: null,
    subTitle: null,
    colour: '#b6c5f4',
    venue: {
      name: 'Harbour Theatre',
      location: 'Main house',
      phone: '0117 496 0123',
      transit: 'Bus 8 to Harbourside',
      address: ['1 Quay Street', 'Bristol BS1 4DJ', 'United Kingdom'],
    },
    first: inMinutes(20),
    last: inMinutes(24 * DAY),
    purchaseAlert: null,
    saleLimit: null,
    noTicketsMessage: null,
    salesOverMessage: null,
    departmentId: 1,
    departmentName: 'Drama',
    logo: LOGO,
    logoAlt: 'The Winter’s Tale',
    ...changes,
  };
}

/** An event without a start, whose doors are open from ten to six. */
export const EXHIBITION = performance({
  performanceId: 141,
  productionId: 14,
  productionName: 'Ropes, Sails and Tar',
  subTitle: 'Two hundred years of the harbour',
  start: inMinutes(-9 * 60),
  times: {
    type: 'doors',
    opens: { date: 'Nov 20, 2025', time: '10:00 AM' },
    closes: { date: 'Nov 20, 2025', time: '6:00 PM' },
  },
  entryTimes: [
    { id: 1, time: '10:00 AM', soldOut: false },
    { id: 2, time: '11:30 AM', soldOut: true },
    { id: 3, time: '1:00 PM', soldOut: false },
  ],
  generalAdmission: true,
  departmentId: 3,
  departmentName: 'Exhibitions',
  venueName: 'Rope Walk Gallery',
  colour: '#fff5ce',
  logo: null,
});

const NAMES = [
  'The Winter’s Tale',
  'Harbour Youth Orchestra',
  'The Tempest',
  'Ropes, Sails and Tar',
  'Peter and the Wolf: a musical fairy tale for children and for everybody who was one',
];

/** Sixty performances of the month, two a day, and on some days more. */
export function busyMonth({ year, month }: MonthOfYear): ProgrammePerformance[] {
  const days = weeksOf({ year, month })
    .flat()
    .filter((date) => Number(date.slice(5, 7)) === month);
  const dates = Array.from({ length: 60 }, (_, i) => days[(i * 7 + (i % 3 ? 0 : i)) % days.length]);
  return dates.map((date = '', i) => {
    const hour = 1 + (i % 9);
    const time = `${hour}:${i % 2 ? '30' : '00'} PM`;
    return performance({
      performanceId: 5000 + i,
      productionId: 11 + (i % NAMES.length),
      productionName: NAMES[i % NAMES.length] ?? '',
      colour: SERIES[i % NAMES.length]?.colour ?? null,
      date,
      start: Date.parse(`${date}T${12 + hour}:${i % 2 ? '30' : '00'}:00Z`),
      times: { type: 'starts', time, text: `${date} - ${time}` },
      standing: i % 11 === 5 ? 'sold-out' : i % 13 === 7 ? 'cancelled' : 'normal',
    });
  });
}

export const SERIES: ProgrammeSeries[] = [
  series({ superTitle: 'Harbour Theatre presents', subTitle: 'by William Shakespeare' }),
  series({
    productionId: 12,
    name: 'Harbour Youth Orchestra',
    colour: '#ddffbb',
    departmentId: 2,
    departmentName: 'Music',
    last: inMinutes(20),
    purchaseAlert: 'Bring proof of age for reduced tickets.',
    logo: null,
  }),
  series({
    productionId: 13,
    name: 'The Tempest',
    colour: '#ffe2e9',
    noTicketsMessage: 'Every seat is taken. Returns at the box office.',
  }),
  series({
    productionId: 14,
    name: 'Ropes, Sails and Tar',
    subTitle: 'Two hundred years of the harbour',
    colour: '#fff5ce',
    departmentId: 3,
    departmentName: 'Exhibitions',
    venue: { name: 'Rope Walk Gallery', location: null, phone: null, transit: null, address: [] },
  }),
  series({
    productionId: 15,
    name: NAMES[4] ?? '',
    colour: '#eadfff',
    salesOverMessage: 'Online sales have ended; tickets at the door.',
    venue: null,
  }),
];

export const DESCRIPTION = `
  <h1 style="font-size:90px">A winter evening</h1>
  <p>Leontes, King of Sicilia, suspects his wife, <b>Hermione</b>, and his oldest friend. What he breaks takes
  sixteen years to mend.</p>
  <div>Directed by <i>Paulina Antigonus</i></div><div>Music by <i>Autolycus</i></div>
  <h2>Good to know</h2>
  <ul><li>Two hours and forty minutes, one interval</li><li>Captioned on 27 November</li></ul>`;

export function detailOf(productionId: number): ProductionDetail {
  const found = SERIES.find((production) => production.productionId === productionId) ?? null;
  return {
    series: found,
    descriptionHtml: DESCRIPTION,
    performances: [0, 1, 2].map((i) =>
      performance({
        performanceId: 900 + i,
        productionId,
        productionName: found?.name ?? '',
        colour: found?.colour ?? null,
        date: addDays(TODAY, i),
        start: inMinutes(20 + i * DAY),
        times: {
          type: 'starts',
          time: '7:30 PM',
          text: `${['Thu', 'Fri', 'Sat'][i] ?? ''}, Nov ${20 + i}, 2025 - 7:30 PM`,
        },
        notes: i === 1 ? 'Captioned performance' : null,
        standing: i === 2 ? 'sold-out' : 'normal',
        entryTimes: i === 1 ? EXHIBITION.entryTimes : [],
      }),
    ),
  };
}

export const TONIGHT = [
  performance({ superTitle: 'Harbour Theatre presents' }),
  performance({
    performanceId: 121,
    productionId: 12,
    productionName: 'Harbour Youth Orchestra',
    start: inMinutes(65),
    times: { type: 'starts', time: '8:15 PM', text: 'Thu, Nov 20, 2025 - 8:15 PM' },
    standing: 'sold-out',
    noTicketsMessage: 'Returns at the box office from 7 PM.',
    venueName: 'Assembly Rooms',
    colour: '#ddffbb',
    logo: null,
  }),
];

const NEXT = [
  performance({
    performanceId: 131,
    productionId: 13,
    productionName: 'The Tempest',
    colour: '#ffe2e9',
    date: '2025-11-21',
    start: inMinutes(DAY),
    standing: 'message',
    message: 'Moved to the studio',
    saleLimit: 'package-holders',
  }),
  performance({
    ...EXHIBITION,
    performanceId: 142,
    date: '2025-11-21',
    saleLimit: 'none-left',
    start: inMinutes(15 * 60),
  }),
  performance({
    performanceId: 151,
    productionId: 15,
    productionName: 'Peter and the Wolf',
    colour: '#eadfff',
    date: '2025-11-22',
    start: inMinutes(2 * DAY),
    standing: 'cancelled',
  }),
];

export const BOARD = { today: [EXHIBITION, ...TONIGHT], next: NEXT };

export const LIST = busyMonth({ year: 2025, month: 12 }).sort((a, b) => a.start - b.start);

/** A state in which a programme is known. */
export function withProgramme(
  changes: StateChanges = {},
  programme: Partial<ProgrammeState> = {},
): KioskState {
  return openDoor({
    programme: {
      clientId: 1,
      revision: 1,
      fetchedAt: inMinutes(-5),
      refreshing: false,
      problem: null,
      missing: [],
      service: NO_SERVICE_WORDS,
      ...programme,
    },
    ...changes,
  });
}

/** A kiosk's main process that knows a programme: 60 performances in every month, 250 in all. */
export function mainWithProgramme(state: KioskState): FakeMain {
  const main = new FakeMain(state);
  const all = Array.from({ length: 250 }, (_, i) =>
    performance({
      ...LIST[i % LIST.length],
      performanceId: 7000 + i,
      date: addDays('2025-12-01', Math.floor(i / 4)),
      departmentId: 1 + (i % 3),
    }),
  );
  main.on('programmeBoard', () => ({ ok: true, value: BOARD }));
  main.on('programmeSeries', () => ({ ok: true, value: SERIES }));
  main.on('programmeMonth', (month) => {
    const performances = busyMonth(month);
    const weeks = weeksOf(month).map((week) =>
      week.map((date) => ({
        date,
        performances: performances
          .filter((shown) => shown.date === date)
          .sort((a, b) => a.start - b.start),
      })),
    );
    return { ok: true, value: { ...month, weeks, fetchedAt: NOW } };
  });
  main.on('programmePerformances', ({ productionId, departmentId, offset }) => {
    const wanted = all.filter(
      (shown) =>
        (productionId === null || shown.productionId === productionId) &&
        (departmentId === null || shown.departmentId === departmentId),
    );
    const performances = wanted.slice(offset, offset + PROGRAMME_PAGE);
    return { ok: true, value: { performances, total: wanted.length } };
  });
  main.on('programmeDetail', ({ productionId }) => ({ ok: true, value: detailOf(productionId) }));
  return main;
}
