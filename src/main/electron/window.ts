import { BrowserWindow, Menu } from 'electron';
import { lockedWebPreferences } from './security/web-preferences.ts';

/** Near black, as the page is: what is seen before the page is painted. */
const BACKGROUND = '#0E1116';

export interface WindowOptions {
  /** An ordinary window instead of the full screen. */
  readonly windowed: boolean;
  /** The built preload's path. */
  readonly preload: string;
}

/** The kiosk's one window, hidden until it has something to show. */
export function createWindow({ windowed, preload }: WindowOptions): BrowserWindow {
  // Without a menu there are no shortcuts of the menu's, like the one that reloads.
  Menu.setApplicationMenu(null);
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    kiosk: !windowed,
    show: false,
    backgroundColor: BACKGROUND,
    title: 'Usher',
    webPreferences: lockedWebPreferences(preload),
  });
  const show = (): void => {
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  };
  window.once('ready-to-show', show);
  // A first frame that never comes must not keep a page that is there out of sight.
  window.webContents.once('did-finish-load', show);
  return window;
}
