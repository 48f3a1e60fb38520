import type { Entrance } from '#main/entrance/entrance.ts';
import { PartyDesk } from '#main/entrance/party/party-desk.ts';
import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
import type { CommonParts } from '#main/kiosk/kiosk.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import type { Bookkeeping } from './open-bookkeeping.ts';
import type { TicketServices } from './open-tickets.ts';
import type { VenueServices } from './open-venue.ts';

export interface PartyParts extends Pick<CommonParts, 'ports' | 'platformClock' | 'onChange'> {
  readonly tickets: Pick<TicketServices, 'lookUp' | 'usableSnapshot'>;
  readonly bookkeeping: Pick<Bookkeeping, 'admissionLedger'>;
  readonly entrance: Pick<Entrance, 'admitChosen' | 'scopeForGuests' | 'rightToReturn'>;
  readonly lock: Lock;
  readonly venue: Pick<VenueServices, 'lookUpElsewhere'>;
  readonly timings: Pick<AdmissionTimings, 'verdictAtLeast'>;
}

/** Creates the desk at which the rest of a party is let in. */
export function openParty(parts: PartyParts): PartyDesk {
  const { ports, platformClock, tickets, bookkeeping, entrance, lock, timings } = parts;
  return new PartyDesk({
    workerEntry: ports.workers.party,
    ...{ clock: ports.clock, platformClock, onChange: parts.onChange },
    hasPin: () => lock.state().hasPin,
    scopeNow: entrance.scopeForGuests,
    snapshot: tickets.usableSnapshot,
    lookUp: tickets.lookUp,
    lookUpElsewhere: parts.venue.lookUpElsewhere,
    rightToReturn: entrance.rightToReturn,
    ledger: bookkeeping.admissionLedger,
    admit: entrance.admitChosen,
    pace: () => timings.verdictAtLeast,
  });
}
