/** The sections of the settings screen, in their order. */
export const SECTIONS = [
  'kiosk',
  'language',
  'platform',
  'verdicts',
  'board',
  'tickets',
  'scanners',
  'lock',
  'training',
  'metrics',
  'updates',
  'about',
] as const;
export type Section = (typeof SECTIONS)[number];

/** What other screens lead to, by the names of their rows, and where that stands. */
const PLACES = {
  server: 'platform',
  volume: 'verdicts',
  silent: 'verdicts',
  pin: 'lock',
  metricsPort: 'metrics',
  metricsAddress: 'metrics',
  update: 'updates',
  updateFeed: 'updates',
} as const satisfies Record<string, Section>;
export type SettingPlace = keyof typeof PLACES;

/** Where the settings begin: at what was asked for, else at the first section. */
export function sectionOf(place: SettingPlace | null): Section {
  return place === null ? SECTIONS[0] : PLACES[place];
}
