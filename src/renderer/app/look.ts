import type { Theme } from '#shared/model/settings.ts';

/** A theme as the styles know it. */
export type Look = Exclude<Theme, 'auto'>;

/** What the machine says when its user has asked for more contrast. */
export const WANTS_CONTRAST = '(prefers-contrast: more), (forced-colors: active)';

/** What the window says that belongs to a kiosk whose theme is light. */
export const PREFERS_LIGHT = '(prefers-color-scheme: light)';

/** What the machine wishes. */
export interface Wishes {
  readonly contrast: boolean;
  readonly light: boolean;
}

/**
 * How the calm screens look: kiosks stand in dark foyers, unless somebody chose something else.
 *
 * @param theme null: it is not known yet, and the window's own goes on
 */
export function lookOf(theme: Theme | null, { contrast, light }: Wishes): Look {
  if (theme !== null && theme !== 'auto') return theme;
  if (contrast) return 'high-contrast';
  return theme === null && light ? 'light' : 'dark';
}
