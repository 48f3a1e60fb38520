import type { LayoutName } from './layouts.ts';

/** What ends a code. */
export const TERMINATORS = ['any', 'enter', 'tab', 'none'] as const;

/** How a scanner deals with the machine's Caps Lock. */
export const CAPS_LOCK = [
  /** It takes no notice: Shift and key are what it means. */
  'ignored',
  /** It sees that Caps Lock is on, and turns Shift over so that the text comes out right. */
  'undone',
  /** It types as if Caps Lock were always on. */
  'always-on',
] as const;

/** How the scanner that poses as a keyboard is set up. */
export interface WedgeSettings {
  /** The keyboard that the scanner believes it is; the machine's own layout does not matter. */
  readonly layout: LayoutName;
  readonly capsLock: (typeof CAPS_LOCK)[number];
  /** `any`: Enter or Tab; `none`: a pause. */
  readonly terminator: (typeof TERMINATORS)[number];
  /** What the scanner puts before and after each code; '' for nothing. Never passed on. */
  readonly prefix: string;
  readonly suffix: string;
}

/** As most scanners leave their factory. */
export const DEFAULT_WEDGE_SETTINGS: WedgeSettings = {
  layout: 'us',
  capsLock: 'ignored',
  terminator: 'any',
  prefix: '',
  suffix: '',
};
