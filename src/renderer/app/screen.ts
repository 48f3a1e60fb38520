import { assertNever } from '#shared/assert-never.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Selection } from '#shared/model/selection.ts';
import { isLocked } from '#renderer/features/lock/lock.ts';

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
  | 'discrepancies'
  | 'history'
  | 'numbers'
  | 'settings'
  | 'find'
  | 'unlock';

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
  | 'discrepancies'
  /** Looking at the scans of the past. */
  | 'history'
  /** Looking at the evening's numbers. */
  | 'numbers'
  /** Setting the kiosk. */
  | 'settings'
  /** Looking for a ticket by what people know of it. */
  | 'find';

/** Where a verdict would be about nobody. */
const WITHOUT_GUESTS: readonly Screen[] = ['fault', 'leaving', 'server'];

/** What the public has no business with, at an open door or a closed one. */
const BEHIND_THE_PIN: readonly Screen[] = ['settings', 'scanners', 'discrepancies', 'find'];

/** Where nothing can be done, with or without the PIN. */
const AT_REST: readonly Screen[] = ['starting', 'leaving'];

/** What somebody looks at beside the door. */
const BESIDE: readonly (Screen | View)[] = [
  'programme',
  'readiness',
  'scanners',
  'discrepancies',
  'history',
  'numbers',
  'settings',
  'find',
];

/**
 * Which screen is shown: the one place that decides it. Null: the kiosk has not answered yet. The PIN
 * may be asked for by something that was begun on a screen.
 */
export function screenOf(state: KioskState | null, view: View, isPinAsked = false): Screen {
  const beneath = screenBeneath(state, view);
  const isUp = isDoorOpen(state) && !WITHOUT_GUESTS.includes(beneath);
  // A scanner may be read whatever screen is up: its guest is answered there.
  if (isUp && state.verdict !== null) return 'verdict';
  return isPinAsked && !AT_REST.includes(beneath) ? 'unlock' : beneath;
}

/** Which screen is shown when neither a verdict nor the PIN pad covers it. */
export function screenBeneath(state: KioskState | null, view: View): Screen {
  if (state === null) return 'starting';
  const screen = screenAsked(state, view);
  return isLocked(state) && isBehindThePin(screen, state) ? 'unlock' : screen;
}

/** Which screen is asked for, whoever asks. */
function screenAsked(state: KioskState, view: View): Screen {
  if (state.fault !== null) return 'fault';
  if (state.leaving !== null) return 'leaving';
  if (state.baseUrl === null) return 'server';
  switch (state.session.status) {
    case 'signed-out':
      return besides('sign-in', state, view);
    case 'signing-in':
      return 'sign-in';
    case 'lost':
      if (state.selection === null || view === 'sign-in') return besides('sign-in', state, view);
      return besides('ready', state, view);
    case 'signed-in':
      if (state.selection === null || view === 'choose') return besides('select', state, view);
      return besides('ready', state, view);
    default:
      return assertNever(state.session);
  }
}

/** What was asked for beside the screen that the state leads to. */
function besides(screen: Screen, state: KioskState, view: View): Screen {
  switch (view) {
    case 'programme':
      return state.programme.clientId === null ? screen : 'programme';
    case 'readiness':
    case 'scanners':
    case 'discrepancies':
    case 'history':
    case 'numbers':
    case 'settings':
      return view;
    case 'find':
      return isDoorOpen(state) ? 'find' : screen;
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
  return BESIDE.includes(where);
}

type OpenState = KioskState & { readonly selection: Selection };

/** Whether the door is open: something is chosen, whether or not somebody is signed in just now. */
export function isDoorOpen(state: KioskState | null): state is OpenState {
  return state !== null && state.selection !== null;
}

/** Whether a screen is only for who knows the PIN. */
export function isBehindThePin(
  screen: Screen,
  { selection }: Pick<KioskState, 'selection'>,
): boolean {
  // Choosing at a closed door begins a shift; at an open one it ends what goes on there.
  return BEHIND_THE_PIN.includes(screen) || (screen === 'select' && selection !== null);
}
