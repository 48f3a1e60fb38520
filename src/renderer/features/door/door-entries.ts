import { m } from '#renderer/i18n/messages.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';
import type { View } from '#renderer/lib/kiosk/screen.ts';

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
  readonly isThere?: (state: KioskState, kiosk: Kiosk) => boolean;
}

/** In their order: a new one is a line here. */
const ENTRIES: readonly Entry[] = [
  { place: 'foot', label: m.ready_change, choose: to('choose'), isThere: isSignedIn },
  { place: 'menu', label: m.find_title, choose: to('find') },
  { place: 'menu', label: m.notes_title, choose: to('notes') },
  { place: 'menu', label: m.programme_title, choose: to('programme'), isThere: hasProgramme },
  { place: 'menu', label: m.numbers_title, choose: to('numbers') },
  { place: 'menu', label: m.house_title, choose: to('house'), isThere: hasVenue },
  {
    place: 'menu',
    label: m.wayOut_begin,
    choose: (kiosk) => kiosk.withPin.useAsWayOut({ on: true }),
    isThere: canBeWayOut,
  },
  { place: 'menu', label: m.history_title, choose: to('history') },
  { place: 'menu', label: m.readiness_title, choose: to('readiness') },
  { place: 'menu', label: m.settings_title, choose: to('settings') },
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
  return ENTRIES.filter(({ isThere }) => isThere?.(state, kiosk) ?? true).map((entry) => ({
    place: entry.place,
    label: entry.label(),
    choose: () => void entry.choose(kiosk),
  }));
}

function to(view: View) {
  return (kiosk: Kiosk) => kiosk.show(view);
}

function isSignedIn({ session: { current: session } }: KioskState): boolean {
  return session.status === 'signed-in';
}

function hasVenue({ peers: venue }: KioskState): boolean {
  return venue.status !== 'off';
}

function canBeWayOut({ settings, door: { isWayOut } }: KioskState): boolean {
  return settings.reentry !== 'off' && !isWayOut;
}

function canClose({ machine: { appWindow } }: KioskState): boolean {
  return appWindow.canClose;
}

function hasProgramme(_: KioskState, kiosk: Kiosk): boolean {
  return kiosk.programme.isSomebodys;
}
