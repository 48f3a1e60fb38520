import type { Patron } from '#shared/api/patron.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { PatronDetail } from '#shared/model/settings.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { Decision } from './decision.ts';
import { mentionsPerson, type Person } from './mentions-person.ts';

/** Whose ticket it is, going by the platform's answer or by this kiosk's snapshot. */
type Holder = Pick<TicketFacts, 'name' | 'patron'>;

/**
 * Returns the decision without the details of the ticket's holder that must not be shown. They are
 * removed before anything is recorded or leaves this process. The platform's own message is
 * removed, too, if it names the person.
 *
 * @param inSnapshot the ticket in this kiosk's snapshot, if the snapshot knows it
 */
export function allowedDecision(
  decision: Decision,
  inSnapshot: SnapshotTicket | null,
  allowed: readonly PatronDetail[],
): Decision {
  const { ticket, reason } = decision;
  const holders: Holder[] = [];
  if (ticket !== null) holders.push(ticket);
  if (inSnapshot !== null)
    holders.push({ name: inSnapshot.orderConsumerName, patron: inSnapshot.patron });
  const names = (html: string) =>
    holders.some((holder) => mentionsPerson(html, withheldOf(holder, allowed)));
  const { section, seat } = ticket ?? {};
  // Whatever may be shown is read by one guest, and heard by all.
  const isHeardOf = holders.some((holder) =>
    mentionsPerson(`${section ?? ''} ${seat ?? ''}`, withheldOf(holder, [])),
  );
  const wordsOf = (html: string | null) => (html !== null && names(html) ? null : html);
  const withoutNames = (error: ApiError): ApiError => ({
    ...error,
    key: names(error.key) ? '' : error.key,
    name: names(error.name) ? '' : error.name,
    messageHtml: wordsOf(error.messageHtml),
  });
  return {
    ...decision,
    reason:
      reason.type === 'platform-error' ? { ...reason, error: withoutNames(reason.error) } : reason,
    ticket: ticket && {
      ...ticket,
      name: allowed.includes('name') ? ticket.name : null,
      patron: ticket.patron && allowedPatron(ticket.patron, ticket.name, allowed),
      successHtml: wordsOf(ticket.successHtml),
      ...(isHeardOf && { isPlacePrivate: true }),
    },
  };
}

function allowedPatron(
  patron: Patron,
  purchaser: string | null,
  allowed: readonly PatronDetail[],
): Patron | null {
  const may = (detail: PatronDetail) => allowed.includes(detail);
  const isNamed = may(isPlusOne(patron, purchaser) ? 'plus-one' : 'name');
  const shown: Patron = {
    email: may('email') ? patron.email : null,
    firstName: isNamed ? patron.firstName : null,
    lastName: isNamed ? patron.lastName : null,
    billingAddress: may('addresses') ? patron.billingAddress : null,
    shippingAddress: may('addresses') ? patron.shippingAddress : null,
    primaryPhoneNumber: may('phone') ? patron.primaryPhoneNumber : null,
  };
  return Object.values(shown).some((value) => value !== null) ? shown : null;
}

/** The platform sends the plus-one where it has one, and otherwise the purchaser (spec 2.8). */
function isPlusOne({ firstName, lastName }: Patron, purchaser: string | null): boolean {
  if (purchaser === null) return false;
  const words = (name: string) => name.toLowerCase().split(/\s+/);
  const bought = words(purchaser);
  return words(`${firstName ?? ''} ${lastName ?? ''}`.trim()).some(
    (word) => !bought.includes(word),
  );
}

/** The details of a holder that must not be shown. */
function withheldOf({ name, patron }: Holder, allowed: readonly PatronDetail[]): Person {
  const unless = <T>(detail: PatronDetail, ...values: readonly T[]) =>
    allowed.includes(detail) ? [] : values;
  if (patron === null) return { names: unless('name', name), texts: [], numbers: [] };
  const { email, firstName, lastName, billingAddress, shippingAddress, primaryPhoneNumber } =
    patron;
  const isWho = isPlusOne(patron, name) ? 'plus-one' : 'name';
  return {
    names: [...unless('name', name), ...unless(isWho, firstName, lastName)],
    texts: [
      ...unless('email', email),
      ...unless('addresses', billingAddress, shippingAddress).map((address) => address?.line1),
    ],
    numbers: unless('phone', primaryPhoneNumber?.phoneNumber),
  };
}
