import { assertNever } from '#shared/assert-never.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';

export type Screen =
  | 'starting'
  | 'fault'
  | 'leaving'
  | 'server'
  | 'sign-in'
  | 'select'
  | 'ready'
  | 'verdict'
  | 'programme'
  | 'readiness'
  | 'scanners'
  | 'discrepancies';

/** Where the operator asked to be, beyond what the kiosk's state demands. */
export type View =
  /** Wherever the state leads. */
  | 'door'
  /** Signing in again while the door stays open. */
  | 'sign-in'
  /** Choosing anew what the door is open for. */
  | 'choose'
  /** Looking at what is on. */
  | 'programme'
  /** Looking whether all is well. */
  | 'readiness'
  /** Setting up scanners, and trying them. */
  | 'scanners'
  /** Looking at the scans that the platform does not accept. */
  | 'discrepancies';

/** Which screen is shown: the one place that decides it. Null: the kiosk has not answered yet. */
export function screenOf(state: KioskState | null, view: View): Screen {
  if (state === null) return 'starting';
  if (state.fault !== null) return 'fault';
  if (state.leaving !== null) return 'leaving';
  if (state.server === null) return 'server';
  switch (state.session.status) {
    case 'signed-out':
      return besides('sign-in', state, view);
    case 'signing-in':
      return 'sign-in';
    case 'lost':
      if (state.selection === null) return besides('sign-in', state, view);
      if (view === 'sign-in') return 'sign-in';
      return doorScreen(state, view);
    case 'signed-in':
      if (state.selection === null) return besides('select', state, view);
      if (view === 'choose' && state.verdict === null) return 'select';
      return doorScreen(state, view);
    default:
      return assertNever(state.session);
  }
}

function doorScreen(state: KioskState, view: View): Screen {
  return state.verdict === null ? besides('ready', state, view) : 'verdict';
}

/** What was asked for beside the screen that the state leads to. */
function besides(screen: Screen, state: KioskState, view: View): Screen {
  switch (view) {
    case 'programme':
      return state.programme.clientId === null ? screen : 'programme';
    case 'readiness':
    case 'scanners':
    case 'discrepancies':
      return view;
    case 'door':
    case 'sign-in':
    case 'choose':
      return screen;
    default:
      return assertNever(view);
  }
}

/** Whether somebody looks at something beside the door, and gives way to a guest. */
export function isBeside(where: Screen | View): boolean {
  switch (where) {
    case 'programme':
    case 'readiness':
    case 'scanners':
    case 'discrepancies':
      return true;
    default:
      return false;
  }
}

/** Whether the door is open: something is chosen, and nobody has signed out since. */
export function isDoorOpen(state: KioskState | null): boolean {
  if (state === null || state.selection === null) return false;
  return state.session.status === 'signed-in' || state.session.status === 'lost';
}

/** Whether a scan is taken in: only where its verdict will be seen. */
export function takesScans(screen: Screen, state: KioskState | null): boolean {
  if (isBeside(screen)) return isDoorOpen(state);
  return screen === 'ready' || screen === 'verdict';
}
