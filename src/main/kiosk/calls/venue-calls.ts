import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { VenueServices } from '#main/kiosk/open-venue.ts';
import { err, ok } from '#shared/result.ts';

export interface VenueCallParts {
  readonly venue: Pick<VenueServices, 'look' | 'orderHold' | 'endHoldHere' | 'correctInside'>;
}

type VenueCalls = Pick<KioskHandlers, 'house' | 'holdDoors' | 'endHoldHere' | 'correctInside'>;

/** Calls about the doors of the house. */
export function venueCalls({ venue }: VenueCallParts): VenueCalls {
  return {
    house: async () => ok(await venue.look()),
    holdDoors: ({ on }) => (venue.orderHold(on) ? ok(null) : err({ type: 'no-venue' })),
    correctInside: ({ by, why }) =>
      venue.correctInside(by, why) ? ok(null) : err({ type: 'no-venue' }),
    endHoldHere: () => (venue.endHoldHere() ? ok(null) : err({ type: 'no-venue' })),
  };
}
