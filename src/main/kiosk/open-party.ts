import type { Entrance } from '#main/entrance/entrance.ts';
import { PartyDesk } from '#main/entrance/party/party-desk.ts';
import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
import type { CommonParts } from '#main/kiosk/kiosk.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import type { Bookkeeping } from './open-bookkeeping.ts';
import type { TicketServices } from './open-tickets.ts';
import type { VenueServices } from './open-venue.ts';

/** How long a device may take between two pulses, in milliseconds. */
const BETWEEN_PULSES = 500;

export interface PartyParts extends Pick<CommonParts, 'ports' | 'platformClock'> {
  readonly onChange: () => void;
  readonly tickets: Pick<TicketServices, 'lookUp' | 'usableSnapshot'>;
  readonly bookkeeping: Pick<Bookkeeping, 'admissionLedger'>;
  readonly entrance: Pick<Entrance, 'admitChosen' | 'scopeForGuests' | 'rightToReturn'>;
  readonly lock: Lock;
  readonly venue: Pick<VenueServices, 'lookUpPeerEvents'>;
  readonly timings: Pick<AdmissionTimings, 'verdictAtLeast'>;
}

/** Creates the desk at which the rest of a party is let in. */
export function openParty(parts: PartyParts): PartyDesk {
  const { ports, platformClock, tickets, bookkeeping, entrance, lock, timings } = parts;
  return new PartyDesk({
    workerEntry: ports.workers.tickets,
    ...{ clock: ports.clock, platformClock, onChange: parts.onChange },
    hasPin: () => lock.state().hasPin,
    isLocked: () => !lock.isUnlocked,
    scopeNow: entrance.scopeForGuests,
    snapshot: tickets.usableSnapshot,
    lookUp: tickets.lookUp,
    lookUpPeerEvents: parts.venue.lookUpPeerEvents,
    rightToReturn: entrance.rightToReturn,
    ledger: bookkeeping.admissionLedger,
    admit: entrance.admitChosen,
    pace() {
      // Whoever lets them in works at the kiosk.
      lock.touch();
      return Math.max(timings.verdictAtLeast, ...ports.settingsFile.read().outputs.map(gateTime));
    },
  });
}

/** How long a guest has for the way through a gate, in milliseconds; 0: it is none that opens for guests. */
function gateTime({ purpose, follows, pulse }: OutputSetting): number {
  return purpose === 'gate' && follows.includes('admit') ? pulse + BETWEEN_PULSES : 0;
}
