import { GUEST_PAGE } from '#shared/guest-page.ts';

/** Whose side a page is: the guest's has a display, or a window, of its own. */
export type Side = 'usher' | 'guest';

/** Which side the page at this address shows. What it is told, and may ask for, does not depend on it: main knows. */
export function sideAt({ pathname }: Pick<Location, 'pathname'>): Side {
  return pathname.endsWith(`/${GUEST_PAGE}`) ? 'guest' : 'usher';
}

/** Where a second window shows the guest's side of the page at this address. */
export function guestAddress({ href }: Pick<Location, 'href'>): string {
  return new URL(GUEST_PAGE, href).href;
}
