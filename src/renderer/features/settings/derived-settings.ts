import { m } from '#renderer/i18n/messages.ts';
import type { Setting, SettingLimits } from '#shared/model/setting-form.ts';
import {
  SETTINGS,
  type DerivedSetting,
  type KioskSettings,
  type SettingOf,
} from '#shared/model/settings.ts';

/** The settings of some kinds whose control follows from the table of settings. */
export type DerivedOf<Kind extends SettingLimits['kind']> = SettingOf<Kind> & DerivedSetting;
export type Choice = DerivedOf<'one-of'>;

/** The part of a message's name that stands for a value. */
type Named<Value> = Value extends string ? Value : 'none';
type ChoiceText = { [N in Choice]: `settings_${N}_${KioskSettings[N]}` }[Choice];
type Row<N extends DerivedSetting> = (typeof SETTINGS)[N];
/** A value besides those of the limits, or the default that only the machine knows. */
type OrText = {
  [N in DerivedSetting]: Row<N> extends { readonly or: infer Word }
    ? `settings_${N}_${Named<Word>}`
    : Row<N> extends { readonly default: unknown }
      ? never
      : `settings_${N}_none`;
}[DerivedSetting];

/** Whether a setting is of this kind. */
export function isOf<Kind extends SettingLimits['kind']>(
  name: DerivedSetting,
  kind: Kind,
): name is DerivedOf<Kind> {
  return SETTINGS[name].limits.kind === kind;
}

/** One line: what it is for. */
export function settingHint(name: DerivedSetting): string {
  return m[`settings_${name}_hint` as const]();
}

/** What the value of a choice is called. */
export function choiceText<Name extends Choice>(name: Name, value: KioskSettings[Name]): string {
  return m[`settings_${name}_${String(value)}` as ChoiceText]();
}

/** What it is called when the setting has no value of its limits; null: it always has one. */
export function orText(name: DerivedSetting): string | null {
  const { or, ...setting }: Setting = SETTINGS[name];
  if (or === undefined && 'default' in setting) return null;
  return m[`settings_${name}_${or ?? 'none'}` as OrText]();
}
