import type { Setting, ValueOf } from './setting-form.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { VERDICT_KINDS } from './verdict-kind.ts';

/** The languages that the kiosk speaks, as BCP 47 names them. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `auto`: dark, unless the machine asks for more contrast. */
export const THEMES = ['auto', 'dark', 'light', 'high-contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** Who looks at a kiosk's screen. */
export const AUDIENCES = ['usher', 'guest', 'both'] as const;

/** Where a guest holds a ticket so that this kiosk reads it, seen from before its screen; `anywhere`: not said. */
export const SCANNER_PLACES = ['anywhere', 'above', 'below', 'left', 'right', 'face-down'] as const;
export type ScannerPlace = (typeof SCANNER_PLACES)[number];

/** How the time of day is written; `auto`: as the language does. */
export const TIME_STYLES = ['auto', '12', '24'] as const;
export type TimeStyle = (typeof TIME_STYLES)[number];

/** What of a patron can be shown at the door (spec 2.7). */
export const PATRON_DETAILS = ['name', 'plus-one', 'phone', 'email', 'addresses'] as const;
export type PatronDetail = (typeof PATRON_DETAILS)[number];

/** Whether guests who leave may come in again with the same ticket. */
export const REENTRY = ['off', 'once', 'always'] as const;

/**
 * Which tickets are downloaded for offline decisions: all of the client's, or those the door is open for.
 */
export const OFFLINE_SCOPES = ['client', 'selection'] as const;

/**
 * The operator's settings, which can be changed on the kiosk and managed by a file for many, in the order
 * of a settings page. None is secret. All other code that enumerates settings derives from this table.
 */
export const SETTINGS = {
  /** The default name of a kiosk is that of its machine. */
  kioskName: {
    section: 'kiosk',
    limits: { kind: 'name' },
    description: 'What people call this kiosk; shown on its screen and in exported files.',
    takesEffect: 'at once',
  },
  venueName: {
    section: 'kiosk',
    default: null,
    limits: { kind: 'name' },
    or: null,
    description:
      'Name of the house, on the screen while nobody scans; null: the platform’s name for it.',
    takesEffect: 'at once',
  },
  accent: {
    section: 'kiosk',
    default: null,
    limits: { kind: 'colour' },
    or: null,
    control: 'own',
    description:
      'Colour of the house as #rrggbb, for edges and bars, never for verdicts; null: none.',
    takesEffect: 'at once',
  },
  audience: {
    section: 'kiosk',
    default: 'usher',
    limits: { kind: 'one-of', of: AUDIENCES },
    description:
      'Who looks at the screen; guest: one sentence and where to go, all else behind the PIN; both: each on a display of their own.',
    takesEffect: 'at once',
  },
  guestsWithoutPin: {
    section: 'kiosk',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether a guests’ screen opens its door although the kiosk has no PIN, so that whoever passes could set one.',
    takesEffect: 'at once',
  },
  scannerAt: {
    section: 'kiosk',
    default: 'anywhere',
    limits: { kind: 'one-of', of: SCANNER_PLACES },
    description:
      'Where guests hold their tickets, seen from before the screen, as a picture on it shows; anywhere: not said.',
    takesEffect: 'at once',
  },
  lowControls: {
    section: 'kiosk',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether what guests press stands in the lower half of their screen, within reach of a wheelchair.',
    takesEffect: 'at once',
  },
  helpOffered: {
    section: 'kiosk',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether guests can call staff from their screen, as long as that reaches the house or an output.',
    takesEffect: 'at once',
  },
  theme: {
    section: 'kiosk',
    default: 'auto',
    limits: { kind: 'one-of', of: THEMES },
    description:
      'How the screens look between verdicts; auto: dark, unless the machine asks for contrast.',
    takesEffect: 'at once',
  },
  autostart: {
    section: 'kiosk',
    default: false,
    limits: { kind: 'switch' },
    control: 'own',
    description: 'Whether the system starts the kiosk when its user signs in to it.',
    takesEffect: 'at once',
  },
  language: {
    section: 'language',
    default: null,
    limits: { kind: 'one-of', of: LANGUAGES },
    or: null,
    control: 'own',
    description: 'The kiosk’s language; null: the machine’s own, where the kiosk speaks it.',
    takesEffect: 'at once',
  },
  languages: {
    section: 'language',
    default: LANGUAGES,
    limits: { kind: 'some-of', of: LANGUAGES },
    control: 'own',
    description: 'The languages that can be changed to on the kiosk without the PIN.',
    takesEffect: 'at once',
  },
  secondLanguage: {
    section: 'language',
    default: null,
    limits: { kind: 'one-of', of: LANGUAGES },
    or: null,
    control: 'own',
    description:
      'A language in which guests read every sentence, too, on their screen; null: none.',
    takesEffect: 'at once',
  },
  timeZone: {
    section: 'language',
    default: null,
    limits: { kind: 'time-zone' },
    or: null,
    control: 'own',
    description: 'IANA name of the zone in which times are shown; null: the machine’s own.',
    takesEffect: 'at once',
  },
  timeStyle: {
    section: 'language',
    default: 'auto',
    limits: { kind: 'one-of', of: TIME_STYLES },
    description: 'Whether times of day have 12 or 24 hours; auto: as the language writes them.',
    takesEffect: 'at once',
  },
  plainHttpHost: {
    section: 'platform',
    default: null,
    limits: { kind: 'host' },
    or: null,
    control: 'own',
    description:
      'The one host that plain http:// is taken for; null: none. What is sent there can be read on the way.',
    takesEffect: 'at once',
  },
  programmeClientId: {
    section: 'platform',
    default: null,
    limits: { kind: 'number' },
    or: null,
    control: 'own',
    description:
      'Number of the client whose future events are shown before a door was opened; null: nobody’s.',
    takesEffect: 'at once',
  },
  volume: {
    section: 'verdicts',
    default: 0.8,
    limits: { kind: 'share', min: 0, max: 1 },
    description: 'Loudness of the verdicts’ sounds, from 0 (mute) to 1.',
    takesEffect: 'at once',
  },
  silent: {
    section: 'verdicts',
    default: [],
    limits: { kind: 'some-of', of: VERDICT_KINDS },
    control: 'own',
    description: 'Verdicts that make no sound.',
    takesEffect: 'at once',
  },
  spokenVerdicts: {
    section: 'verdicts',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether verdicts that make a sound are spoken after it, where the system has a voice for the language.',
    takesEffect: 'at once',
  },
  speechVolume: {
    section: 'verdicts',
    default: 1,
    limits: { kind: 'share', min: 0, max: 1 },
    control: 'own',
    description: 'Loudness of spoken verdicts, from 0 (mute) to 1.',
    takesEffect: 'at once',
  },
  quietHours: {
    section: 'verdicts',
    default: null,
    limits: { kind: 'hours' },
    or: null,
    description:
      'Hours of every day in which nothing sounds and nothing is spoken, in the zone in which times are shown; null: none.',
    takesEffect: 'with the next verdict',
  },
  verdictTime: {
    section: 'verdicts',
    default: 8_000,
    limits: { kind: 'milliseconds', min: 2_000, max: 60_000 },
    control: { unit: 'second', step: 1 },
    description: 'How long a verdict stays when no other scan comes; in milliseconds.',
    takesEffect: 'with the next verdict',
  },
  /** Also applies to verdicts that were given before a change. */
  repeatWindow: {
    section: 'verdicts',
    default: 2_500,
    limits: { kind: 'milliseconds', min: 500, max: 10_000 },
    control: { unit: 'second', step: 0.5 },
    description:
      'The same code again within so long of its verdict is the same ticket, read twice; in milliseconds.',
    takesEffect: 'at once',
  },
  onlineBudget: {
    section: 'verdicts',
    default: 1_000,
    limits: { kind: 'milliseconds', min: 300, max: 3_000 },
    control: { unit: 'second', step: 0.1 },
    description:
      'How long a guest waits for the platform before the kiosk’s copy decides; in milliseconds.',
    takesEffect: 'with the next scan',
  },
  patronDetails: {
    section: 'verdicts',
    default: [],
    limits: { kind: 'some-of', of: PATRON_DETAILS },
    control: 'own',
    description: 'What is shown of a patron who is admitted, if the platform sends it.',
    takesEffect: 'with the next scan',
  },
  notesShown: {
    section: 'verdicts',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether notes about guests are shown with their verdict, where the public may read along; else a sign says that there is one.',
    takesEffect: 'with the next scan',
  },
  idleBoardAfter: {
    section: 'board',
    default: 180_000,
    limits: { kind: 'milliseconds', min: 5_000, max: 24 * 60 * 60_000 },
    or: null,
    control: { unit: 'second', step: 60 },
    description:
      'When nothing was scanned for so long, the idle board comes; in milliseconds, null: never.',
    takesEffect: 'at once',
  },
  offlineScope: {
    section: 'tickets',
    default: 'client',
    limits: { kind: 'one-of', of: OFFLINE_SCOPES },
    description:
      'Which tickets are kept for decisions without the network: all of the client’s, or those the door is open for.',
    takesEffect: 'at once',
  },
  /** The maximum age: an older snapshot proves nothing. */
  copyEvery: {
    section: 'tickets',
    default: 'auto',
    limits: { kind: 'milliseconds', min: 30_000, max: 25 * 60_000 },
    or: 'auto',
    control: { unit: 'minute', step: 1 },
    description:
      'How often these tickets are downloaded, in milliseconds; auto: as often as platform, line and machine bear it, each minute at most.',
    takesEffect: 'after the next download',
  },
  reentry: {
    section: 'house',
    default: 'off',
    limits: { kind: 'one-of', of: REENTRY },
    description:
      'Whether guests who were let out may come in again with the same ticket; the same at all doors of the house.',
    takesEffect: 'with the next scan',
  },
  reentryWithin: {
    section: 'house',
    default: null,
    limits: { kind: 'whole', min: 1, max: 1_440 },
    or: null,
    control: { unit: 'minute' },
    description:
      'For how many minutes after leaving; null: as long as it lasts; the same at all doors of the house.',
    takesEffect: 'with the next scan',
  },
  capacity: {
    section: 'house',
    default: null,
    limits: { kind: 'whole', min: 1, max: 1_000_000 },
    or: null,
    control: { unit: 'guest' },
    description:
      'How many the house holds, for a warning at 90 % and at 100 %; null: none; the same at all doors of the house.',
    takesEffect: 'at once',
  },
  capacityStops: {
    section: 'house',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether nobody is let into a full house, as long as all its doors can be reached; the same at all doors.',
    takesEffect: 'with the next scan',
  },
  entrance: {
    section: 'entrances',
    default: null,
    limits: { kind: 'name' },
    or: null,
    control: 'own',
    description:
      'At which of the entrances this kiosk stands, by its id; null: nobody is sent to another one from here.',
    takesEffect: 'with the next scan',
  },
  camera: {
    section: 'scanners',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether a camera of this machine reads tickets while the door is open; no picture is kept or sent.',
    takesEffect: 'at once',
  },
  cameraName: {
    section: 'scanners',
    default: null,
    limits: { kind: 'device' },
    or: null,
    control: 'own',
    description: 'Which camera, as the system calls it; null: whichever it gives first.',
    takesEffect: 'at once',
  },
  scannerFeedback: {
    section: 'scanners',
    default: false,
    limits: { kind: 'switch' },
    description:
      'Whether the scanner that read a ticket shows the verdict by its own light and beeper, where it can.',
    takesEffect: 'with the next scan',
  },
  unlockedFor: {
    section: 'lock',
    default: 300_000,
    limits: { kind: 'milliseconds', min: 30_000, max: 60 * 60_000 },
    control: { unit: 'minute', step: 1 },
    description: 'After so long without a touch the PIN is asked for again; in milliseconds.',
    takesEffect: 'with the next touch',
  },
  metricsPort: {
    section: 'metrics',
    default: null,
    limits: { kind: 'whole', min: 1_024, max: 65_535 },
    or: null,
    description: 'Port at which Prometheus reads this kiosk’s numbers, /metrics; null: nowhere.',
    takesEffect: 'at once',
  },
  metricsAddress: {
    section: 'metrics',
    default: '127.0.0.1',
    limits: { kind: 'ip-address' },
    description:
      'IP address at which they are read; 127.0.0.1: by this machine alone, any other: by its network.',
    takesEffect: 'at once',
  },
  updateFeed: {
    section: 'updates',
    default: null,
    limits: { kind: 'feed' },
    or: null,
    control: 'own',
    description:
      'Address of the feed that newer versions come from; https, but for this machine itself; null: none are looked for.',
    takesEffect: 'at once',
  },
  updateHour: {
    section: 'updates',
    default: null,
    limits: { kind: 'whole', min: 0, max: 23 },
    or: null,
    control: 'own',
    description:
      'The hour of the day, 0 to 23, in which a newer version is installed by itself when nobody scans; null: never.',
    takesEffect: 'at once',
  },
} as const satisfies Readonly<Record<string, Setting>>;
export type SettingName = keyof typeof SETTINGS;

/**
 * Settings with a screen of their own, where a platform is entered or a scanner is tested; a file can
 * manage them, too. `mayBe` is for technicians; main has the schemas.
 */
export const SETUP = {
  server: {
    default: null,
    mayBe: 'an https address, or `null`',
    description:
      'Address of the ticketing platform. https, but for this machine itself and for plainHttpHost.',
    takesEffect: 'at once',
  },
  venueLogo: {
    default: null,
    mayBe: 'a data URL, or `null`',
    description:
      'Picture of the house as a data URL (PNG, JPEG, GIF, WebP; 256 KiB at most); null: none.',
    takesEffect: 'at once',
  },
  wedge: {
    default: DEFAULT_WEDGE_SETTINGS,
    mayBe: '`layout`, `capsLock`, `terminator`, `prefix`, `suffix`',
    description: 'How scanners that pose as keyboards are set up.',
    takesEffect: 'at once',
  },
  serialScanners: {
    default: [],
    mayBe: 'a list of ports and how they are set up',
    description: 'The scanners that are plugged into serial ports.',
    takesEffect: 'at once',
  },
  outputs: {
    default: [],
    mayBe: 'a list: see [Gates and signals](technician.md#gates-and-signals)',
    description: 'What the kiosk switches besides its screen: gates, lights, webhooks.',
    takesEffect: 'at once',
  },
  entrances: {
    default: [],
    mayBe: 'a list: see [Entrances](technician.md#entrances)',
    description:
      'The entrances of the house, the ways to them, and which tickets belong to each; the same at all doors.',
    takesEffect: 'with the next scan',
  },
  venueBroker: {
    default: null,
    mayBe: '`mqtt://host:port`, `mqtts://host:port`, or `null`',
    description:
      'The MQTT broker at which the doors of this house meet; mqtt only on this machine and in private networks; null: this door is alone.',
    takesEffect: 'with the next start',
  },
  venueUser: {
    default: null,
    mayBe: 'a name, or `null`',
    description: 'The user as whom the doors sign in to the broker; null: without one.',
    takesEffect: 'with the next start',
  },
  venueSalt: {
    default: null,
    mayBe: 'a text, or `null`',
    description:
      'Makes the keys that are derived from venueKey differ from those of other venues; the same at all doors, not secret; null: without one.',
    takesEffect: 'with the next start',
  },
  venueCa: {
    default: null,
    mayBe: 'the path of a file, or `null`',
    description:
      'File with the certificates (PEM) that vouch for the broker; null: those of the system.',
    takesEffect: 'with the next start',
  },
} as const satisfies Readonly<
  Record<
    string,
    Pick<Setting, 'default' | 'description' | 'takesEffect'> & { readonly mayBe: string }
  >
>;

/**
 * What a file can give a kiosk that nobody may read from it: it is in no state, no file for people, no log and
 * no policy.
 */
export const SECRETS = {
  venuePassword: {
    default: null,
    mayBe: 'a password, or `null`',
    description: 'The password of venueUser.',
    takesEffect: 'with the next start',
  },
  venueKey: {
    default: null,
    mayBe: 'a passphrase of at least 16 characters, or `null`',
    description:
      'The same passphrase at all doors of this house: what they tell each other is sealed with it; null: this door is alone.',
    takesEffect: 'with the next start',
  },
  outputAuthorizations: {
    default: null,
    mayBe: 'an object: names of outputs, and what each sends as Authorization',
    description: 'What outputs over HTTP send as their Authorization header, by their names.',
    takesEffect: 'at once',
  },
} as const;

/** The secrets as they are in force; null: none. */
export interface SettingSecrets {
  readonly venuePassword: string | null;
  readonly venueKey: string | null;
  readonly outputAuthorizations: Readonly<Record<string, string>> | null;
}

/** Whether a setting's control on the settings page is that of its kind, and no component of its own. */
export type DerivedSetting = {
  [N in SettingName]: (typeof SETTINGS)[N] extends { readonly control: 'own' } ? never : N;
}[SettingName];

/** The settings of some kinds. */
export type SettingOf<Kind extends Setting['limits']['kind']> = {
  [N in SettingName]: (typeof SETTINGS)[N]['limits']['kind'] extends Kind ? N : never;
}[SettingName];

/** All settings, as they are in force. */
export type KioskSettings = { readonly [N in SettingName]: ValueOf<(typeof SETTINGS)[N]> };

/** Their names, in the order of a settings page. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** New values of settings, as somebody entered them: invalid ones are refused by name. */
export type SettingsChange = Readonly<Partial<Record<SettingName, unknown>>>;

const { kioskName: _own, ...PRESET } = SETTINGS;
/** The defaults; the default name of a kiosk is that of its machine. */
export const DEFAULT_SETTINGS: Omit<KioskSettings, 'kioskName'> = defaultsOf(PRESET);

/** The most characters of the kiosk's and of the venue's name. */
export const LONGEST_NAME = 60;

/** The most characters of what a system calls a device: makers are not brief. */
export const LONGEST_DEVICE_NAME = 200;

/** The most bytes of a venue's logo. */
export const LARGEST_LOGO = 256 * 1024;

function defaultsOf<T extends object>(table: {
  readonly [N in keyof T]: { readonly default: T[N] };
}): T {
  const rows = Object.entries<{ readonly default: unknown }>(table);
  return Object.fromEntries(rows.map(([name, row]) => [name, row.default])) as T;
}
