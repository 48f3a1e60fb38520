import type { SettingName } from './settings.ts';

/** Why a setting was not changed. */
export type SettingRefusal =
  /** The values of these are invalid. */
  | { readonly type: 'not-good'; readonly settings: readonly SettingName[] }
  /** These are managed by a file. */
  | { readonly type: 'managed'; readonly settings: readonly SettingName[] }
  /** Without a PIN anybody could change these, so a PIN has to be set first. */
  | { readonly type: 'needs-pin'; readonly settings: readonly SettingName[] };

/** Why the language was not changed without the PIN. */
export type LanguageRefusal =
  /** It is managed by a file. */
  | { readonly type: 'managed' }
  /** It is not among those that can be chosen without the PIN. */
  | { readonly type: 'not-offered' };

/** Why a picture was not accepted as the venue's logo. */
export type LogoRefusal =
  /** It is managed by a file. */
  | { readonly type: 'managed' }
  /** Its type is not supported: only PNG, JPEG, GIF, WebP. */
  | { readonly type: 'not-a-picture' }
  /** Over `LARGEST_LOGO`. */
  | { readonly type: 'too-large' };
