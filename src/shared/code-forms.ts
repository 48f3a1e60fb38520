import type { Scan } from './model/scan.ts';

/** Blanks and hyphens of any kind, with which codes are printed in groups. */
const SEPARATORS = /[\s\p{Pd}\u00AD\u200B\u2060\u2212\uFEFF]/gu;

/** What a code is recognised by, as far as a scan tells. */
type CodeAsRead = Pick<Scan, 'code' | 'source'> & {
  /** The AIM identifier of its symbology, with or without its bracket; missing where unknown. */
  readonly symbology?: string | null | undefined;
};

/**
 * The form in which near matches are equal: without blanks and hyphens, and without case. Neither edit
 * distance nor leading zeros make a near match: those are other tickets' codes.
 */
export function plainForm(code: string): string {
  // As most barcodes are, of which a download may have a million.
  if (/^[\dA-Z]*$/.test(code)) return code;
  return code.replaceAll(SEPARATORS, '').toUpperCase();
}

/** Whether somebody typed the code in groups, as it is printed. */
export function isTypedInGroups({ code, source }: CodeAsRead): boolean {
  return source === 'manual' && withoutSeparators(code) !== null;
}

/** The form that all readings of one symbol have, whether or not its scanner tells the symbology: UPC-A with 12 digits. */
export function symbolForm(code: string): string {
  return code.length === 13 && mayBeUpcA({ code }) ? otherUpcForm(code) : code;
}

/**
 * Returns the second common form of a code: typed in groups, without its separators; read from a UPC-A
 * symbol, with 13 digits instead of 12 or the other way round. Null if it has none.
 */
export function alternateForm(scan: CodeAsRead): string | null {
  const { code, source } = scan;
  if (source === 'manual') return withoutSeparators(code);
  return mayBeUpcA(scan) ? otherUpcForm(code) : null;
}

function withoutSeparators(code: string): string | null {
  const bare = code.replaceAll(SEPARATORS, '');
  return bare === '' || bare === code ? null : bare;
}

/** Many scanners do not tell the symbology: then the check digit does, for nine codes of ten. */
function mayBeUpcA({ code, symbology }: Omit<CodeAsRead, 'source'>): boolean {
  const isFamily = symbology === undefined || symbology === null || /^\]?E/.test(symbology);
  return isFamily && /^0?\d{12}$/.test(code) && hasCheckDigit(code);
}

function otherUpcForm(code: string): string {
  return code.length === 13 ? code.slice(1) : `0${code}`;
}

/** The check digit of UPC-A and EAN-13 (GS1): weights 3 and 1 from the right, the sum a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const fromRight = digits.length - 1 - at;
    sum += Number(digits[at]) * (fromRight % 2 === 0 ? 1 : 3);
  }
  return sum % 10 === 0;
}
