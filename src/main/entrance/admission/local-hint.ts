import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { KnownPerformance, ProgrammeVenue } from '#shared/model/programme.ts';
import type { LocalHint } from '#shared/model/verdict.ts';
import { nameOrNumber } from '#shared/name-or-number.ts';
import type { Decision } from './decision.ts';
import type { Evidence } from './evidence.ts';
import { wasAdmitted } from './offline-decision.ts';

/** Returns when and where a performance plays; null if that is unknown here. */
export type PerformanceOf = (performanceId: number) => KnownPerformance | null;

/**
 * What this kiosk can say about a ticket that is not let in, whoever refused it: the platform's
 * refusals contain nothing about the ticket (spec 7.2). Null if it knows nothing, or no hint is
 * needed.
 */
export function localHintOf(
  { kind }: Pick<Decision, 'kind'>,
  known: Evidence,
  { performanceId: here }: ScanFilter,
  performanceOf: PerformanceOf,
): LocalHint | null {
  if (kind === 'admit' || kind === 'exit' || kind === 'elsewhere') return null;
  const { snapshot, firstScanAt, usedAtDoor } = known;
  if (snapshot.type === 'none' || snapshot.ticket === null) {
    return wasAdmitted(known)
      ? { ticketFor: null, firstScanAt, usedAtDoor, usedElsewhereBy: null, place: null }
      : null;
  }
  const { ticket, builtAt } = snapshot;
  const performance = performanceOf(ticket.performanceId);
  const isHere = ticket.performanceId === here;
  const venueHere = here === undefined ? null : (performanceOf(here)?.venue ?? null);
  return {
    ticketFor: {
      production: nameOrNumber(ticket.productionName, ticket.performanceId),
      wall: performance?.wall ?? null,
      words: ticket.performance?.trim() || null,
      start: ticket.performanceStartDate,
      isHere,
      venue: isHere ? null : anotherVenue(performance?.venue ?? null, venueHere),
    },
    firstScanAt,
    usedAtDoor,
    usedElsewhereBy: !wasAdmitted(known) && ticket.alreadyScanned ? builtAt : null,
    // Somebody who has left their seat, or lost their party, can be shown the way.
    place: kind === 'duplicate' ? { section: ticket.section, seat: ticket.seat } : null,
  };
}

/** The venue where a performance plays, if it is not the one where the guest stands. */
function anotherVenue(
  wanted: ProgrammeVenue | null,
  here: ProgrammeVenue | null,
): ProgrammeVenue | null {
  return wanted?.name === here?.name ? null : wanted;
}
