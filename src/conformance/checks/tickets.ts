import {
  SCANNING_PATHS,
  validTicketsResponseSchema,
  type ScanFilter,
  type ScannableTicket,
} from '#shared/api/index.ts';
import type { Answer } from '../http.ts';
import type { Platform } from '../platform.ts';

/** A ticket that can still be admitted, and that no other check takes; undefined if there is none. */
export async function takeTicket(
  platform: Platform,
  fits: (ticket: ScannableTicket) => boolean = () => true,
): Promise<ScannableTicket | undefined> {
  const tickets = (await platform.download()).value?.tickets ?? [];
  const ticket = tickets.find(
    (one) =>
      isGood(one) && !platform.used.has(one.barcode) && fits(one) && isAlone(tickets, one.barcode),
  );
  if (ticket !== undefined) platform.used.add(ticket.barcode);
  return ticket;
}

/** The same, of what filterOptions offers, with its ids there. */
export async function takeOffered(platform: Platform) {
  const clients = (await platform.filterOptions()).value?.clients ?? [];
  const productions = clients.find(({ id }) => id === platform.clientId)?.productions ?? [];
  const all = productions.flatMap(({ productionId, performances }) =>
    (performances ?? []).map(({ performanceId }) => ({ productionId, performanceId })),
  );
  const offeredFor = (ticket: ScannableTicket) =>
    all.find(({ performanceId }) => performanceId === ticket.performanceId);
  const ticket = await takeTicket(platform, (one) => offeredFor(one) !== undefined);
  const offered = ticket && offeredFor(ticket);
  return offered && { ticket, offered };
}

/**
 * Whether no other ticket has this barcode. The document does not promise that: a rebooked ticket may share
 * the barcode of the voided one, and which of them an answer is about cannot be told.
 */
export function isAlone(tickets: readonly ScannableTicket[], barcode: string): boolean {
  return tickets.filter((one) => one.barcode === barcode).length === 1;
}

/** A ticket of another client that this user may scan for, too; undefined if there is none. */
export async function ticketOfOtherClient(
  platform: Platform,
): Promise<ScannableTicket | undefined> {
  const clients = (await platform.filterOptions()).value?.clients ?? [];
  const other = clients.find(({ id }) => id !== platform.clientId);
  if (other === undefined) return undefined;
  const answer = await platform.downloadNow({ clientId: other.id });
  const { tickets } = validTicketsResponseSchema.safeParse(answer.body).data ?? {};
  return tickets?.find((one) => isGood(one) && isAlone(tickets, one.barcode));
}

/** Whether it can still be admitted. */
function isGood({ alreadyScanned, refundedOrVoided }: ScannableTicket): boolean {
  return !alreadyScanned && !refundedOrVoided;
}

/** The ticket as the download has it now. */
export async function ticketNow(
  platform: Platform,
  { ticketId, performanceId }: ScannableTicket,
): Promise<ScannableTicket | undefined> {
  const answer = await platform.downloadNow({ performanceId });
  const { tickets } = validTicketsResponseSchema.safeParse(answer.body).data ?? {};
  return tickets?.find((ticket) => ticket.ticketId === ticketId);
}

/** Asks for validateTicket. */
export function validate(
  { ask, clientId }: Platform,
  headers: Readonly<Record<string, string>>,
  barcodeString: string,
  filter: Partial<ScanFilter> = {},
): Promise<Answer> {
  const body = { clientId, barcodeString, ...filter };
  return ask(SCANNING_PATHS.validateTicket, { method: 'POST', headers, body });
}

/** A barcode as evidence may show it: the last two characters of a long one. */
export function masked(barcode: string): string {
  return barcode.length > 4 ? `…${barcode.slice(-2)}` : '…';
}
