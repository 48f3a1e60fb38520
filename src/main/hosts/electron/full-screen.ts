import { StateEnforcer } from '#main/hosts/electron/state-enforcer.ts';
import type { Clock } from '#main/base/ports.ts';
import { screen, type BrowserWindow, type Display } from 'electron';
import { isSamePlace } from './place-sides.ts';

/** The window's events after which it may no longer cover the screen. */
const TELLING = [
  'blur',
  'hide',
  'leave-full-screen',
  'leave-html-full-screen',
  'minimize',
  'move',
  'resize',
  'restore',
  'unmaximize',
] as const;

/**
 * The screen's events when a display is added or removed: what was enforced before applied to another
 * arrangement.
 */
const PLUGGING = ['display-added', 'display-removed'] as const;

/**
 * Keeps the window over the whole of a display that is there, before everything else, and at the
 * keyboard, from the moment it is shown. The system's own secure screens (its sign-in, Ctrl+Alt+Del)
 * are not windows of this session and stay what they are.
 *
 * @param ownDisplay the display that it has to cover; null: the one that it is on
 * @returns the function to call when that may be another one
 */
export function keepFullScreen(
  window: BrowserWindow,
  clock: Clock,
  ownDisplay: () => Display | null,
): () => void {
  const display = (): Display => ownDisplay() ?? nearestTo(window);
  const enforcer = new StateEnforcer({
    clock,
    isRight: () => isRight(window, display()),
    putRight: () => putRight(window, display()),
  });
  const note = (): void => enforcer.note();
  const beginAnew = (): void => enforcer.beginAnew();

  const begin = (): void => {
    // Subscribed by name: the typed overloads differ only in their listeners' arguments, none of which is
    // used here.
    for (const event of TELLING) window.on(event as 'blur', note);
    screen.on('display-metrics-changed', note);
    for (const event of PLUGGING) screen.on(event as 'display-added', beginAnew);
    note();
  };

  stayOnTop(window);
  // On Linux a window in kiosk mode is visible as soon as it is created, without a `show` event.
  if (window.isVisible()) begin();
  else window.once('show', begin);
  window.once('closed', () => {
    screen.off('display-metrics-changed', note);
    for (const event of PLUGGING) screen.off(event as 'display-added', beginAnew);
    enforcer.stop();
  });
  return beginAnew;
}

function isRight(window: BrowserWindow, display: Display): boolean {
  // A dialog of the system's own, such as a file chooser, keeps the keyboard until it is closed.
  if (!window.isEnabled()) return true;
  return (
    window.isVisible() &&
    !window.isMinimized() &&
    window.isFullScreen() &&
    isSamePlace(window.getBounds(), display.bounds) &&
    (window.isFocused() || window.webContents.isDevToolsFocused())
  );
}

function putRight(window: BrowserWindow, { bounds }: Display): void {
  if (window.isMinimized()) window.restore();
  if (!window.isVisible()) window.show();
  if (!isSamePlace(window.getBounds(), bounds)) {
    window.setKiosk(false);
    window.setBounds(bounds);
  }
  if (!window.isKiosk()) window.setKiosk(true);
  if (!window.isFullScreen()) window.setFullScreen(true);
  stayOnTop(window);
  window.moveTop();
  window.focus();
}

/** A window level above the panels and notifications of a desktop. */
function stayOnTop(window: BrowserWindow): void {
  window.setAlwaysOnTop(true, 'screen-saver');
}

/** Returns the connected display that most of the window is on, or the nearest one. */
function nearestTo(window: BrowserWindow): Display {
  return screen.getDisplayMatching(window.getBounds());
}
