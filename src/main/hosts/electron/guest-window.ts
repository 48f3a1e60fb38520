import { createPageWindow } from './window.ts';
import { StateEnforcer } from '#main/hosts/electron/state-enforcer.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { guestSideOf } from '#main/kiosk/guest-side.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { BrowserWindow, Display } from 'electron';
import { keepPageAlive } from './crashes.ts';
import type { Ipc } from './ipc.ts';
import { GUEST_PARTITION } from './security/page-session.ts';
import { lockPage } from './security/index.ts';
import { isSamePlace, type Place } from './place-sides.ts';
import type { Sides } from './sides.ts';

/** How long to wait before a page that failed over and over is opened once more, in milliseconds. */
const OPEN_AGAIN_AFTER = 60_000;

export interface GuestWindowParts {
  readonly kiosk: HostedKiosk;
  /** The usher's window, which keeps the keyboard. */
  readonly usher: BrowserWindow;
  readonly sides: Sides;
  /** An ordinary window, on whatever display there is. */
  readonly windowed: boolean;
  readonly preload: string;
  /** The address of the guest's page. */
  readonly url: string;
  readonly ipc: Ipc;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called with whether there is such a window. */
  readonly onShown: (isShown: boolean) => void;
}

/**
 * Opens the guest's window while there is a display for it, moves it where that goes, and closes it. Whatever becomes of
 * it or of its page, the usher's is not touched.
 */
export function keepGuestWindow(parts: GuestWindowParts): void {
  const { usher, sides, windowed, clock, onShown } = parts;
  let window: BrowserWindow | null = null;
  let enforcer: StateEnforcer | null = null;
  let isOver = false;
  let callOff = (): void => undefined;

  const follow = (): void => {
    const isWanted = !isOver && (windowed ? sides.areForBoth : sides.guest !== null);
    if (isWanted && window === null) open();
    else if (!isWanted && window !== null) window.destroy();
    else enforcer?.beginAnew();
    onShown(window !== null);
  };

  /** Not at once: what closes it each time is not to keep the machine busy. */
  const openAgainAfter = (ms: number): void => {
    callOff();
    callOff = clock.after(ms, follow);
  };

  function open(): void {
    // Somebody may have closed it; a page that failed over and over is let rest.
    let againAfter = 1_000;
    // Until it has something to show, guests are not to look at an empty window.
    let isReady = false;
    const opened = openGuestWindow(parts, {
      giveUp() {
        againAfter = OPEN_AGAIN_AFTER;
        opened.destroy();
      },
      onReady() {
        isReady = true;
        enforcer?.beginAnew();
      },
    });
    window = opened;
    if (!windowed) {
      enforcer = new StateEnforcer({
        clock,
        isRight: () => isOver || !isReady || sides.guest === null || covers(opened, sides.guest),
        putRight: () => sides.guest && cover(opened, sides.guest),
      });
      enforcer.note();
    }
    opened.once('closed', () => {
      enforcer?.stop();
      [window, enforcer] = [null, null];
      onShown(false);
      if (!isOver) openAgainAfter(againAfter);
    });
  }

  sides.onChange(follow);
  usher.once('closed', () => {
    isOver = true;
    callOff();
    window?.destroy();
  });
  follow();
}

/** A window that never has the keyboard: a scanner that poses as one types into the usher's. */
function openGuestWindow(
  parts: GuestWindowParts,
  { giveUp, onReady }: { readonly giveUp: () => void; readonly onReady: () => void },
): BrowserWindow {
  const { kiosk, usher, sides, windowed, preload, url, ipc, clock } = parts;
  const logger = parts.logger.scope('guest-window');
  const window = createPageWindow({
    ...{ kiosk, preload, partition: GUEST_PARTITION },
    options: windowed
      ? { width: 1280, height: 800 }
      : {
          ...(sides.guest && placeOver(sides.guest)),
          ...{ frame: false, focusable: false, skipTaskbar: true },
        },
    show() {
      window.showInactive();
      onReady();
    },
  });
  // Nothing may lie over what guests read.
  if (!windowed) window.setAlwaysOnTop(true, 'screen-saver');
  lockPage(window, url);
  ipc.connect(window, guestSideOf(kiosk));
  // Where a system gives it the keyboard all the same, it goes back at once.
  if (!windowed) window.on('focus', () => usher.focus());
  keepPageAlive({
    ...{ window, url, clock, logger, giveUp },
    onAlive: () => undefined,
    onBack: () => undefined,
  });
  return window;
}

/**
 * Where the window covers a display. On X11 no window manager has a window that cannot have the keyboard, and Chromium
 * makes one that is exactly as large as a display smaller by a pixel each way: it is one line higher, out of sight.
 */
function placeOver({ bounds }: Display): Place {
  return process.platform === 'linux' ? { ...bounds, height: bounds.height + 1 } : bounds;
}

function covers(window: BrowserWindow, display: Display): boolean {
  return (
    window.isVisible() &&
    !window.isMinimized() &&
    window.isAlwaysOnTop() &&
    isSamePlace(window.getBounds(), placeOver(display))
  );
}

function cover(window: BrowserWindow, display: Display): void {
  if (window.isMinimized()) window.restore();
  window.setBounds(placeOver(display));
  window.setAlwaysOnTop(true, 'screen-saver');
  if (!window.isVisible()) window.showInactive();
}
