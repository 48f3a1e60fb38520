import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { VenueServices } from '#main/kiosk/open-venue.ts';
import { ok } from '#shared/result.ts';

export interface VenueCallParts {
  readonly venue: Pick<VenueServices, 'look'>;
}

type VenueCalls = Pick<KioskHandlers, 'house'>;

/** Calls about the doors of the house. */
export function venueCalls({ venue }: VenueCallParts): VenueCalls {
  return {
    house: async () => ok(await venue.look()),
  };
}
