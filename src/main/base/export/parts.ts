import { zonedTime } from '#shared/zone-time.ts';

/** What each exported line states besides its record. */
export interface OfKiosk {
  readonly kioskName: string;
  readonly timeZone: string;
  /** Whether people’s names are shown on this kiosk, and written to exported files. */
  readonly showsNames: boolean;
}

/** Where files are written, and what they state about the kiosk. */
export interface ExportParts {
  readonly folder: string;
  readonly ofKiosk: () => OfKiosk;
}

/** Characters that file systems do not allow; a person may have used them in the kiosk’s name. */
const NOT_IN_A_NAME = /[\\/:*?"<>|\p{Cc}]/gu;

/**
 * Returns the name of a file: which kiosk it comes from, what it contains, and when it was written.
 */
export function exportName(
  { kioskName, timeZone }: Omit<OfKiosk, 'showsNames'>,
  what: string,
  now: number,
): string {
  return `usher-${inAName(kioskName)}-${what}-${timeInAName(now, timeZone)}`;
}

/**
 * Returns the name of a support file. Many kiosks send these to the same place, so the kind of file
 * comes first.
 */
export function supportName({ kioskName, timeZone }: Omit<OfKiosk, 'showsNames'>, now: number) {
  return `usher-support-${inAName(kioskName)}-${timeInAName(now, timeZone)}`;
}

function inAName(text: string): string {
  return text.replaceAll(NOT_IN_A_NAME, '-');
}

function timeInAName(now: number, timeZone: string): string {
  return zonedTime(now, timeZone).slice(0, 19).replaceAll(':', '');
}
