import { LONGEST_CODE } from '#shared/model/scan.ts';
import type { MissReason } from '#shared/model/scanner.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Separates the parts of a GS1 code; the one control character that belongs to a code. */
const GROUP_SEPARATOR = '\u001d';

/**
 * The code as it is passed on: control characters gone, everything else exact, leading zeros and
 * blanks inside included. No code, when nothing is left, or when it is longer than any barcode is.
 */
export function cleanCode(raw: string): Result<string, Extract<MissReason, 'too-long' | 'empty'>> {
  const code = raw.replace(/\p{Cc}/gu, (char) => (char === GROUP_SEPARATOR ? char : ''));
  if (code.trim() === '') return err('empty');
  return code.length > LONGEST_CODE ? err('too-long') : ok(code);
}
