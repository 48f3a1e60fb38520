import { assertNever } from '#shared/assert-never.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';

export type Screen = 'starting' | 'fault' | 'server' | 'sign-in' | 'select' | 'ready' | 'verdict';

/** Where the operator asked to be, beyond what the kiosk's state demands. */
export type View =
  /** Wherever the state leads. */
  | 'door'
  /** Signing in again while the door stays open. */
  | 'sign-in'
  /** Choosing anew what the door is open for. */
  | 'choose';

/** Which screen is shown: the one place that decides it. Null: the kiosk has not answered yet. */
export function screenOf(state: KioskState | null, view: View): Screen {
  if (state === null) return 'starting';
  if (state.fault !== null) return 'fault';
  if (state.server === null) return 'server';
  switch (state.session.status) {
    case 'signed-out':
    case 'signing-in':
      return 'sign-in';
    case 'lost':
      if (state.selection === null || view === 'sign-in') return 'sign-in';
      return doorScreen(state);
    case 'signed-in':
      if (state.selection === null) return 'select';
      if (view === 'choose' && state.verdict === null) return 'select';
      return doorScreen(state);
    default:
      return assertNever(state.session);
  }
}

function doorScreen(state: KioskState): Screen {
  return state.verdict === null ? 'ready' : 'verdict';
}

/** Whether a scan is taken in: only where its verdict will be seen. */
export function takesScans(screen: Screen): boolean {
  return screen === 'ready' || screen === 'verdict';
}
