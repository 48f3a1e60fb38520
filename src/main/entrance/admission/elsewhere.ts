import type { AnotherEntrance } from '#main/entrance/entrances/another-entrance.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';
import { decideHere, factsIn, ticketIdsOf } from './offline-decision.ts';
import type { Evidence } from './evidence.ts';

/**
 * Sends the holder of a ticket to the entrance that it belongs to; null: the scan goes on as ever. Only a ticket
 * that this kiosk would let in by itself is sent on: what is refused is refused wherever it is scanned, and what
 * cannot be decided here is not moved. Who comes in again, or has a right to come in at this very door because the
 * platform may have spent the ticket for a scan here, is not sent on either: at another door they would be refused.
 */
export function elsewhere(
  scope: DoorScope,
  known: Evidence,
  anotherEntrance: AnotherEntrance,
): Decision | null {
  const { snapshot, leftAt, standing } = known;
  if (snapshot.type === 'none' || snapshot.ticket === null) return null;
  const { unclaimed, open, missing } = standing;
  if (leftAt !== null || unclaimed.length + open.length + missing.length > 0) return null;
  const entrance = anotherEntrance(snapshot.ticket);
  if (entrance === null) return null;
  if (decideHere(scope, known, { type: 'not-known' }).kind !== 'admit') return null;
  const facts = factsIn(snapshot);
  return {
    kind: 'elsewhere',
    basis: 'cache',
    reason: { type: 'elsewhere', entrance },
    // Whose it is matters to nobody on the way.
    ticket: facts && {
      ...facts,
      name: null,
      patron: null,
      ticketsScanned: null,
      ticketsSold: null,
    },
    ticketIds: ticketIdsOf(known),
  };
}
