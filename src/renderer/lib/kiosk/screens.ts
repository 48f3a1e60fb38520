import { m } from '#renderer/i18n/messages.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';

/** What the page must know of a screen; `app/screen-components.ts` has its component. */
interface ScreenRow {
  /** Who may see it. `pin`: staff who have entered the PIN, where there is one. */
  readonly access: 'anybody' | 'usher' | 'pin';
  /** The guest's side shows it, too, or alone. Missing: the usher's side alone. */
  readonly side?: 'both' | 'guest';
}

/** A screen that operators open; all others follow from the kiosk's state. */
interface OpenedRow extends ScreenRow {
  /**
   * `beside`: next to the door, and a new verdict closes it. `over-verdict`: it is about a verdict, and stays
   * open under new ones.
   */
  readonly opens: 'beside' | 'over-verdict';
  readonly title: () => string;
  /** In which part of the door's menu it is. Missing: another screen leads to it. */
  readonly menu?: 'evening' | 'kiosk';
  /** Whether it can be opened now. Missing: always. */
  readonly isThere?: (state: KioskState) => boolean;
}

/** Every screen. The door's menu has them in this order. */
export const SCREENS = {
  starting: { access: 'anybody', side: 'both' },
  fault: { access: 'anybody', side: 'both' },
  leaving: { access: 'anybody', side: 'both' },
  /** The guest's side while the door is not open. */
  closed: { access: 'anybody', side: 'guest' },
  'first-start': { access: 'usher' },
  server: { access: 'usher' },
  'sign-in': { access: 'usher' },
  /** Behind the PIN while a door is open: see `isBehindThePin`. */
  select: { access: 'usher' },
  ready: { access: 'anybody', side: 'both' },
  verdict: { access: 'anybody', side: 'both' },
  /** A failed read, in a verdict's place. */
  notice: { access: 'anybody', side: 'both' },
  unlock: { access: 'usher' },
  find: {
    access: 'pin',
    opens: 'beside',
    isThere: isOpen,
    title: m.find_title,
    menu: 'evening',
  },
  /** What staff should know about guests. */
  notes: { access: 'pin', opens: 'beside', title: m.notes_title, menu: 'evening' },
  /** What is on. */
  programme: {
    access: 'usher',
    opens: 'beside',
    isThere: ({ programme }) => programme.clientId !== null,
    title: m.programme_title,
    menu: 'evening',
  },
  numbers: { access: 'usher', opens: 'beside', title: m.numbers_title, menu: 'evening' },
  /** All doors of the venue. */
  house: {
    access: 'pin',
    opens: 'beside',
    isThere: ({ peers }) => peers.status !== 'off',
    title: m.house_title,
    menu: 'evening',
  },
  history: { access: 'usher', opens: 'beside', title: m.history_title, menu: 'kiosk' },
  readiness: { access: 'usher', opens: 'beside', title: m.readiness_title, menu: 'kiosk' },
  settings: { access: 'pin', opens: 'beside', title: m.settings_title, menu: 'kiosk' },
  /** Setting up scanners, and trying them. */
  scanners: { access: 'pin', opens: 'beside', title: m.scannerSetup_title },
  /** Scans that the platform does not accept. */
  discrepancies: { access: 'pin', opens: 'beside', title: m.discrepancies_title },
  /** Letting in a guest whom a verdict has refused. */
  overrule: { access: 'pin', opens: 'over-verdict', isThere: isOpen, title: m.overrule_title },
  /** Letting in those who came with somebody. */
  party: { access: 'pin', opens: 'over-verdict', isThere: isOpen, title: m.party_title },
} as const satisfies Readonly<Record<string, ScreenRow | OpenedRow>>;

type Rows = typeof SCREENS;
export type Screen = keyof Rows;

/** What the guest's side can show; nothing that somebody has opened leads to any other screen. */
export type GuestScreen = {
  [Name in Screen]: Rows[Name] extends { readonly side: string } ? Name : never;
}[Screen];

/** Screens that operators open. */
export type OpenedScreen = {
  [Name in Screen]: Rows[Name] extends OpenedRow ? Name : never;
}[Screen];

/** The view that the operator has opened, beyond what the kiosk's state demands. */
export type View =
  /** None: the screen follows from the state. */
  | 'door'
  /** Signing in again while the door stays open. */
  | 'sign-in'
  /** Choosing again what the door is open for. */
  | 'choose'
  | OpenedScreen;

/** Returns what the table says of a screen. */
export function rowOf(screen: OpenedScreen): OpenedRow;
export function rowOf(screen: Screen): ScreenRow;
export function rowOf(screen: Screen): ScreenRow {
  return SCREENS[screen];
}

/** Whether a view or screen is one that operators open. */
export function isOpened(where: Screen | View): where is OpenedScreen {
  return where !== 'door' && where !== 'choose' && 'opens' in SCREENS[where];
}

/** Returns the screens in a part of the door's menu, in the order of the table. */
export function screensInMenu(part: 'evening' | 'kiosk'): readonly OpenedScreen[] {
  return Object.keys(SCREENS)
    .filter((name): name is OpenedScreen => isOpened(name as Screen))
    .filter((screen) => rowOf(screen).menu === part);
}

function isOpen({ door }: KioskState): boolean {
  return door.selection !== null;
}
