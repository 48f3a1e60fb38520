import { expect, type ElectronApplication, type Page } from '@playwright/test';
import type { Place } from '#main/hosts/electron/place-sides.ts';

/** How the addresses of the two sides' pages end. */
export const USHERS = '/index.html';
export const GUESTS = '/guest';

/** The page at such an address, once it is there. */
export async function pageAt(app: ElectronApplication, end: string): Promise<Page> {
  const found = (): Page | undefined =>
    app.windows().find((page) => !page.isClosed() && page.url().endsWith(end));
  await expect.poll(() => found() !== undefined).toBe(true);
  const page = found();
  if (page === undefined) throw new Error('the window is gone again');
  return page;
}

/**
 * Where the two windows are, by Electron's word; null: there is none, or nobody can see it, or, of the guest's, another
 * window can lie over it.
 */
export function placesOf(
  app: ElectronApplication,
): Promise<{ readonly usher: Place | null; readonly guest: Place | null }> {
  return app.evaluate(
    ({ BrowserWindow }, ends) => {
      const placeOf = (end: string) => {
        const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
          webContents.getURL().endsWith(end),
        );
        if (window?.isVisible() !== true) return null;
        return end === ends.guest && !window.isAlwaysOnTop() ? null : window.getBounds();
      };
      return { usher: placeOf(ends.usher), guest: placeOf(ends.guest) };
    },
    { usher: USHERS, guest: GUESTS },
  );
}

/** The number of the usher's window on the X display. */
export function numberOfUshers(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }, end) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().endsWith(end),
    );
    return window?.getNativeWindowHandle().readUInt32LE() ?? 0;
  }, USHERS);
}
