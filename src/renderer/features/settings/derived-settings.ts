import { m } from '#renderer/i18n/messages.ts';
import type { TimeUnit } from '#renderer/features/settings/settings-units.ts';
import {
  SETTINGS,
  type KioskSettings,
  type SettingName,
  type SettingOf,
} from '#shared/model/settings.ts';

/** Those settings of a kind whose values are all of a type. */
type Only<Name extends SettingName, Value> = {
  [N in Name]: KioskSettings[N] extends Value ? N : never;
}[Name];

/** Settings with one value of a few. */
export type Choice = Only<SettingOf<'one-of'>, string>;
/** Times that are a number, whatever they are. */
export type Time = Only<SettingOf<'milliseconds'>, number>;
/** What is on or off; but a machine may have a say in whether it starts the kiosk. */
type IsSwitch<Name> = Name extends Exclude<SettingOf<'switch'>, 'autostart'> ? true : false;

/** Settings whose control follows from the table of settings, and from what stands here. */
export type DerivedSetting = {
  [Name in SettingName]: Name extends Choice | Time
    ? Name
    : IsSwitch<Name> extends true
      ? Name
      : never;
}[SettingName];

/** What the values of choices are called. */
export const CHOICES: {
  readonly [Name in Choice]: { readonly [Value in KioskSettings[Name]]: () => string };
} = {
  theme: {
    auto: m.settings_theme_auto,
    dark: m.settings_theme_dark,
    light: m.settings_theme_light,
    'high-contrast': m['settings_theme_high-contrast'],
  },
  audience: {
    usher: m.settings_audience_usher,
    guest: m.settings_audience_guest,
    both: m.settings_audience_both,
  },
  scannerAt: {
    anywhere: m.settings_scannerAt_anywhere,
    above: m.settings_scannerAt_above,
    below: m.settings_scannerAt_below,
    left: m.settings_scannerAt_left,
    right: m.settings_scannerAt_right,
    'face-down': m['settings_scannerAt_face-down'],
  },
  timeStyle: {
    auto: m.settings_timeStyle_auto,
    12: m.settings_timeStyle_12,
    24: m.settings_timeStyle_24,
  },
  reentry: {
    off: m.settings_reentry_off,
    once: m.settings_reentry_once,
    always: m.settings_reentry_always,
  },
  offlineScope: {
    client: m.settings_offlineScope_client,
    selection: m.settings_offlineScope_selection,
  },
};

/** In which unit times are set, and how much a press on "less" or "more" is in it. */
export const TIMES: {
  readonly [Name in Time]: { readonly unit: TimeUnit; readonly step: number };
} = {
  verdictTime: { unit: 'second', step: 1 },
  repeatWindow: { unit: 'second', step: 0.5 },
  onlineBudget: { unit: 'second', step: 0.1 },
  unlockedFor: { unit: 'minute', step: 1 },
};

export function isChoice(name: DerivedSetting): name is Choice {
  return SETTINGS[name].limits.kind === 'one-of';
}

export function isTime(name: DerivedSetting): name is Time {
  return SETTINGS[name].limits.kind === 'milliseconds';
}

/** Whether a choice can be this. */
export function isValueOf<Name extends Choice>(
  name: Name,
  value: string,
): value is KioskSettings[Name] {
  return value in CHOICES[name];
}

/** One line: what it is for. */
export function settingHint(name: DerivedSetting): string {
  return m[`settings_${name}_hint` as const]();
}
