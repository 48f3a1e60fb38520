import { assertNever } from '#shared/assert-never.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Selection } from '#shared/model/selection.ts';
import { isLocked } from '#renderer/lib/kiosk/lock.ts';
import { isOpened, rowOf, type Screen, type View } from './screens.ts';

/** Screens on which a verdict is not shown. */
const WITHOUT_GUESTS: readonly Screen[] = ['fault', 'leaving', 'first-start', 'server'];

/** Screens that a notice covers: those of the door. On all others staff are at work, and read it in a line. */
const UNDER_NOTICES: readonly Screen[] = ['ready', 'programme'];

/** Screens on which nothing can be done, with or without the PIN. */
const AT_REST: readonly Screen[] = ['starting', 'leaving'];

/**
 * Decides which screen is shown; nothing else does. Null: the kiosk has not answered yet. The PIN pad can
 * be asked for by an action on any screen.
 *
 * @param setAside the sequence of a verdict that is looked at elsewhere, and covers nothing any more
 */
export function screenOf(
  state: KioskState | null,
  view: View,
  isPinAsked = false,
  setAside: number | null = null,
): Screen {
  const beneath = screenBeneath(state, view);
  const isUp = isDoorOpen(state) && !WITHOUT_GUESTS.includes(beneath);
  // A verdict is shown over any screen, because scanners are read on all of them.
  if (isUp && state.verdict.shown !== null && state.verdict.shown.sequence !== setAside)
    return 'verdict';
  if (isPinAsked && !AT_REST.includes(beneath)) return 'unlock';
  const isNoticed = isUp && state.verdict.notice !== null && UNDER_NOTICES.includes(beneath);
  return isNoticed ? 'notice' : beneath;
}

/** Returns the screen under a verdict or the PIN pad. */
export function screenBeneath(state: KioskState | null, view: View): Screen {
  if (state === null) return 'starting';
  const screen = screenAsked(state, view);
  return isLocked(state) && isBehindThePin(screen, state) ? 'unlock' : screen;
}

/** Returns the requested screen, whether or not it needs the PIN. */
function screenAsked(state: KioskState, view: View): Screen {
  if (state.machine.fault !== null) return 'fault';
  if (state.session.leaving !== null) return 'leaving';
  if (state.machine.firstStart.at !== 'over') return 'first-start';
  if (state.session.baseUrl === null) return 'server';
  switch (state.session.current.status) {
    case 'signed-out':
      return besides('sign-in', state, view);
    case 'signing-in':
      return 'sign-in';
    case 'lost':
      if (state.door.selection === null || view === 'sign-in')
        return besides('sign-in', state, view);
      return besides('ready', state, view);
    case 'signed-in':
      if (state.door.selection === null || view === 'choose') return besides('select', state, view);
      return besides('ready', state, view);
    default:
      return assertNever(state.session.current);
  }
}

/** What was opened next to the screen that the state leads to. */
function besides(screen: Screen, state: KioskState, view: View): Screen {
  if (!isOpened(view)) return screen;
  return (rowOf(view).isThere?.(state) ?? true) ? view : screen;
}

/** Whether a view is open that a new verdict closes. */
export function isBeside(where: Screen | View): boolean {
  return isOpened(where) && rowOf(where).opens === 'beside';
}

/** Whether a view is about a verdict, which it covers, and waits under those that come meanwhile. */
export function isOverVerdict(where: Screen | View): boolean {
  return isOpened(where) && rowOf(where).opens === 'over-verdict';
}

type OpenState = KioskState & { readonly door: { readonly selection: Selection } };

/** Whether the door is open: there is a selection, whether or not somebody is signed in. */
export function isDoorOpen(state: KioskState | null): state is OpenState {
  return state !== null && state.door.selection !== null;
}

/** Whether what is scanned now only shows how a scanner reads. */
export function isTryingScanners(state: KioskState | null, screen: Screen): boolean {
  return (
    screen === 'scanners' ||
    (screen === 'first-start' && state?.machine.firstStart.at === 'scanner')
  );
}

/** Whether a camera reads now: at an open door, and where people look whether it does. */
export function isCameraNeeded(state: KioskState | null, screen: Screen): boolean {
  if (!state?.settings.camera || state.machine.fault !== null || state.session.leaving !== null)
    return false;
  return isDoorOpen(state) || isTryingScanners(state, screen) || screen === 'readiness';
}

/** Whether a screen needs the PIN. */
export function isBehindThePin(screen: Screen, { door }: Pick<KioskState, 'door'>): boolean {
  // Selecting at a closed door starts the work; at an open one it interrupts it.
  return rowOf(screen).access === 'pin' || (screen === 'select' && door.selection !== null);
}
