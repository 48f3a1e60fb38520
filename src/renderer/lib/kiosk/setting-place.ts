import type { SettingName } from '#shared/model/settings.ts';

/** Rows of the settings screen that are no settings, by their names. */
type OtherRow =
  'venueLogo' | 'server' | 'doorsOfHouse' | 'entrances' | 'outputs' | 'pin' | 'update';

/** A row of the settings screen that another screen can lead to. */
export type SettingPlace = SettingName | OtherRow;
