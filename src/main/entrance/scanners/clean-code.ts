import { LONGEST_CODE } from '#shared/model/scan.ts';
import type { MissReason } from '#shared/model/scanner.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The control characters that belong to codes: those of GS1 (GS) and of ISO/IEC 15434 (EOT, FS, GS, RS, US). */
const SEPARATORS = new Set('\u0004\u001c\u001d\u001e\u001f');

/**
 * Returns the code as it is passed on: without control characters except {@link SEPARATORS},
 * otherwise unchanged, including leading zeros and blanks inside. Fails if nothing is left, or if
 * it is longer than any barcode.
 */
export function cleanCode(raw: string): Result<string, Extract<MissReason, 'too-long' | 'empty'>> {
  const code = raw.replace(/\p{Cc}/gu, (char) => (SEPARATORS.has(char) ? char : ''));
  if (code.trim() === '') return err('empty');
  return code.length > LONGEST_CODE ? err('too-long') : ok(code);
}
