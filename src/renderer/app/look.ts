import type { Theme } from '#shared/model/settings.ts';

/** A theme as the styles know it. */
export type Look = Exclude<Theme, 'auto'>;

/** The media query for more contrast. */
export const WANTS_CONTRAST = '(prefers-contrast: more), (forced-colors: active)';

/** What the window says that belongs to a kiosk whose theme is light. */
export const PREFERS_LIGHT = '(prefers-color-scheme: light)';

/** The machine's preferences. */
export interface Wishes {
  readonly contrast: boolean;
  readonly light: boolean;
}

/**
 * Returns the look of all screens but verdicts: dark, because kiosks stand in dark foyers, unless another
 * theme is set.
 *
 * @param theme null while it is unknown: the window's own is kept
 */
export function lookOf(theme: Theme | null, { contrast, light }: Wishes): Look {
  if (theme !== null && theme !== 'auto') return theme;
  if (contrast) return 'high-contrast';
  return theme === null && light ? 'light' : 'dark';
}
