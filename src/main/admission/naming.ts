type Texts = readonly (string | null | undefined)[];

/** What tells who somebody is, as far as it is known. */
export interface Person {
  readonly names: Texts;
  readonly texts: Texts;
  readonly numbers: Texts;
}

/** Shorter parts of a name are parts of many other words, too. */
const SHORTEST_NAME = 3;
const SHORTEST_NUMBER = 6;

/** A character reference of HTML; browsers do without the semicolon of some. */
const REFERENCE = /&(?:#x(?<hex>[0-9a-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>[a-z]\w*));?/gi;
/** A letter and its accent, as HTML names them. */
const ACCENTED =
  /^([a-z])(?:acute|breve|caron|cedil|circ|dblac|dot|grave|macr|ogon|ring|tilde|uml)$/i;
const NAMED: Readonly<Record<string, string>> = {
  ...{ aelig: 'æ', oelig: 'œ', oslash: 'ø', szlig: 'ß', lstrok: 'ł', dstrok: 'đ', eth: 'ð' },
  ...{ thorn: 'þ', inodot: 'ı', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", shy: '' },
  ...{ rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', bdquo: '„', sbquo: '‚', laquo: '«' },
  ...{ raquo: '»', nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', ndash: '–', mdash: '—' },
  ...{ hellip: '…', bull: '•', middot: '·', euro: '€', pound: '£', times: '×', deg: '°' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓' },
};
/** Stands for what cannot be read: it may be a letter of a name. */
const UNREADABLE = '\u{FFFD}';

/**
 * Whether a fragment of HTML tells who somebody is: has a word of a name in it, a whole text, or the
 * digits of a number however they are grouped. Rather once too often: a seat in the row of Mr Row is
 * withheld as well, and so is what cannot be read.
 */
export function namesSomebody(html: string, person: Person): boolean {
  // A tag may stand between two words, or within one.
  return [' ', ''].some((gap) => tells(plain(readable(html.replaceAll(/<[^>]*>/g, gap))), person));
}

function tells(text: string, { names, texts, numbers }: Person): boolean {
  if (text.includes(UNREADABLE)) {
    return [names, texts, numbers].some((parts) => known(parts).length > 0);
  }
  const words = new Set(wordsOf(text));
  const isNamed = (name: string) =>
    wordsOf(plain(name)).some((word) => word.length >= SHORTEST_NAME && words.has(word)) ||
    includes(text, name);
  const digits = digitsOf(text);
  return (
    known(names).some(isNamed) ||
    known(texts).some((part) => includes(text, part)) ||
    known(numbers).some((number) => {
      const wanted = digitsOf(number);
      return wanted.length >= SHORTEST_NUMBER && digits.includes(wanted);
    })
  );
}

/** With its character references read. */
function readable(text: string): string {
  return text.replaceAll(
    REFERENCE,
    (reference: string, hex?: string, decimal?: string, name: string = '') => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (code > 0x10_ff_ff) return UNREADABLE;
      if (!Number.isNaN(code)) return String.fromCodePoint(code);
      const known = ACCENTED.exec(name)?.[1] ?? NAMED[name.toLowerCase()];
      // Without its semicolon it is more likely an ampersand.
      return known ?? (reference.endsWith(';') ? UNREADABLE : reference);
    },
  );
}

/** Without case, accents, and what has no width: however a name is typed, it is the same. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}

function known(texts: Texts): string[] {
  return texts.filter((text) => text !== null && text !== undefined);
}

function includes(text: string, part: string): boolean {
  const wanted = plain(part).trim();
  return wanted !== '' && text.includes(wanted);
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+/gu) ?? [];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
