import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { ok } from '#shared/result.ts';
import { guestState } from './guest-state.ts';

/** All that the guest's side can ask for: nothing that is behind the PIN, and nothing that changes the kiosk. */
export type GuestHandlers = Pick<
  KioskHandlers,
  'state' | 'scan' | 'missScan' | 'venueLogo' | 'programmeBoard'
>;

/** The kiosk as the page on the guest's display has it. */
export interface GuestSide extends Pick<HostedKiosk, 'mayCall' | 'state' | 'onState'> {
  readonly handlers: GuestHandlers | null;
}

/** A kiosk as guests may know it, over the one that staff have. */
export function guestSideOf(
  kiosk: Pick<HostedKiosk, 'handlers' | 'mayCall' | 'state' | 'onState'>,
): GuestSide {
  const state = (): KioskState => guestState(kiosk.state());
  return {
    get handlers() {
      return kiosk.handlers && handlersFor(kiosk.handlers, state);
    },
    mayCall: (name) => kiosk.mayCall(name),
    state,
    onState: (listener) => kiosk.onState((whole) => listener(guestState(whole))),
  };
}

function handlersFor(
  { missScan, scan, venueLogo, programmeBoard }: KioskHandlers,
  state: () => KioskState,
): GuestHandlers {
  return {
    state: () => ok(state()),
    // A keyboard scanner types into whichever window has the keyboard. Nobody types a code on the guest's side by hand.
    scan: ({ code }) => scan({ code, source: 'wedge' }),
    ...{ missScan, venueLogo, programmeBoard },
  };
}
