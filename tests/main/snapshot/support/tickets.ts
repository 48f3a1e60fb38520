import { ContentDigest } from '#main/snapshot/content-digest.ts';
import { packTicket } from '#main/snapshot/packed-ticket.ts';
import type { SnapshotScope } from '#main/snapshot/model.ts';
import type { ScannableTicket, ScanFilter } from '#shared/api/index.ts';

/** A ticket of a made-up house, with everything that the spec knows of one (2.9, 2.10). */
export function ticket(number: number, changes: Partial<ScannableTicket> = {}): ScannableTicket {
  return {
    ticketId: 5_000_000 + number,
    performanceId: 4711 + (number % 3),
    productionName: 'The Cherry Orchard',
    performanceStartDate: Date.UTC(2026, 10, 21, 18, 35),
    barcode: barcode(number),
    alreadyScanned: false,
    refundedOrVoided: false,
    orderConsumerName: `Zoë Quittenbaum-${number}`,
    performance: 'The Cherry Orchard, Sat 21 Nov 2026, 19:35',
    section: 'Stalls left',
    seat: `Row ${number % 40}, seat ${number % 31}`,
    ticketsScanned: 0,
    ticketsSold: 4,
    patron: {
      email: `guest.${number}@quittenbaum.example`,
      firstName: 'Zoë',
      lastName: `Quittenbaum-${number}`,
      billingAddress: {
        line1: `Speicherstrasse ${number}`,
        line2: null,
        city: 'Hamburg',
        state: null,
        zipCode: '20457',
        country: 'Germany',
      },
      shippingAddress: null,
      primaryPhoneNumber: { phoneNumber: `4940${number}`, type: 'home' },
    },
    ...changes,
  };
}

/** The barcode of a made-up ticket: in no order, as real ones are. */
export function barcode(number: number): string {
  return String(100_000_000_000 + ((number * 387_420_489) % 899_999_999_981));
}

/** The beginning of an answer of cache/validTickets, up to its tickets (spec 2.10). */
export function head(filter: ScanFilter, changes: Record<string, unknown> = {}): string {
  const members = {
    accessTokenExpiration: Date.UTC(2026, 10, 21, 19, 0),
    error: false,
    errorMessageHTML: null,
    errorDetails: null,
    clientId: filter.clientId,
    productionId: filter.productionId ?? null,
    performanceId: filter.performanceId ?? null,
    ...changes,
  };
  return `${JSON.stringify(members).slice(0, -1)},"tickets":[`;
}

/** A whole answer with so many made-up tickets, and further elements after them, as JSON. */
export function answer(filter: ScanFilter, count: number, ...more: string[]): string {
  const tickets = Array.from({ length: count }, (_, number) => JSON.stringify(ticket(number)));
  return `${head(filter)}${[...tickets, ...more].join(',')}]}`;
}

/** An answer of any size in pieces of some 64 KiB, made while it is read. */
export function* pieces(filter: ScanFilter, count: number): Generator<Buffer> {
  let text = head(filter);
  for (let number = 0; number < count; number += 1) {
    text += (number === 0 ? '' : ',') + JSON.stringify(ticket(number));
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}]}`);
}

/** The id of a download of these tickets, as a door that made them up would tell it. */
export function idOf(tickets: readonly ScannableTicket[], scope: SnapshotScope) {
  const digest = new ContentDigest();
  for (const each of tickets) {
    const patron = JSON.stringify(each.patron);
    digest.add(packTicket(each).slice(0, -patron.length - 1), patron);
  }
  const patronsDigest = digest.patrons;
  const download = digest.idOf({ ...scope, offered: [], skipped: 0 }, patronsDigest);
  return { download, patronsDigest };
}
