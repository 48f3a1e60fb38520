/** What a setting can be. */
export type SettingLimits =
  /** Whole numbers, of which people read milliseconds in larger units; a share need not be whole. */
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
  /** Texts, which main alone can tell from others. */
  | { readonly kind: 'name' | 'colour' | 'time-zone' | 'host' | 'feed' | 'ip-address' };

/** From when on a change counts. */
type Moment =
  | 'at once'
  | 'with the next scan'
  | 'with the next verdict'
  | 'with the next touch'
  | 'after the next download';

/** All that has to be said of a setting. */
export interface Setting {
  /** What is in force until somebody changes it; missing: each kiosk has its own. */
  readonly default?: unknown;
  readonly limits: SettingLimits;
  /** What it can be besides. */
  readonly or?: null | 'auto';
  /** What it is for, told to technicians: in the published schema, and in the documentation. */
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
