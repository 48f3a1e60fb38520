import type { Theme } from '#shared/model/settings.ts';

/** A theme as the styles know it. */
export type Look = Exclude<Theme, 'auto'>;

/** What the machine says when its user has asked for more contrast. */
export const WANTS_CONTRAST = '(prefers-contrast: more), (forced-colors: active)';

/** How the calm screens look: kiosks stand in dark foyers, unless somebody chose something else. */
export function lookOf(theme: Theme, wantsContrast: boolean): Look {
  if (theme !== 'auto') return theme;
  return wantsContrast ? 'high-contrast' : 'dark';
}
