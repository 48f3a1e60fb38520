/** Where a code came from: a scanner, by its channel, or a person's fingers. */
export type ScanSource = 'hid' | 'serial' | 'wedge' | 'manual';

/** One barcode, as a scanner or a person gave it. */
export interface Scan {
  /** The barcode itself; control characters, prefix and suffix of the scanner are gone. */
  readonly code: string;
  readonly source: ScanSource;
  /** Which scanner it was, as it calls itself; null where that is not known. */
  readonly device: string | null;
  /** When its last character came, in milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** The last characters of a code, enough to tell two tickets apart, and too few to make one. */
export function tailOf(code: string): string {
  return code.slice(-4);
}

/** The longest code that is passed on. Longer ones are refused, not cut. */
export const LONGEST_CODE = 4096;
