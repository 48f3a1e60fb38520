import type { SettingName } from './settings.ts';

/** Why a setting stays as it was. */
export type SettingRefusal =
  /** These are out of their limits, or not what they have to be. */
  | { readonly type: 'not-good'; readonly settings: readonly SettingName[] }
  /** A file sets these for the kiosk. */
  | { readonly type: 'managed'; readonly settings: readonly SettingName[] }
  /** A passer-by could set these: first the kiosk gets a PIN. */
  | { readonly type: 'needs-pin'; readonly settings: readonly SettingName[] };

/** Why the kiosk does not speak another language without the PIN. */
export type LanguageRefusal =
  /** A file sets it for the kiosk. */
  | { readonly type: 'managed' }
  /** It is none of those that can be changed to without the PIN. */
  | { readonly type: 'not-offered' };

/** Why a picture is not taken for the venue's logo. */
export type LogoRefusal =
  /** A file sets it for the kiosk. */
  | { readonly type: 'managed' }
  /** It is none of the kinds that are shown: PNG, JPEG, GIF, WebP. */
  | { readonly type: 'not-a-picture' }
  /** Over `LARGEST_LOGO`. */
  | { readonly type: 'too-large' };
