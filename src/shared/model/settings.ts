import type { VerdictKind } from './verdict.ts';

/** The languages that the kiosk speaks, as BCP 47 names them. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `auto`: dark, unless the machine asks for more contrast. */
export const THEMES = ['auto', 'dark', 'light', 'high-contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** How the time of day is written; `auto`: as the language does. */
export const TIME_STYLES = ['auto', '12', '24'] as const;
export type TimeStyle = (typeof TIME_STYLES)[number];

/** What of a patron can be shown at the door (spec 2.7). */
export const PATRON_DETAILS = ['name', 'plus-one', 'phone', 'email', 'addresses'] as const;
export type PatronDetail = (typeof PATRON_DETAILS)[number];

/** Which tickets are kept for offline decisions: all of the client's, or those the door is open for. */
export const OFFLINE_SCOPES = ['client', 'selection'] as const;

/** What an operator sets on the kiosk itself, and a file sets for many. Nothing in here is secret. */
export interface KioskSettings {
  /** What people call this kiosk. */
  readonly kioskName: string;
  /** The house, on the ready screen, the idle board and the sign-in; null: the platform's name for it. */
  readonly venueName: string | null;
  /** A colour of the house, `#rrggbb`: for edges and bars, never for verdicts. */
  readonly accent: string | null;
  readonly theme: Theme;
  /** Null: the machine's own, where the kiosk speaks it. */
  readonly language: Language | null;
  /** Those that can be changed to without the PIN. */
  readonly languages: readonly Language[];
  /** IANA name of the zone in which times are shown; null: the machine's own. */
  readonly timeZone: string | null;
  readonly timeStyle: TimeStyle;
  /** Loudness of the verdicts' sounds, 0 (mute) to 1. */
  readonly volume: number;
  /** Verdicts that make no sound. */
  readonly silent: readonly VerdictKind[];
  /** A verdict leaves the screen after so many milliseconds when no other scan comes. */
  readonly verdictTime: number;
  /** How long a guest waits for the platform's word, in milliseconds, before the snapshot decides. */
  readonly onlineBudget: number;
  /** The same code again within so many milliseconds of its verdict is the same ticket, read twice. */
  readonly repeatWindow: number;
  /** What is shown of a patron who is admitted. */
  readonly patronDetails: readonly PatronDetail[];
  /** When nothing was scanned for so long (milliseconds), the idle board comes; null: never. */
  readonly idleBoardAfter: number | null;
  /** Whose future events are shown before a door was opened for a client; null: nobody's. */
  readonly programmeClientId: number | null;
  /**
   * The one host that is asked over plain http, where the whole way there can read passwords and
   * tickets; null: none but this machine itself.
   */
  readonly plainHttpHost: string | null;
  readonly offlineScope: (typeof OFFLINE_SCOPES)[number];
  /**
   * The snapshot of the tickets is downloaded every so many milliseconds; `auto`: as often as the platform, its
   * line and this machine bear it.
   */
  readonly copyEvery: 'auto' | number;
  /** After so many milliseconds without a touch, the PIN is asked for again. */
  readonly unlockedFor: number;
  /** The system starts the kiosk when its user signs in to it. */
  readonly autostart: boolean;
  /** Base URL of the feed that newer versions come from; null: none are looked for. */
  readonly updateFeed: string | null;
  /** The hour of the day, 0 to 23, in which they are installed by themselves; null: never. */
  readonly updateHour: number | null;
  /** Where operators of many kiosks read this one's numbers, on {@link metricsAddress}; null: nowhere. */
  readonly metricsPort: number | null;
  /** An IP address of this machine; `127.0.0.1`: nobody else can read them. */
  readonly metricsAddress: string;
}

/** Their names, in the order of a settings page. */
export const SETTING_NAMES = [
  'kioskName',
  'venueName',
  'accent',
  'theme',
  'language',
  'languages',
  'timeZone',
  'timeStyle',
  'volume',
  'silent',
  'verdictTime',
  'onlineBudget',
  'repeatWindow',
  'patronDetails',
  'idleBoardAfter',
  'programmeClientId',
  'plainHttpHost',
  'offlineScope',
  'copyEvery',
  'unlockedFor',
  'autostart',
  'updateFeed',
  'updateHour',
  'metricsPort',
  'metricsAddress',
] as const satisfies readonly (keyof KioskSettings)[];
export type SettingName = (typeof SETTING_NAMES)[number];

/** The settings that get a new value, as somebody entered it: wrong ones are refused by name. */
export type SettingsChange = Readonly<Partial<Record<SettingName, unknown>>>;

/** What is in force until somebody changes it; a kiosk is called what its machine is called. */
export const DEFAULT_SETTINGS: Omit<KioskSettings, 'kioskName'> = {
  venueName: null,
  accent: null,
  theme: 'auto',
  language: null,
  languages: LANGUAGES,
  timeZone: null,
  timeStyle: 'auto',
  volume: 0.8,
  silent: [],
  verdictTime: 8_000,
  onlineBudget: 1_000,
  repeatWindow: 2_500,
  patronDetails: [],
  idleBoardAfter: 180_000,
  programmeClientId: null,
  plainHttpHost: null,
  offlineScope: 'client',
  copyEvery: 'auto',
  unlockedFor: 300_000,
  autostart: false,
  updateFeed: null,
  updateHour: null,
  metricsPort: null,
  metricsAddress: '127.0.0.1',
};

/** The least and the most of what is a number, in the setting's own unit. */
export const SETTING_LIMITS = {
  volume: { min: 0, max: 1 },
  verdictTime: { min: 2_000, max: 60_000 },
  onlineBudget: { min: 300, max: 3_000 },
  repeatWindow: { min: 500, max: 10_000 },
  idleBoardAfter: { min: 5_000, max: 24 * 60 * 60_000 },
  /** An older snapshot proves nothing. */
  copyEvery: { min: 30_000, max: 25 * 60_000 },
  unlockedFor: { min: 30_000, max: 60 * 60_000 },
  updateHour: { min: 0, max: 23 },
  metricsPort: { min: 1_024, max: 65_535 },
} as const;

/** The most characters of the kiosk's and of the venue's name. */
export const LONGEST_NAME = 60;

/** The most bytes of a venue's logo. */
export const LARGEST_LOGO = 256 * 1024;

/** Why a setting stays as it was. */
export type SettingRefusal =
  /** These are out of their limits, or not what they have to be. */
  | { readonly type: 'not-good'; readonly settings: readonly SettingName[] }
  /** A file sets these for the kiosk. */
  | { readonly type: 'managed'; readonly settings: readonly SettingName[] }
  /** A passer-by could set these: first the kiosk gets a PIN. */
  | { readonly type: 'needs-pin'; readonly settings: readonly SettingName[] };

/** Why the kiosk does not speak another language without the PIN. */
export type LanguageRefusal =
  /** A file sets it for the kiosk. */
  | { readonly type: 'managed' }
  /** It is none of those that can be changed to without the PIN. */
  | { readonly type: 'not-offered' };

/** Why a picture is not taken for the venue's logo. */
export type LogoRefusal =
  /** A file sets it for the kiosk. */
  | { readonly type: 'managed' }
  /** It is none of the kinds that are shown: PNG, JPEG, GIF, WebP. */
  | { readonly type: 'not-a-picture' }
  /** Over {@link LARGEST_LOGO}. */
  | { readonly type: 'too-large' };
