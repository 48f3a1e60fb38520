import type { Address, Patron } from '#shared/api/index.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import type { Format } from './format.ts';
import type { Words } from './i18n/en.ts';

/** A row of a table. */
export interface Fact {
  readonly label: string;
  /** Null: not known. */
  readonly value: string | null;
  /** It may take a line more than the others. */
  readonly long?: boolean;
}

function order(words: Words, format: Format, ticket: TicketFacts): string | null {
  const { ticketsScanned: scanned, ticketsSold: sold } = ticket;
  if (scanned !== null && sold !== null) {
    return words.verdict.scannedOfSold(format.count(scanned), format.count(sold));
  }
  if (scanned !== null) return words.verdict.scannedOnly(format.count(scanned));
  return sold === null ? null : words.verdict.soldOnly(format.count(sold));
}

/** What is known of the ticket, always in this order. */
export function ticketFacts(words: Words, format: Format, ticket: TicketFacts): Fact[] {
  return [
    { label: words.verdict.name, value: ticket.name },
    // Its name comes with date and time (spec 2.8), and the time stands last.
    { label: words.verdict.performance, value: ticket.performance, long: true },
    { label: words.verdict.section, value: ticket.section },
    { label: words.verdict.seat, value: ticket.seat },
    { label: words.verdict.order, value: order(words, format, ticket) },
  ];
}

function joined(parts: readonly (string | null)[], separator: string): string | null {
  return parts.filter((part) => part !== null && part.trim() !== '').join(separator) || null;
}

function addressText(address: Address | null): string | null {
  if (address === null) return null;
  const { line1, line2, zipCode, city, state, country } = address;
  return joined([line1, line2, joined([zipCode, city], ' '), state, country], ', ');
}

function phoneText(words: Words, patron: Patron): string | null {
  const { phoneNumber = null, type = null } = patron.primaryPhoneNumber ?? {};
  if (phoneNumber === null || type === null) return phoneNumber;
  return `${phoneNumber} (${words.verdict.phoneTypes[type] ?? type})`;
}

/** Who the ticket is for, always in this order. */
export function patronFacts(words: Words, patron: Patron): Fact[] {
  const address = addressText(patron.billingAddress) ?? addressText(patron.shippingAddress);
  return [
    { label: words.verdict.guest, value: joined([patron.firstName, patron.lastName], ' ') },
    { label: words.verdict.email, value: patron.email },
    { label: words.verdict.phone, value: phoneText(words, patron) },
    { label: words.verdict.address, value: address },
  ];
}
