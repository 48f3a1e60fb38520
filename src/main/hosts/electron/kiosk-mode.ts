import { followAutostart } from '#main/hosts/electron/autostart-by-file.ts';
import { ServiceManager } from '#main/hosts/electron/service-manager.ts';
import { HostWindow } from '#main/hosts/host/host-window.ts';
import { systemdNotify } from '#main/hosts/electron/systemd-notify.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import { app, type BrowserWindow } from 'electron';
import { tellAutostart } from './autostart.ts';
import { keepFullScreen } from './full-screen.ts';
import { createDisplayKeeper } from './power.ts';
import type { Sides } from './sides.ts';

export interface KioskModeParts {
  readonly window: BrowserWindow;
  readonly kiosk: Pick<HostedKiosk, 'state' | 'onState'>;
  readonly appWindow: HostWindow;
  readonly sides: Sides;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * What kiosk mode calls to control the window.
 *
 * @param swapSides gives each side the other's display
 */
export function createHostWindow(windowed: boolean, swapSides: () => void): HostWindow {
  const autostart = app.isPackaged ? 'possible' : 'not-packaged';
  const state = { ...NO_APP_WINDOW, canClose: true, isFullScreen: !windowed, autostart } as const;
  return new HostWindow(state, { quit: () => app.quit(), swapSides });
}

/**
 * Runs the window in kiosk mode from its start to its end: it covers the screen, keeps the display on, and,
 * where that is configured, is started and monitored by the system. An ordinary window does not cover the
 * screen, and keeps the display on only while a door is open.
 *
 * @returns the function to call with each sign of life of the page
 */
export function keepKioskMode(parts: KioskModeParts): {
  readonly noteAlive: () => void;
} {
  const { window, kiosk, appWindow, sides, clock, logger } = parts;
  const { isFullScreen } = appWindow.state();
  if (isFullScreen) sides.onChange(keepFullScreen(window, clock, () => sides.usher));
  const keepDisplayOn = createDisplayKeeper();
  const manager = new ServiceManager({ env: process.env, clock, logger, tell: systemdNotify });
  const follow = ({ door: { selection }, session: { leaving } }: KioskState): void => {
    keepDisplayOn(isFullScreen || selection !== null);
    if (leaving === 'closing') manager.stopping();
  };
  kiosk.onState(follow);
  follow(kiosk.state());
  if (app.isPackaged) {
    const onOutcome = appWindow.noteAutostart.bind(appWindow);
    followAutostart({ kiosk, tell: tellAutostart, onOutcome, logger });
  }
  return { noteAlive: () => manager.noteAlive() };
}
