import { splitAim } from '#shared/model/aim.ts';
import { LONGEST_CODE } from '#shared/model/scan.ts';
import type { MissReason } from '#shared/model/scanner.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** The control characters that belong to codes: those of GS1 (GS) and of ISO/IEC 15434 (EOT, FS, GS, RS, US). */
const SEPARATORS = new Set('\u0004\u001c\u001d\u001e\u001f');

/** As Unicode has it, and as it looks where UTF-8 was read as Latin-1. */
const BYTE_ORDER_MARK = /^(?:\uFEFF|\u00EF\u00BB\u00BF)/;

/** What some scanners send for the FNC1 at the front of a GS1 symbol. */
const FNC1 = '\u001d';

/** EAN-13, EAN-8, UPC-A and UPC-E. */
const EAN_UPC = 'E0';

/** A code as a channel gave it. */
export interface RawCode {
  readonly code: string;
  /** The AIM identifier without its bracket (`E0`, `Q3`), if the channel reports it apart from the code. */
  readonly symbology: string | null;
}

/**
 * Returns the code that a symbol holds, the same for each channel that reads it:
 *
 * - without control characters except {@link SEPARATORS}, and without the byte order mark at its front;
 * - without the AIM identifier at its front, which is returned as the symbology;
 * - without the separator at its front, which stands for the FNC1 of GS1;
 * - UPC-A with 12 digits, and not as EAN-13 with a leading zero, where the symbology is known.
 *
 * Everything else is unchanged, including leading zeros and blanks. Fails if nothing is left, or if it
 * is longer than any barcode.
 */
export function normalizeCode(
  raw: RawCode,
): Result<RawCode, Extract<MissReason, 'too-long' | 'empty'>> {
  const printed = raw.code.replace(/\p{Cc}/gu, (char) => (SEPARATORS.has(char) ? char : ''));
  const named = withoutAim(withoutMark(printed), raw.symbology);
  const unmarked = withoutMark(named.code);
  const code = unmarked.startsWith(FNC1) ? unmarked.slice(1) : unmarked;
  if (code.trim() === '') return err('empty');
  if (code.length > LONGEST_CODE) return err('too-long');
  const { symbology } = named;
  const isUpcA = symbology === EAN_UPC && /^0\d{12}$/.test(code);
  return ok({ code: isUpcA ? code.slice(1) : code, symbology });
}

/**
 * Takes the AIM identifier off the front of a code. Where the symbology is reported apart, only the same
 * identifier is one: others belong to the code.
 */
export function withoutAim(code: string, symbology: string | null): RawCode {
  const { aim, rest } = splitAim(code);
  if (aim === '') return { code, symbology };
  const found = aim.slice(1);
  if (symbology !== null && symbology !== found) return { code, symbology };
  return { code: rest, symbology: found };
}

/** Returns the text without the byte order mark in front of it. */
export function withoutMark(text: string): string {
  return text.replace(BYTE_ORDER_MARK, '');
}
