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

/** The definition of a setting. */
export interface Setting {
  /** The default; missing if each kiosk has its own. */
  readonly default?: unknown;
  readonly limits: SettingLimits;
  /** A value that is possible besides those of its limits. */
  readonly or?: null | 'auto';
  /** Its purpose, for technicians: in the published schema, and in the documentation. */
  readonly description: string;
  readonly takesEffect: Moment;
}

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
