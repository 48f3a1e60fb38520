import { onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  authenticationResponseSchema,
  authorizationHeader,
  filterOptionsResponseSchema,
  SCANNING_PATHS,
  scanningEnvelopeSchema,
  syncScanFailureSchema,
  validateTicketResponseSchema,
  validTicketsResponseSchema,
  type ScannableTicket,
} from '#shared/api/index.ts';
import { DEMO_ACCOUNTS } from '#box-office/demo/accounts.ts';
import { startBoxOffice, type BoxOffice, type BoxOfficeOptions } from '#box-office/server.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A Saturday evening in Berlin: 19:20, the main performance starts at 19:35. */
export const EVENING = Date.UTC(2026, 10, 21, 18, 20);

export const USER = {
  door: 'door@usher.example',
  foyer: 'foyer@usher.example',
  bar: 'bar@usher.example',
  archive: 'archive@usher.example',
  harbour: 'harbour@usher.example',
  matinee: 'matinee@usher.example',
  difficult: 'tür:zwei🎭@usher.example',
} as const;

const syncResponseSchema = scanningEnvelopeSchema.extend({
  failedBarcodes: z.array(syncScanFailureSchema).nullable(),
});

/** A box office at a fixed evening, ended with its test. */
export async function openBoxOffice(options: BoxOfficeOptions = {}) {
  const clock = { at: EVENING };
  const boxOffice = await startBoxOffice({
    tickets: 400,
    timeZone: 'Europe/Berlin',
    now: () => clock.at,
    ...options,
  });
  onTestFinished(() => boxOffice.close());
  return { boxOffice, clock, ids: boxOffice.ids };
}

export function passwordOf(username: string): string {
  const account = DEMO_ACCOUNTS.find((candidate) => candidate.username === username);
  if (account === undefined) throw new Error('no such demo user');
  return account.password;
}

/** The first demo barcode of a kind. */
export function barcodeOf(boxOffice: BoxOffice, kind: Parameters<BoxOffice['barcodes']>[0]) {
  const barcode = boxOffice.barcodes(kind, 1)[0];
  if (barcode === undefined) throw new Error(`no demo ticket of the kind ${kind}`);
  return barcode;
}

/** Sends JSON as it is given: also what the contract does not allow. */
export async function send(
  boxOffice: BoxOffice,
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(boxOffice.baseUrl + path, { method, headers, ...(body !== undefined && { body }) });
}

export async function authenticate(boxOffice: BoxOffice, username: string, password: string) {
  const body = JSON.stringify({ username, password });
  const response = await send(boxOffice, 'POST', SCANNING_PATHS.authenticate, { body });
  return authenticationResponseSchema.parse(await response.json());
}

export type Filter = Partial<Record<'clientId' | 'productionId' | 'performanceId', number>>;

/** Signs a demo user in; the answers to its calls are parsed with the contract's schemas. */
export async function signIn(boxOffice: BoxOffice, username: string = USER.door) {
  const { accessToken } = await authenticate(boxOffice, username, passwordOf(username));
  if (accessToken === null) throw new Error('the demo user cannot sign in');
  return caller(boxOffice, authorizationHeader(username, accessToken));
}

export function caller(boxOffice: BoxOffice, headers: Record<string, string>) {
  const { clientId } = boxOffice.ids;
  const post = async (path: string, body: object) =>
    (await send(boxOffice, 'POST', path, { headers, body: JSON.stringify(body) })).json();
  const get = async (path: string) => (await send(boxOffice, 'GET', path, { headers })).json();
  return {
    headers,
    validate: async (barcodeString: string, filter: Filter = {}) =>
      validateTicketResponseSchema.parse(
        await post(SCANNING_PATHS.validateTicket, { clientId, barcodeString, ...filter }),
      ),
    filterOptions: async () =>
      filterOptionsResponseSchema.parse(await get(SCANNING_PATHS.filterOptions)),
    download: async (filter: Filter = {}) =>
      validTicketsResponseSchema.parse(await get(downloadPath({ clientId, ...filter }))),
    sync: async (tickets: readonly object[], filter: Filter = {}) =>
      syncResponseSchema.parse(
        await post(SCANNING_PATHS.syncScans, { clientId, tickets, ...filter }),
      ),
    validateToken: async () =>
      scanningEnvelopeSchema.parse(await get(SCANNING_PATHS.validateToken)),
    invalidateToken: () => send(boxOffice, 'DELETE', SCANNING_PATHS.invalidateToken, { headers }),
  };
}

export type Caller = ReturnType<typeof caller>;

export function downloadPath(filter: Filter): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(filter)) query.set(key, String(value));
  return `${SCANNING_PATHS.validTickets}?${query.toString()}`;
}

/** The downloaded ticket with this barcode. */
export async function downloaded(door: Caller, barcode: string, filter: Filter = {}) {
  const { tickets } = await door.download(filter);
  const ticket = tickets?.find((candidate) => candidate.barcode === barcode);
  if (ticket === undefined) throw new Error('the ticket is not in the download');
  return ticket;
}

/** A ticket as syncScans takes it. */
export function offlineScan(ticket: ScannableTicket, scanTime: number) {
  const { ticketId, performanceId, barcode } = ticket;
  return { ticketId, performanceId, barcode, barcodeString: barcode, scanTime };
}
