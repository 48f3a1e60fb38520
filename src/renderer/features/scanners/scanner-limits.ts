/** What a number has to be. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The speeds of serial ports that the kiosk takes, in bits per second. */
export const BAUD_RATE: Range = { least: 300, most: 4_000_000 };
/** The pauses that can end a code of a serial scanner, in milliseconds. */
export const PAUSE_MS: Range = { least: 20, most: 1000 };
/** A kiosk has at most so many serial scanners. */
export const MOST_SERIAL = 8;
/** The longest prefix or suffix of keyboard scanners, in characters. */
export const LONGEST_FRAME = 50;

/** The number that somebody typed; null if it is none that is taken. */
export function wholeNumberIn({ least, most }: Range, typed: string): number | null {
  const digits = typed.trim();
  if (!/^\d{1,9}$/.test(digits)) return null;
  const number = Number(digits);
  return number >= least && number <= most ? number : null;
}
