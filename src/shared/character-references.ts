import { legible } from './legible.ts';

/** A character reference of HTML; for some, browsers accept a missing semicolon. */
const REFERENCE = /&(?:#x(?<hex>[0-9a-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>[a-z]\w*));?/gi;

/** HTML's names of accents, and their combining characters. */
const MARKS: Readonly<Record<string, string>> = {
  ...{ acute: '\u0301', breve: '\u0306', caron: '\u030C', cedil: '\u0327', circ: '\u0302' },
  ...{ dblac: '\u030B', dot: '\u0307', grave: '\u0300', macr: '\u0304', ogon: '\u0328' },
  ...{ ring: '\u030A', tilde: '\u0303', uml: '\u0308' },
};
const ACCENTED = new RegExp(`^([a-z])(${Object.keys(MARKS).join('|')})$`, 'i');
/** The letters whose names exist with a capital, too. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ aelig: 'æ', oelig: 'œ', oslash: 'ø', lstrok: 'ł', dstrok: 'đ', eth: 'ð', thorn: 'þ' },
};
const NAMED: Readonly<Record<string, string>> = {
  ...{ szlig: 'ß', inodot: 'ı', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", shy: '' },
  ...{ rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', bdquo: '„', sbquo: '‚', laquo: '«' },
  ...{ raquo: '»', nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', ndash: '–', mdash: '—' },
  ...{ hellip: '…', bull: '•', middot: '·', euro: '€', pound: '£', times: '×', deg: '°' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', copy: '©', reg: '®', trade: '™' },
};
const LAST_CHARACTER = 0x10_ff_ff;

/**
 * Returns a text with its character references decoded once.
 *
 * @param otherwise returns what to put in place of an unknown one
 */
export function readReferences(text: string, otherwise: (reference: string) => string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    REFERENCE,
    (reference: string, hex?: string, decimal?: string, name: string = '') => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (code <= LAST_CHARACTER) return String.fromCodePoint(code);
      return named(name) ?? otherwise(reference);
    },
  );
}

function named(name: string): string | undefined {
  const [, letter, accent = ''] = ACCENTED.exec(name) ?? [];
  if (letter !== undefined) return (letter + (MARKS[accent.toLowerCase()] ?? '')).normalize();
  const small = LETTERS[name.toLowerCase()];
  if (small !== undefined) return /^[A-Z]/.test(name) ? small.toUpperCase() : small;
  return NAMED[name.toLowerCase()];
}

/**
 * Decodes the character references, such as `&amp;`, that were left in a plain text of the platform. The
 * result is text, never markup; unknown references, and those without a semicolon, stay as they are.
 */
export function plainText(text: string): string {
  if (!text.includes('&')) return text;
  return legible(
    text.replaceAll(/&#?\w+;/g, (reference) => readReferences(reference, (unknown) => unknown)),
  );
}
