import { Finder } from '#main/entrance/find/finder.ts';
import { standingHere } from '#main/entrance/find/standing.ts';
import type { CommonParts } from '#main/kiosk/kiosk.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import { ok } from '#shared/result.ts';
import type { Bookkeeping } from './open-bookkeeping.ts';
import type { Entrance } from '#main/entrance/entrance.ts';
import type { VenueServices } from './open-venue.ts';
import type { TicketServices } from './open-tickets.ts';

export interface FinderParts extends Pick<CommonParts, 'ports' | 'platformClock'> {
  readonly onChange: () => void;
  readonly tickets: Pick<TicketServices, 'scopeNow' | 'lookUp' | 'usableSnapshot'>;
  readonly bookkeeping: Pick<Bookkeeping, 'admissionLedger'>;
  readonly entrance: Pick<Entrance, 'scanners' | 'rightToReturn'>;
  readonly lock: Lock;
  readonly venue: Pick<VenueServices, 'lookUpPeerEvents'>;
}

/**
 * Creates the search for guests who have no code to present; a found ticket is then entered like a
 * scan.
 */
export function openFinder(parts: FinderParts): Finder {
  const { ports, platformClock, tickets, bookkeeping, entrance, lock, onChange } = parts;
  const { lookUpPeerEvents } = parts.venue;
  return new Finder({
    workerEntry: ports.workers.tickets,
    clock: ports.clock,
    lock: () => lock.state(),
    snapshot: tickets.usableSnapshot,
    standing(ticket) {
      const scope = tickets.scopeNow();
      if (scope === null) return ok({ type: 'not-known' });
      const { lookUp } = tickets;
      const { rightToReturn } = entrance;
      const ledger = bookkeeping.admissionLedger;
      const { clock } = ports;
      const sources = { lookUp, lookUpPeerEvents, rightToReturn, ledger, clock, platformClock };
      return standingHere(sources, scope, ticket);
    },
    enter: (code) => entrance.scanners.chosenByHand(code),
    onChange,
  });
}
