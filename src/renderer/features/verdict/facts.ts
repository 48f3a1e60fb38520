import type { Address, Patron } from '#shared/api/index.ts';
import type { TicketFacts, TicketPlace } from '#shared/model/verdict.ts';
import type { Format } from '#renderer/lib/format.ts';
import { m } from '#renderer/i18n/messages.ts';
import { performanceText } from '#renderer/lib/platform-times.ts';
import type { Fact } from '#renderer/ui/fact.ts';

/** How many of the order are in; by a snapshot, with its age. */
function order(format: Format, ticket: TicketFacts, now: number): string | null {
  const counted = countText(format, ticket);
  const { ticketsScanned, countedAt } = ticket;
  if (counted === null || ticketsScanned === null || countedAt === null) return counted;
  return m.verdict_orderAsOf({ counted, when: format.since(countedAt, now) });
}

function countText(format: Format, ticket: TicketFacts): string | null {
  const { ticketsScanned: scanned, ticketsSold: sold } = ticket;
  if (scanned !== null && sold !== null) {
    return m.verdict_scannedOfSold({ scanned: format.count(scanned), sold: format.count(sold) });
  }
  if (scanned !== null)
    return m.verdict_scannedOnly({ count: scanned, shown: format.count(scanned) });
  return sold === null ? null : m.verdict_soldOnly({ count: sold, shown: format.count(sold) });
}

/**
 * What is known of the ticket, always in this order.
 *
 * @param now - on the platform's clock
 */
export function ticketFacts(format: Format, ticket: TicketFacts, now: number): Fact[] {
  const { performance } = ticket;
  return [
    { label: m.verdict_name(), value: ticket.name },
    // Its name comes with date and time (spec 2.8), and the time stands last.
    {
      label: m.verdict_performance(),
      value: performance && performanceText(format, performance),
      long: true,
    },
    { label: m.verdict_section(), value: ticket.section },
    { label: m.verdict_seat(), value: ticket.seat },
    { label: m.verdict_order(), value: order(format, ticket, now) },
  ];
}

/** Where the ticket’s place is: what matters to whoever shows the way. */
export function placeFacts({ section, seat }: TicketPlace): Fact[] {
  return [
    { label: m.verdict_section(), value: section },
    { label: m.verdict_seat(), value: seat },
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

const PHONE_TYPES = ['home', 'cell', 'work', 'fax'] as const;

function phoneText(patron: Patron): string | null {
  const { phoneNumber = null, type = null } = patron.primaryPhoneNumber ?? {};
  if (phoneNumber === null || type === null) return phoneNumber;
  const known = PHONE_TYPES.find((one) => one === type);
  return `${phoneNumber} (${known ? m[`verdict_phoneTypes_${known}` as const]() : type})`;
}

/** Who the ticket is for, always in this order; `ticketName` stands beside it, and is not said twice. */
export function patronFacts(patron: Patron, ticketName: string | null): Fact[] {
  const guest = joined([patron.firstName, patron.lastName], ' ');
  const address = addressText(patron.billingAddress) ?? addressText(patron.shippingAddress);
  return [
    { label: m.verdict_guest(), value: guest === ticketName ? null : guest },
    { label: m.verdict_email(), value: patron.email },
    { label: m.verdict_phone(), value: phoneText(patron) },
    { label: m.verdict_address(), value: address },
  ];
}
