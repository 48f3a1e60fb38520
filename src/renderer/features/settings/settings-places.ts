import type { SettingPlace } from '#renderer/lib/kiosk/setting-place.ts';

/** The sections of the settings screen, in their order. */
export const SECTIONS = [
  'kiosk',
  /** And how times are told. */
  'language',
  'platform',
  'verdicts',
  'board',
  'tickets',
  'house',
  'outputs',
  'entrances',
  'scanners',
  'lock',
  'training',
  'metrics',
  'updates',
  'about',
] as const;
export type Section = (typeof SECTIONS)[number];

/** In which section each of them stands, in their order there. */
export const PLACES: Readonly<Record<SettingPlace, Section>> = {
  kioskName: 'kiosk',
  venueName: 'kiosk',
  venueLogo: 'kiosk',
  accent: 'kiosk',
  audience: 'kiosk',
  guestsWithoutPin: 'kiosk',
  scannerAt: 'kiosk',
  lowControls: 'kiosk',
  helpOffered: 'kiosk',
  theme: 'kiosk',
  autostart: 'kiosk',
  language: 'language',
  languages: 'language',
  secondLanguage: 'language',
  timeZone: 'language',
  timeStyle: 'language',
  server: 'platform',
  plainHttpHost: 'platform',
  programmeClientId: 'platform',
  volume: 'verdicts',
  silent: 'verdicts',
  spokenVerdicts: 'verdicts',
  speechVolume: 'verdicts',
  quietHours: 'verdicts',
  verdictTime: 'verdicts',
  repeatWindow: 'verdicts',
  onlineBudget: 'verdicts',
  patronDetails: 'verdicts',
  notesShown: 'verdicts',
  idleBoardAfter: 'board',
  offlineScope: 'tickets',
  copyEvery: 'tickets',
  doorsOfHouse: 'house',
  reentry: 'house',
  reentryWithin: 'house',
  capacity: 'house',
  capacityStops: 'house',
  outputs: 'outputs',
  entrance: 'entrances',
  entrances: 'entrances',
  camera: 'scanners',
  cameraName: 'scanners',
  scannerFeedback: 'scanners',
  pin: 'lock',
  unlockedFor: 'lock',
  metricsPort: 'metrics',
  metricsAddress: 'metrics',
  update: 'updates',
  updateFeed: 'updates',
  updateHour: 'updates',
};

const PLACE_NAMES = Object.keys(PLACES) as readonly SettingPlace[];

/** What stands in a section, in its order. */
export function rowsIn(section: Section): readonly SettingPlace[] {
  return PLACE_NAMES.filter((name) => PLACES[name] === section);
}

/** Where the settings begin: at what was asked for, else at the first section. */
export function sectionOf(place: SettingPlace | null): Section {
  return place === null ? SECTIONS[0] : PLACES[place];
}
