import type { ElectronApplication } from '@playwright/test';
import { execFileSync } from 'node:child_process';

/** How the kiosk's window stands, by its own word. */
export interface Standing {
  readonly fullScreen: boolean;
  readonly focused: boolean;
  readonly onTop: boolean;
  /** Whether it covers one of the displays that are there. */
  readonly covers: boolean;
}

export function standing(app: ElectronApplication): Promise<Standing> {
  return app.evaluate(({ BrowserWindow, screen }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('there is no window');
    const bounds = JSON.stringify(window.getBounds());
    return {
      fullScreen: window.isFullScreen(),
      focused: window.isFocused(),
      onTop: window.isAlwaysOnTop(),
      covers: screen.getAllDisplays().some((one) => JSON.stringify(one.bounds) === bounds),
    };
  });
}

/** The window's number on the X display. */
export function numberOnDisplay(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.getNativeWindowHandle().readUInt32LE() ?? 0;
  });
}

/** Which of these the display's window manager says of a window. */
export function statesOnDisplay(number: number): readonly string[] {
  const said = execFileSync('xprop', ['-id', String(number), '_NET_WM_STATE'], {
    encoding: 'utf8',
  });
  return ['ABOVE', 'FULLSCREEN', 'HIDDEN'].filter((state) => said.includes(state));
}

/** Where a window is on the display, by the display's own word, in pixels. */
export function placeOnDisplay(number: number): Electron.Rectangle {
  const said = execFileSync('xdotool', ['getwindowgeometry', '--shell', String(number)], {
    encoding: 'utf8',
  });
  const of = (name: string): number =>
    Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(said)?.[1]);
  return { x: of('X'), y: of('Y'), width: of('WIDTH'), height: of('HEIGHT') };
}

/** The number of the window that has the keyboard; 0: none. */
export function activeOnDisplay(): number {
  try {
    return Number(execFileSync('xdotool', ['getactivewindow'], { stdio: 'pipe' }).toString());
  } catch {
    return 0;
  }
}

/** Somebody touches the display, or clicks there, in pixels of the whole desktop. */
export function touchDisplay(x: number, y: number): void {
  execFileSync('xdotool', ['mousemove', String(x), String(y), 'click', '1']);
}

/**
 * Listens to the window from now on: what comes back waits until it has told of this once. Somebody
 * listens before this resolves, so that nothing that is done then goes unheard.
 */
export async function listenFor(
  app: ElectronApplication,
  event: 'blur' | 'resize',
): Promise<() => Promise<void>> {
  const heard = await app.evaluateHandle(({ BrowserWindow }, name) => {
    const [window] = BrowserWindow.getAllWindows();
    return {
      once: new Promise<void>((resolve) => window?.once(name as 'blur', () => resolve())),
    };
  }, event);
  return () => heard.evaluate(({ once }) => once);
}

/** A window manager's word, from outside of the application. */
export function asWindowManager(...args: readonly string[]): void {
  execFileSync('wmctrl', [...args]);
}
