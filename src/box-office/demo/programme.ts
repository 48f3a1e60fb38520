import type Database from 'better-sqlite3';

export const MAIN_CLIENT = 284;
export const OTHER_CLIENT = 391;

const CLIENTS = [
  { id: MAIN_CLIENT, name: 'Riverside Theatre Company', minutesBefore: 180, minutesAfter: 240 },
  { id: OTHER_CLIENT, name: 'Hafen & Sound Festival', minutesBefore: 60, minutesAfter: 120 },
] as const;

const DEPARTMENTS = [
  { id: 1219, clientId: MAIN_CLIENT, name: 'Drama' },
  { id: 1220, clientId: MAIN_CLIENT, name: 'Music' },
  { id: 1221, clientId: MAIN_CLIENT, name: 'Young Riverside' },
  { id: 1305, clientId: OTHER_CLIENT, name: 'Open Air' },
] as const;

const VENUES = [
  {
    id: 71,
    name: 'Riverside Theatre',
    location: 'Main Stage',
    phone: '4025550143',
    transit: 'Bus 4 and 11 to Theatre Square',
    address: ['12 Quay Street', '', 'Omaha', 'Nebraska', 'NE', '68102', 'United States', 'US'],
  },
  {
    id: 72,
    name: 'The Boathouse',
    location: 'Studio, second floor',
    phone: null,
    transit: null,
    address: [
      '14 Quay Street',
      'Back Yard',
      'Omaha',
      'Nebraska',
      'NE',
      '68102',
      'United States',
      'US',
    ],
  },
  {
    id: 73,
    name: 'Pier 9',
    location: null,
    phone: '4940555019',
    transit: 'Ferry 62 to Pier 9',
    address: ['Große Elbstraße 9', '', 'Hamburg', 'Hamburg', null, '22767', 'Germany', 'DE'],
  },
] as const;

/** A performance: minutes from now to its start, and its share of the demo tickets. */
type Slot = readonly [minutesFromNow: number, share: number];

interface DemoProduction {
  readonly id: number;
  readonly clientId: number;
  readonly departmentId: number | null;
  readonly venueId: number;
  readonly name: string;
  readonly generalAdmission: boolean;
  readonly slots: readonly Slot[];
}

/*
 * The main performance starts in a quarter of an hour and stays the nearest to now for more than
 * half an hour, also for a user who sees both clients. Around it: open ones, some of later today that
 * are not open yet, closed ones.
 */
const PRODUCTIONS: readonly DemoProduction[] = [
  {
    id: 5101,
    clientId: MAIN_CLIENT,
    departmentId: 1219,
    venueId: 71,
    name: "A Midsummer Night's Dream",
    generalAdmission: false,
    slots: [
      [15, 30],
      [150, 14],
      [420, 8],
      [-360, 8],
      [1440, 4],
      [-1440, 2],
    ],
  },
  {
    id: 5102,
    clientId: MAIN_CLIENT,
    departmentId: 1219,
    venueId: 72,
    name: 'The Tempest',
    generalAdmission: false,
    slots: [
      [90, 14],
      [480, 4],
      [-1400, 2],
    ],
  },
  {
    id: 5103,
    clientId: MAIN_CLIENT,
    departmentId: 1220,
    venueId: 71,
    name: 'Rhythm & Blues <Live>',
    generalAdmission: true,
    slots: [
      [600, 4],
      [-400, 4],
    ],
  },
  {
    id: 5104,
    clientId: MAIN_CLIENT,
    departmentId: 1221,
    venueId: 72,
    name: 'Peter und der Wolf',
    generalAdmission: false,
    slots: [
      [2880, 2],
      [-1320, 2],
    ],
  },
  {
    id: 6201,
    clientId: OTHER_CLIENT,
    departmentId: 1305,
    venueId: 73,
    name: 'Lichter im Hafen',
    generalAdmission: true,
    slots: [
      [50, 8],
      [1445, 2],
    ],
  },
  {
    id: 6202,
    clientId: OTHER_CLIENT,
    departmentId: null,
    venueId: 73,
    name: 'Jazz at the Pier',
    generalAdmission: true,
    slots: [
      [360, 2],
      [-300, 2],
    ],
  },
];

export interface DemoPerformance {
  readonly id: number;
  readonly production: DemoProduction;
  readonly start: number;
  readonly share: number;
  /** Whether it can be scanned now, is over, or is still to come. */
  readonly phase: 'open' | 'closed' | 'later';
}

const idOf = (productionId: number, slot: number) => productionId * 100 + slot + 1;

/** Where to find what in the demo data; the same for each seed. */
export const DEMO_IDS = {
  clientId: MAIN_CLIENT,
  otherClientId: OTHER_CLIENT,
  productionId: 5101,
  otherProductionId: 5102,
  /** Open and nearest to now. */
  performanceId: idOf(5101, 0),
  /** Open, of the same production. */
  siblingPerformanceId: idOf(5101, 1),
  /** Of the same production, not open yet. */
  laterPerformanceId: idOf(5101, 2),
  /** Of the same production, over. */
  closedPerformanceId: idOf(5101, 3),
  /** Open, of the other production. */
  otherProductionPerformanceId: idOf(5102, 0),
  /** Open, of the other client. */
  otherClientPerformanceId: idOf(6201, 0),
} as const;
export type DemoIds = typeof DEMO_IDS;

const MINUTE_MS = 60_000;
const ROUND_MS = 5 * MINUTE_MS;

/** The demo performances as they lie around `now`, starting at full five minutes. */
export function performancesAround(now: number): DemoPerformance[] {
  return PRODUCTIONS.flatMap((production) =>
    production.slots.map(([minutes, share], slot) => {
      const client = CLIENTS.find(({ id }) => id === production.clientId);
      const start = Math.round((now + minutes * MINUTE_MS) / ROUND_MS) * ROUND_MS;
      const id = idOf(production.id, slot);
      if (minutes < 0) return { id, production, start, share, phase: 'closed' };
      const isOpen = minutes <= (client?.minutesBefore ?? 0);
      return { id, production, start, share, phase: isOpen ? 'open' : 'later' };
    }),
  );
}

/** Writes clients, departments, venues, productions and performances. */
export function insertProgramme(db: Database.Database, now: number, timeZone: string): void {
  const client = db.prepare('INSERT INTO client VALUES (?, ?, ?, ?, ?)');
  for (const { id, name, minutesBefore, minutesAfter } of CLIENTS) {
    client.run(id, name, timeZone, minutesBefore, minutesAfter);
  }
  const department = db.prepare('INSERT INTO department VALUES (?, ?, ?)');
  for (const { id, clientId, name } of DEPARTMENTS) department.run(id, clientId, name);

  const venue = db.prepare('INSERT INTO venue VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { id, name, location, phone, transit, address } of VENUES) {
    venue.run(id, name, location, phone, transit, ...address);
  }
  const production = db.prepare('INSERT INTO production VALUES (?, ?, ?, ?, ?)');
  for (const { id, clientId, departmentId, venueId, name } of PRODUCTIONS) {
    production.run(id, clientId, departmentId, venueId, name);
  }
  const performance = db.prepare('INSERT INTO performance VALUES (?, ?, ?)');
  for (const { id, production, start } of performancesAround(now)) {
    performance.run(id, production.id, start);
  }
}
