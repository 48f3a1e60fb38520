import { LONGEST_CODE } from '#shared/model/scan.ts';

/** Separates the parts of a GS1 code; the one control character that belongs to a code. */
const GROUP_SEPARATOR = '\u001d';

/**
 * The code as it is passed on: control characters gone, everything else exact, leading zeros and
 * blanks inside included. Null when nothing is left, or when it is longer than any barcode is.
 */
export function cleanCode(raw: string): string | null {
  const code = raw.replace(/\p{Cc}/gu, (char) => (char === GROUP_SEPARATOR ? char : ''));
  return code.trim() === '' || code.length > LONGEST_CODE ? null : code;
}
