import { zonedTime } from './zoned-time.ts';

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
  const time = zonedTime(now, timeZone).slice(0, 19).replaceAll(':', '');
  return `usher-${kioskName.replaceAll(NOT_IN_A_NAME, '-')}-${what}-${time}`;
}
