/** The source of a code: a scanner, by its channel, or manual entry. */
export type ScanSource = 'hid' | 'serial' | 'wedge' | 'camera' | 'manual';

/** One barcode, as a scanner or a person gave it. */
export interface Scan {
  /** The barcode as all channels give it: see `normalizeCode`. */
  readonly code: string;
  readonly source: ScanSource;
  /** The scanner's name; null if it is unknown. */
  readonly device: string | null;
  /** The id of the scanner that read it and may show its verdict; missing where a person or a keyboard typed it. */
  readonly readBy?: string;
  /** The AIM identifier without its bracket (`E0`, `Q3`); missing where nothing names it. */
  readonly symbology?: string;
  /** When its last character arrived, in milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** The last characters of a code: enough to distinguish two tickets, too few to forge one. */
export function tailOf(code: string): string {
  return code.slice(-4);
}

/** The longest code that is accepted. Longer ones are refused, not cut. */
export const LONGEST_CODE = 4096;
