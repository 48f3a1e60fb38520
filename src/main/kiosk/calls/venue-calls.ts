import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { HousePageServices } from '#main/kiosk/open-house-page.ts';
import type { VenueServices } from '#main/kiosk/open-venue.ts';
import { err, ok } from '#shared/result.ts';

export interface VenueCallParts extends HousePageServices {
  readonly venue: Pick<
    VenueServices,
    'look' | 'orderHold' | 'endHoldHere' | 'judgeDoors' | 'correctInside' | 'view' | 'houseDesk'
  >;
}

type VenueCalls = Pick<
  KioskHandlers,
  | 'house'
  | 'holdDoors'
  | 'endHoldHere'
  | 'judgeDoors'
  | 'correctInside'
  | 'houseSetup'
  | 'setUpHouse'
  | 'hostHouse'
  | 'leaveHouse'
  | 'offerJoining'
  | 'stopOffering'
  | 'awaitJoinCode'
  | 'joinHouse'
  | 'confirmJoining'
  | 'houseLink'
  | 'renewHouseLink'
>;

/** Calls about the doors of the house. */
export function venueCalls({ venue, housePage }: VenueCallParts): VenueCalls {
  const { houseDesk } = venue;
  return {
    houseSetup: () => ok({ ...houseDesk.view, trouble: venue.view().trouble }),
    setUpHouse: (typed) => houseDesk.setUp(typed),
    hostHouse: () => houseDesk.host(),
    leaveHouse: () => houseDesk.leave(),
    offerJoining: () => houseDesk.offer(),
    stopOffering() {
      houseDesk.stopOffering();
      return ok(null);
    },
    awaitJoinCode({ on }) {
      if (on) houseDesk.joining.open();
      else houseDesk.joining.close();
      return ok(null);
    },
    joinHouse: ({ code }) => houseDesk.joining.read(code),
    confirmJoining: ({ broker }) => houseDesk.joining.confirm(broker),
    houseLink: () => housePage.link(),
    renewHouseLink: () => housePage.renew(),
    house: async () => ok(await venue.look()),
    holdDoors: ({ on }) => (venue.orderHold(on) ? ok(null) : err({ type: 'no-venue' })),
    correctInside: ({ by, why }) =>
      venue.correctInside(by, why) ? ok(null) : err({ type: 'no-venue' }),
    judgeDoors: ({ judged, isDisregarded }) =>
      venue.judgeDoors(judged, isDisregarded) ? ok(null) : err({ type: 'no-venue' }),
    endHoldHere: () => (venue.endHoldHere() ? ok(null) : err({ type: 'no-venue' })),
  };
}
