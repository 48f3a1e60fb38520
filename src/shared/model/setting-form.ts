/** The possible values of a setting. */
export type SettingLimits =
  /** Whole numbers; milliseconds are shown in larger units. A share need not be whole. */
  | {
      readonly kind: 'milliseconds' | 'whole' | 'share';
      readonly min: number;
      readonly max: number;
    }
  /** Any whole number. */
  | { readonly kind: 'number' }
  | { readonly kind: 'switch' }
  /** One of these words, or any of them. */
  | { readonly kind: 'one-of' | 'some-of'; readonly of: readonly string[] }
  /** Texts, which only main validates. */
  | {
      readonly kind:
        'name' | 'device' | 'colour' | 'time-zone' | 'host' | 'feed' | 'ip-address' | 'hours';
    };

/** When a change takes effect. */
type Moment =
  | 'at once'
  | 'with the next scan'
  | 'with the next verdict'
  | 'with the next touch'
  | 'after the next download'
  | 'with the next start';

/** The sections of the settings page, in their order. */
export const SECTIONS = [
  'kiosk',
  /** And how times are written. */
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

/** Units in which people read times. */
export type TimeUnit = 'second' | 'minute';

type LimitsOf<Kind extends SettingLimits['kind']> = SettingLimits & { readonly kind: Kind };

/** Kinds whose control shows a value of the limits, and nothing else. */
type Exact = 'switch' | 'one-of' | 'share';
type Text = 'name' | 'hours' | 'ip-address';

/**
 * The limits, a value besides those (`or`), and the control on the settings page: a component of the
 * setting's own, or the one of its kind.
 */
type Control =
  | { readonly limits: SettingLimits; readonly or?: null | 'auto'; readonly control: 'own' }
  | { readonly limits: LimitsOf<Exact>; readonly or?: never; readonly control?: never }
  | { readonly limits: LimitsOf<Text>; readonly or?: null; readonly control?: never }
  | {
      readonly limits: LimitsOf<'whole'>;
      readonly or?: null;
      /** What is counted; missing: only the number is shown. */
      readonly control?: { readonly unit: 'minute' | 'guest' };
    }
  | {
      readonly limits: LimitsOf<'milliseconds'>;
      readonly or?: null | 'auto';
      /** `step`: how much a press on "less" or "more" is, in the unit. */
      readonly control: { readonly unit: TimeUnit; readonly step: number };
    };

/** The definition of a setting. */
export type Setting = Control & {
  /** Where it stands on the settings page; within a section in the order of the table. */
  readonly section: Section;
  /** The default; missing if each kiosk has its own. */
  readonly default?: unknown;
  /** Its purpose, for technicians: in the published schema, and in the documentation. */
  readonly description: string;
  readonly takesEffect: Moment;
};

/** What a setting's value is. */
export type ValueOf<S extends Setting> =
  ValueWithin<S['limits']> | (S extends { readonly or: infer Word } ? Word : never);

type ValueWithin<L extends SettingLimits> = L extends { readonly of: readonly (infer Word)[] }
  ? L['kind'] extends 'some-of'
    ? readonly Word[]
    : Word
  : L extends { readonly kind: 'switch' }
    ? boolean
    : L extends { readonly kind: 'milliseconds' | 'whole' | 'share' | 'number' }
      ? number
      : string;
