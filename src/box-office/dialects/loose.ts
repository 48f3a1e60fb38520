import type { ScanErrorCode } from '../scan-errors.ts';
import type { AnswerStatus, Dialect } from './dialect.ts';

/** Lists that are sent as null where there is nothing in them; all other null members are left out. */
const LISTS: ReadonlySet<string> = new Set([
  'allMessages',
  'clients',
  'errors',
  'failedBarcodes',
  'infoMessages',
  'performanceEntryTimes',
  'performances',
  'productions',
  'seriesInformation',
  'tickets',
  'warnings',
]);

/** Objects whose members are named by their contents: nothing is added to them. */
const MAPS: ReadonlySet<string> = new Set(['performancesByDateDisplay']);

/** What comes where the spec has no error to tell of. */
const NO_ERROR = { errorCodeId: 0, errorCodeKey: '', errorCodeName: '', forceLogout: false };

/** Members that no document knows; clients have to pass over them. */
const EXTRA = { _links: { self: null }, revision: 3 };

/** Members that are written otherwise than the spec says, by their names. */
const WORDING: Readonly<Record<string, (value: unknown) => unknown>> = {
  accessTokenExpiration: isoText,
  entryTimeHour: asNumber,
  entryTimeMinute: asNumber,
  performanceEntryTimeId: asText,
  phoneNumber: asNumber,
  productionStyle: asText,
  seat: seatNumber,
  shutoffHour: asText,
  ticketsScanned: asText,
  ticketsSold: asText,
  tixRemaining: asText,
  zipCode: asNumber,
  zipcode: asNumber,
};

/** They mean something for all-day events only (spec 2.2), and are null for the others here. */
const DOORS: ReadonlySet<string> = new Set([
  'doorEntryStartDate',
  'doorEntryStartTime',
  'doorEntryEndDate',
  'doorEntryEndTime',
]);

const STATUS: Readonly<Record<ScanErrorCode, AnswerStatus>> = {
  1: 401,
  2: 401,
  3: 403,
  4: 403,
  5: 401,
  6: 401,
  7: 403,
  8: 403,
  9: 409,
  10: 409,
  11: 404,
  12: 409,
  13: 422,
  14: 422,
  15: 400,
  16: 500,
  17: 401,
  99: 422,
};

/**
 * A server without a schema: what is null is left out or, if it is a list, null; numbers come as text
 * and text as numbers, the expiry as ISO text, refusals with a status of their own.
 */
export const LOOSE: Dialect = {
  say: (answer) => loosely({ ...answer, ...('error' in answer && withDetails(answer)) }),
  statusOf: (code) => STATUS[code],
  refusesUnknownMembers: false,
  syncKey: 'either',
  filterWindow: 'within',
};

function withDetails(answer: { error: unknown; errorDetails?: unknown }) {
  return { errorDetails: answer.error === true ? answer.errorDetails : NO_ERROR };
}

function loosely(object: object): object {
  return { ...membersOf(withoutDoors(object)), ...EXTRA };
}

function membersOf(object: object): object {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
      const said = saidOf(name, value);
      return said === undefined ? [] : [[name, said]];
    }),
  );
}

/** Undefined: the member is left out. */
function saidOf(name: string, value: unknown): unknown {
  if (value === null) return LISTS.has(name) || DOORS.has(name) ? null : undefined;
  if (Array.isArray(value)) {
    return value.length === 0 && LISTS.has(name) ? null : value.map(elementOf);
  }
  if (typeof value === 'object') return MAPS.has(name) ? membersOf(value) : loosely(value);
  return WORDING[name]?.(value) ?? value;
}

function elementOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? loosely(value) : value;
}

function withoutDoors(object: object): object {
  if (!('allDayEvent' in object) || object.allDayEvent === true) return object;
  return { ...object, ...Object.fromEntries([...DOORS].map((door) => [door, null])) };
}

function isoText(value: unknown): unknown {
  return typeof value === 'number' ? new Date(value).toISOString() : value;
}

function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Text of digits as a number, which costs it the zeros before it. */
function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** The seat without its row. */
function seatNumber(value: unknown): unknown {
  const number = typeof value === 'string' ? /\d+$/.exec(value)?.[0] : undefined;
  return number === undefined ? value : Number(number);
}
