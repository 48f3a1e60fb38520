import { app } from 'electron';

/** The address of the kiosk's page. */
export interface Home {
  readonly url: string;
  /** The only origin whose calls are accepted. */
  readonly origin: string;
}

/** The host part of `app://` addresses; there is no other. */
export const APP_HOST = 'kiosk';

/** The built page, or electron-vite's server while the kiosk is being developed; never that once packaged. */
export function findHome(): Home {
  const developed = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
  if (developed !== undefined) {
    const { href, origin } = new URL(developed);
    return { url: href, origin };
  }
  return { url: `app://${APP_HOST}/index.html`, origin: `app://${APP_HOST}` };
}
