import type { OwnWord } from '#shared/model/verdict.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { Decision } from './decision.ts';
import type { OwnKnowledge } from './here.ts';

/** The name of the venue where a performance plays; null where nothing here says so. */
export type VenueOf = (performanceId: number) => string | null;

/**
 * What this kiosk can say of a ticket that is not let in, whoever refused it: the platform's refusals
 * come without a word about the ticket (spec 7.2). Null: it knows nothing, or there is no need.
 */
export function ownWordOf(
  { kind }: Pick<Decision, 'kind'>,
  { copy, firstScanAt }: OwnKnowledge,
  { performanceId: here }: ScanFilter,
  venueOf: VenueOf,
): OwnWord | null {
  if (kind === 'admit') return null;
  if (copy.type === 'none' || copy.ticket === null) {
    return firstScanAt === null ? null : { ticketFor: null, firstScanAt, usedElsewhereBy: null };
  }
  const { ticket, builtAt } = copy;
  return {
    ticketFor: {
      production: ticket.productionName,
      start: ticket.performanceStartDate,
      isHere: ticket.performanceId === here,
      venue: anotherVenue(ticket.performanceId, here, venueOf),
    },
    firstScanAt,
    usedElsewhereBy: firstScanAt === null && ticket.alreadyScanned ? builtAt : null,
  };
}

/** Where a performance plays, if that is not where the guest stands already. */
function anotherVenue(wanted: number, here: number | undefined, venueOf: VenueOf): string | null {
  if (wanted === here) return null;
  const venue = venueOf(wanted);
  return here !== undefined && venueOf(here) === venue ? null : venue;
}
