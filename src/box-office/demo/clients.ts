/** The demo's clients, departments and venues. */

export const MAIN_CLIENT = 284;
export const OTHER_CLIENT = 391;
/** A client that has left the platform. */
export const CLOSED_CLIENT = 402;

export const CLIENTS = [
  {
    id: MAIN_CLIENT,
    name: 'Riverside Theatre Company',
    minutesBefore: 180,
    minutesAfter: 240,
    active: 1,
  },
  {
    id: OTHER_CLIENT,
    name: 'Hafen & Sound Festival',
    minutesBefore: 60,
    minutesAfter: 120,
    active: 1,
  },
  { id: CLOSED_CLIENT, name: 'Old Mill Players', minutesBefore: 60, minutesAfter: 60, active: 0 },
] as const;

export const DEPARTMENTS = [
  { id: 1219, clientId: MAIN_CLIENT, name: 'Drama' },
  { id: 1220, clientId: MAIN_CLIENT, name: 'Music' },
  { id: 1221, clientId: MAIN_CLIENT, name: 'Young Riverside' },
  { id: 1305, clientId: OTHER_CLIENT, name: 'Open Air' },
] as const;

export const VENUES = [
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
  { id: 74, name: 'The Banks', location: null, phone: null, transit: null, address: null },
] as const;
