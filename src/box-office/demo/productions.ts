import { styledDescription } from './descriptions.ts';
import type { DemoProduction, PerformanceDetails, Show } from './demo-production.ts';
import { MAIN_CLIENT, OTHER_CLIENT } from './clients.ts';

/** The same time on several days. */
const on = (days: readonly number[], time: string, details?: PerformanceDetails): Show[] =>
  days.map((day) => (details === undefined ? [day, time] : [day, time, details]));

const SOLD_OUT = { display: 'S', availability: 'N', remaining: 0 } as const;
const CANCELLED = { display: 'C', availability: 'N', remaining: 0 } as const;
const BIG = 5000;

/** Productions with demo tickets; see there where their performances lie. */
const SCANNED: readonly DemoProduction[] = [
  {
    id: 5101,
    clientId: MAIN_CLIENT,
    departmentId: 1219,
    venueId: 71,
    name: "A Midsummer Night's Dream",
    generalAdmission: false,
    style: 4,
    superTitle: 'The Riverside Company in',
    subTitle: 'by William Shakespeare',
    description: styledDescription("A Midsummer Night's Dream", BIG),
    shutoffHour: 1,
    shutoffMessage: 'Tickets are sold at the door now.',
    noRemainingMessage: 'No tickets are left. Returns are sold at the box office from 6 PM.',
    purchaseAlert: 'Please note: strobe lighting and real moss.',
    logo: 'svg',
    logoAltName: 'A moon behind branches',
    slots: [
      [15, 30, { notes: 'Talk with the company after the performance.' }],
      [150, 14, SOLD_OUT],
      [420, 8, { superTitle: 'Late night:', subTitle: 'the short version, without fairies' }],
      [-360, 8],
      [1440, 4],
      [-1440, 2],
    ],
    shows: [
      ...on([-40, -38, -33, -12, -5], '19:30'),
      ...on([3, 4, 5, 8, 9, 11, 12, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26], '19:30'),
      ...on([5, 12, 19, 26], '14:00', { notes: 'Relaxed performance.' }),
      ...on([29, 32, 33, 36, 39, 40, 43], '19:30', { availability: 'P' }),
    ],
  },
  {
    id: 5102,
    clientId: MAIN_CLIENT,
    departmentId: 1219,
    venueId: 72,
    name: 'The Tempest',
    generalAdmission: false,
    style: 2,
    description: styledDescription('The Tempest', BIG),
    shutoffMessage: 'Online sales have ended.',
    noRemainingMessage: 'Sold out.',
    logo: 'png',
    slots: [
      [90, 14],
      [
        480,
        4,
        { display: 'M', customMessage: 'Moved to the <b>Main Stage</b> &amp; 30 min later' },
      ],
      [-1400, 2],
    ],
    shows: [
      ...on([-20, -13, -6], '20:00'),
      ...on([6, 7, 13, 14, 20], '20:00'),
      [21, '20:00', CANCELLED],
      [27, '20:00', { display: 'I', notes: 'For the press.' }],
      ...on([34, 41, 48, 55], '20:00'),
    ],
  },
  {
    id: 5103,
    clientId: MAIN_CLIENT,
    departmentId: 1220,
    venueId: 71,
    name: 'Rhythm & Blues <Live>',
    generalAdmission: true,
    style: 1,
    description: '<p>Doors &amp; drinks from 7&nbsp;PM. <b>Standing only.</b></p>',
    shutoffHour: -0.5,
    shutoffMessage: 'Half an hour in, nobody is let in any more.',
    slots: [
      [
        600,
        4,
        {
          entryTimes: [
            ['19:00', false],
            ['19:30', true],
            ['20:05', false],
          ],
        },
      ],
      [-400, 4],
    ],
    shows: [...on([10, 31, 52, 73], '21:00'), [94, '21:00', { shutoffHour: 0.25 }]],
  },
  {
    id: 5104,
    clientId: MAIN_CLIENT,
    departmentId: 1221,
    venueId: 72,
    name: 'Peter und der Wolf',
    generalAdmission: false,
    style: 5,
    description: '<p>F&uuml;r Kinder ab 4 Jahren.</p>',
    noRemainingMessage: 'Sold out. Try the next Sunday.',
    logo: 'svg',
    slots: [
      [2880, 2],
      [-1320, 2],
    ],
    shows: [
      ...on([-14, -7, 7, 14, 21, 28], '11:00'),
      ...on([7, 14, 28], '14:30', SOLD_OUT),
      ...on([14, 28], '16:30'),
    ],
  },
  {
    id: 6201,
    clientId: OTHER_CLIENT,
    departmentId: 1305,
    venueId: 73,
    name: 'Lichter im Hafen',
    generalAdmission: true,
    style: 6,
    description: styledDescription('Lichter im Hafen', BIG),
    logo: 'png',
    slots: [
      [50, 8],
      [1445, 2],
    ],
    shows: on([2, 3, 9, 16, 30, 60], '21:30'),
  },
  {
    id: 6202,
    clientId: OTHER_CLIENT,
    departmentId: null,
    venueId: 73,
    name: 'Jazz at the Pier',
    generalAdmission: true,
    style: 7,
    slots: [
      [360, 2],
      [-300, 2],
    ],
  },
];

/** Productions that are only announced: nothing of them can be scanned. */
const ANNOUNCED: readonly DemoProduction[] = [
  {
    id: 5105,
    clientId: MAIN_CLIENT,
    departmentId: 1219,
    venueId: 71,
    // The platform's names carry what somebody typed.
    name: "The Winter's Tale  ",
    generalAdmission: false,
    style: 8,
    description: styledDescription("The Winter's Tale  ", BIG),
    purchaseAlert: 'Exit, pursued by a bear: not suitable for children under 8.',
    noRemainingMessage: 'Sold out.',
    logo: 'png',
    shows: [
      ...on([45, 46, 47, 50, 51], '19:30'),
      [48, '19:30', { ...CANCELLED, notes: 'Tickets keep their value.' }],
      [49, '15:00', { display: 'M', customMessage: 'Sold at the box office only' }],
      ...on([52, 53, 54, 57, 58, 59, 60, 61, 64, 65, 66], '19:30'),
      ...on([54, 61], '15:00', SOLD_OUT),
    ],
  },
  {
    id: 5106,
    clientId: MAIN_CLIENT,
    departmentId: null,
    venueId: 74,
    name: 'Light on Water: an exhibition',
    generalAdmission: true,
    style: 3,
    description: '<p>Free. Dogs are welcome.</p>',
    shutoffHour: 0,
    shows: [
      ...on([-2, 0, 1, 2, 8], '00:00', { doors: { opens: '10:00', closes: '23:55', days: 0 } }),
      [15, '00:00', { doors: { opens: '18:00', closes: '02:00', days: 1 }, notes: 'Long night.' }],
      [
        22,
        '00:00',
        {
          doors: { opens: '09:30', closes: '17:00', days: 2 },
          entryTimes: [
            ['09:30', true],
            ['11:00', true],
            ['13:00', false],
            ['15:00', false],
          ],
        },
      ],
    ],
  },
  {
    id: 5107,
    clientId: MAIN_CLIENT,
    departmentId: 1220,
    venueId: null,
    name: 'Sea Shanty Sunday',
    generalAdmission: true,
    style: 6,
    logo: 'png',
    logoAltName: 'An anchor',
    // The one of them that is available: the other cannot be bought yet.
    shows: [
      [30, '17:00'],
      [58, '17:00', { availability: 'N' }],
    ],
  },
  {
    id: 5108,
    clientId: MAIN_CLIENT,
    departmentId: 1220,
    venueId: 72,
    name: 'Winterreise',
    generalAdmission: false,
    style: 9,
    superTitle: 'Ensemble Klang:',
    shutoffHour: 24,
    shutoffMessage: 'Sales end a day before. Please call us.',
    // Not on sale yet: no link to buy tickets.
    shows: on([70, 77, 84, 91, 98], '18:00', { availability: 'N' }),
  },
  {
    id: 5109,
    clientId: MAIN_CLIENT,
    departmentId: 1221,
    venueId: 72,
    name: 'A Play Not Yet Announced',
    generalAdmission: false,
    status: 'U',
    style: 7,
    shows: on([80, 81], '18:30', { availability: 'N', display: 'I' }),
  },
  {
    id: 5110,
    clientId: MAIN_CLIENT,
    departmentId: 1219,
    venueId: 71,
    name: 'The Withdrawn Comedy',
    generalAdmission: false,
    status: 'D',
    style: 0,
    shows: on([18, 19], '19:30', CANCELLED),
  },
  {
    id: 5111,
    clientId: MAIN_CLIENT,
    departmentId: 1219,
    venueId: 71,
    name: 'Over and Gone',
    generalAdmission: false,
    style: 0,
    shows: on([-60, -30, -3], '19:30'),
  },
];

export const DEMO_PRODUCTIONS: readonly DemoProduction[] = [...SCANNED, ...ANNOUNCED];
