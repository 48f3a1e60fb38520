import { zonedTime } from '#shared/zone-time.ts';

/** What a line says besides its record. */
export interface OfKiosk {
  readonly kioskName: string;
  readonly timeZone: string;
  /** Whether people’s names are shown here, and written to files. */
  readonly showsNames: boolean;
}

/** Where files are written, and what they say of the kiosk. */
export interface ExportParts {
  readonly folder: string;
  readonly ofKiosk: () => OfKiosk;
}

/** What no file system takes, in the name that a person has given the kiosk. */
const NOT_IN_A_NAME = /[\\/:*?"<>|\p{Cc}]/gu;

/** The name of a file: which kiosk it is of, what is in it, and when it was written. */
export function exportName(
  { kioskName, timeZone }: Omit<OfKiosk, 'showsNames'>,
  what: string,
  now: number,
): string {
  return `usher-${inAName(kioskName)}-${what}-${timeInAName(now, timeZone)}`;
}

/** Of one that many kiosks send to the same place: what it is comes first. */
export function supportName({ kioskName, timeZone }: Omit<OfKiosk, 'showsNames'>, now: number) {
  return `usher-support-${inAName(kioskName)}-${timeInAName(now, timeZone)}`;
}

function inAName(text: string): string {
  return text.replaceAll(NOT_IN_A_NAME, '-');
}

function timeInAName(now: number, timeZone: string): string {
  return zonedTime(now, timeZone).slice(0, 19).replaceAll(':', '');
}
