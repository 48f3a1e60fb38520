import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { Theme } from '#shared/model/settings.ts';
import { BrowserWindow, Menu, nativeTheme, type BrowserWindowConstructorOptions } from 'electron';
import { PAGE_PARTITION } from './security/page-session.ts';
import { lockedWebPreferences } from './security/web-preferences.ts';

/** The window's background in each theme, seen before the page is painted. */
const GROUNDS = {
  auto: '#0E1116',
  dark: '#0E1116',
  light: '#EFF1F5',
  'high-contrast': '#000000',
} as const satisfies Record<Theme, string>;

export interface WindowOptions {
  /** An ordinary window instead of the full screen. */
  readonly windowed: boolean;
  /** The built preload's path. */
  readonly preload: string;
  readonly kiosk: Pick<HostedKiosk, 'state' | 'onState'>;
}

/** The kiosk's own window, hidden until it has something to show. */
export function createWindow({ windowed, preload, kiosk }: WindowOptions): BrowserWindow {
  // Removing the menu also removes its shortcuts, such as the one that reloads.
  Menu.setApplicationMenu(null);
  wear(kiosk.state().settings.theme);
  const window: BrowserWindow = createPageWindow({
    ...{ kiosk, preload, partition: PAGE_PARTITION },
    options: { width: 1280, height: 800, kiosk: !windowed },
    show: () => window.show(),
  });
  return window;
}

export interface PageWindowOptions {
  readonly kiosk: Pick<HostedKiosk, 'state' | 'onState'>;
  readonly preload: string;
  /** The session of its page. */
  readonly partition: string;
  readonly options: BrowserWindowConstructorOptions;
  /** Called when it has something to show. */
  readonly show: () => void;
}

/** A window for one locked page, in the kiosk's theme. */
export function createPageWindow(parts: PageWindowOptions): BrowserWindow {
  const { kiosk, preload, partition, options } = parts;
  const { theme } = kiosk.state().settings;
  const window = new BrowserWindow({
    ...options,
    show: false,
    title: 'Usher',
    backgroundColor: GROUNDS[theme],
    webPreferences: lockedWebPreferences(preload, partition),
  });
  followTheme(window, kiosk, theme);
  const show = (): void => {
    if (!window.isDestroyed() && !window.isVisible()) parts.show();
  };
  window.once('ready-to-show', show);
  // Shows the window even if the first frame is never reported, because the page may be there all the same.
  window.webContents.once('did-finish-load', show);
  return window;
}

function followTheme(window: BrowserWindow, kiosk: WindowOptions['kiosk'], worn: Theme): void {
  let shown = worn;
  const stop = kiosk.onState(({ settings: { theme } }) => {
    if (theme === shown || window.isDestroyed()) return;
    shown = theme;
    wear(theme);
    window.setBackgroundColor(GROUNDS[theme]);
  });
  window.once('closed', stop);
}

/** The page goes by the machine's preference until it knows the kiosk's theme. */
function wear(theme: Theme): void {
  nativeTheme.themeSource = theme === 'light' ? 'light' : 'dark';
}
