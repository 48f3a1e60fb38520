import { m } from '#renderer/i18n/messages.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';
import { rowOf, screensInMenu, type View } from '#renderer/lib/kiosk/screens.ts';

/** Something that an usher can do at an open door, besides scanning. */
export interface DoorEntry {
  /** `foot`: often, so it has a button of its own. `menu`: now and then. */
  readonly place: 'foot' | 'menu';
  readonly label: string;
  readonly choose: () => void;
}

interface Entry {
  readonly place: DoorEntry['place'];
  readonly label: () => string;
  readonly choose: (kiosk: Kiosk) => unknown;
  /** Always, unless it says otherwise. */
  readonly isThere?: ((state: KioskState) => boolean) | undefined;
}

/** In their order: a new one that opens no screen is a line here. */
const ENTRIES: readonly Entry[] = [
  { place: 'foot', label: m.ready_change, choose: to('choose'), isThere: isSignedIn },
  ...screenEntries('evening'),
  {
    place: 'menu',
    label: m.wayOut_begin,
    choose: (kiosk) => kiosk.withPin.useAsWayOut({ on: true }),
    isThere: canBeWayOut,
  },
  ...screenEntries('kiosk'),
  { place: 'menu', label: m.ready_signOut, choose: (kiosk) => kiosk.signOut() },
  {
    place: 'menu',
    label: m.close_title,
    choose: (kiosk) => kiosk.closing.ask(),
    isThere: canClose,
  },
];

/** What can be done at this door now. */
export function doorEntries(kiosk: Kiosk, state: KioskState): DoorEntry[] {
  return ENTRIES.filter(({ isThere }) => isThere?.(state) ?? true).map((entry) => ({
    place: entry.place,
    label: entry.label(),
    choose: () => void entry.choose(kiosk),
  }));
}

/** Screens of the table in that part of the menu. */
function screenEntries(part: 'evening' | 'kiosk'): Entry[] {
  return screensInMenu(part).map((screen) => {
    const { title, isThere } = rowOf(screen);
    return { place: 'menu', label: title, choose: to(screen), isThere };
  });
}

function to(view: View) {
  return (kiosk: Kiosk) => kiosk.show(view);
}

function isSignedIn({ session: { current: session } }: KioskState): boolean {
  return session.status === 'signed-in';
}

function canBeWayOut({ settings, door: { isWayOut } }: KioskState): boolean {
  return settings.reentry !== 'off' && !isWayOut;
}

function canClose({ machine: { appWindow } }: KioskState): boolean {
  return appWindow.canClose;
}
