import { GUEST_PAGE } from '#shared/guest-page.ts';
import { app } from 'electron';

/** The address of the kiosk's page. */
export interface Home {
  readonly url: string;
  /** That of the guest's side. */
  readonly guestUrl: string;
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
    return { url: href, guestUrl: new URL(GUEST_PAGE, href).href, origin };
  }
  const origin = `app://${APP_HOST}`;
  return { url: `${origin}/index.html`, guestUrl: `${origin}/${GUEST_PAGE}`, origin };
}
