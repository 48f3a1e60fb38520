/** The path, below the kiosk's own page, at which the guest's side of it is. */
export const GUEST_PAGE = 'guest';

/** The same of its socket, where the kiosk is served to a browser; the usher's is `kiosk`. */
export const GUEST_SOCKET = 'guest-kiosk';
