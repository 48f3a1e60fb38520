/** Where a code came from. */
export type ScanSource = 'wedge' | 'manual';

/** One barcode, as a scanner or a person gave it. */
export interface Scan {
  /** The barcode itself; control characters, prefix and suffix of the scanner are gone. */
  readonly code: string;
  readonly source: ScanSource;
  /** When its last character came, in milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** The longest code that is passed on. Longer ones are refused, not cut. */
export const LONGEST_CODE = 4096;
