import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { GuestState } from '#shared/model/guest-state.ts';
import type { StateUpdate, WholeState } from '#shared/model/kiosk-state.ts';
import { ok, type Result } from '#shared/result.ts';
import { guestState } from './guest-state.ts';
import { newSlices } from './state-publisher.ts';

/** All that the guest's side can ask for: nothing that is behind the PIN, and nothing that changes the kiosk. */
export interface GuestHandlers extends Pick<
  KioskHandlers,
  'scan' | 'missScan' | 'venueLogo' | 'programmeBoard'
> {
  readonly state: (request: null) => Result<WholeState<GuestState>, never>;
}

/** The kiosk as the page on the guest's display has it. */
export interface GuestSide extends Pick<HostedKiosk, 'mayCall'> {
  readonly handlers: GuestHandlers | null;
  onState(listener: (state: GuestState, update: StateUpdate<GuestState>) => void): () => void;
}

type ServedKiosk = Pick<HostedKiosk, 'handlers' | 'mayCall' | 'whole' | 'onState'>;

/** A kiosk as guests may know it, over the one that staff have. */
export function guestSideOf(kiosk: ServedKiosk): GuestSide {
  return {
    get handlers() {
      return kiosk.handlers && handlersFor(kiosk.handlers, kiosk);
    },
    mayCall: (name) => kiosk.mayCall(name),
    onState(listener) {
      let told: GuestState | null = null;
      return kiosk.onState((whole, { version }) => {
        const state = guestState(whole);
        const slices = newSlices(state, told);
        told = state;
        if (Object.keys(slices).length > 0) listener(state, { version, slices });
      });
    },
  };
}

function handlersFor(
  { missScan, scan, venueLogo, programmeBoard }: KioskHandlers,
  kiosk: Pick<HostedKiosk, 'whole'>,
): GuestHandlers {
  return {
    state() {
      const { version, slices } = kiosk.whole();
      return ok({ version, slices: guestState(slices) });
    },
    // A keyboard scanner types into whichever window has the keyboard. Nobody types a code on the guest's side by hand.
    scan: ({ code }) => scan({ code, source: 'wedge' }),
    missScan,
    venueLogo,
    programmeBoard,
  };
}
