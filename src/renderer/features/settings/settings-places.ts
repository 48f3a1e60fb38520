import type { SettingPlace } from '#renderer/lib/kiosk/setting-place.ts';
import { SECTIONS, type Section } from '#shared/model/setting-form.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from '#shared/model/settings.ts';

type OtherRow = Exclude<SettingPlace, SettingName>;

/** Rows that are not in the table of settings: their section, and the setting that they stand before; missing: at the end. */
const OTHER_ROWS = {
  venueLogo: { section: 'kiosk', before: 'accent' },
  server: { section: 'platform', before: 'plainHttpHost' },
  doorsOfHouse: { section: 'house', before: 'reentry' },
  outputs: { section: 'outputs' },
  entrances: { section: 'entrances' },
  pin: { section: 'lock', before: 'unlockedFor' },
  update: { section: 'updates', before: 'updateFeed' },
} as const satisfies Readonly<
  Record<OtherRow, { readonly section: Section; readonly before?: SettingName }>
>;
const PLACES = { ...SETTINGS, ...OTHER_ROWS };
const OTHERS = Object.keys(OTHER_ROWS) as readonly OtherRow[];

const ROWS: readonly SettingPlace[] = [
  ...SETTING_NAMES.flatMap((name) => [...othersBefore(name), name]),
  ...othersBefore(null),
];

function othersBefore(name: SettingName | null): readonly SettingPlace[] {
  return OTHERS.filter((other) => {
    const row = OTHER_ROWS[other];
    return ('before' in row ? row.before : null) === name;
  });
}

/** What stands in a section, in its order. */
export function rowsIn(section: Section): readonly SettingPlace[] {
  return ROWS.filter((name) => sectionOf(name) === section);
}

/** Where a row stands; null: where the settings begin. */
export function sectionOf(place: SettingPlace | null): Section {
  if (place === null) return SECTIONS[0];
  return PLACES[place].section;
}
