/**
 * Words as people type them at a door: without case or accents, on whatever keyboard there is. Queries and
 * tickets are normalised in the same way, so that they can be compared.
 */

/** A word that is looked for. */
export interface WantedWord {
  /** The ways to write it. */
  readonly ways: readonly string[];
  /** Whether the next word follows without a gap, so that this one is complete: the C of C12. */
  readonly isWhole: boolean;
}

/** The most words of a query: each costs time. */
const MOST_WORDS = 10;

/** Letters that Unicode does not take apart, and that other keyboards do not have. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
  // Arabic letters that people write one for the other, those of Persian keyboards, and a stretched line.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ـ: '',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** How names are written where a letter is missing: Mueller for Müller, Aakesson for Åkesson. */
const TRANSCRIBED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
};
const TO_TRANSCRIBE = new RegExp(`[${Object.keys(TRANSCRIBED).join('')}]`, 'gu');

const BEYOND_ASCII = /[^ -~]/;
/** Accents, the vowel signs of Arabic and Hebrew, and joiners. Elsewhere vowel signs are letters. */
const MARKS = /\p{Script=Inherited}|(?=\p{Script=Hebrew})\p{M}/gu;
/** The digits of Arabic and Persian. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const APOSTROPHES = /['’‘ʼ`´]/gu;
const UNBROKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Digits are words of their own: C12 is row C, seat 12. */
const WORD = /\d+|(?:(?!\d)[\p{L}\p{M}\p{N}])+/gu;
const LEADING_ZEROS = /^0+(?=\d)/;

/** The words of a text; a name of several parts is a word as a whole, too: O'Brien as obrien. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const way of waysToWrite(text)) {
    for (const piece of way.split(' ')) {
      const parts = partsIn(piece);
      for (const part of parts) words.add(part);
      if (parts.length > 1) words.add(parts.join(''));
    }
  }
  return words;
}

/** The words that somebody looks for. */
export function wantedWords(query: string): readonly WantedWord[] {
  const unbroken = query.replace(APOSTROPHES, '').match(UNBROKEN) ?? [];
  return unbroken.flatMap(partsOf).slice(0, MOST_WORDS);
}

function partsOf(unbroken: string): readonly WantedWord[] {
  const [first = [], ...others] = waysToWrite(unbroken).map(partsIn);
  return first.map((word, at) => ({
    ways: [...new Set([word, ...others.map((way) => way[at] ?? word)])],
    isWhole: at < first.length - 1,
  }));
}

/** Words and numbers; seat 07 is seat 7. */
function partsIn(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((part) => part.replace(LEADING_ZEROS, ''));
}

/** One, or two where letters are transcribed. */
function waysToWrite(text: string): readonly string[] {
  const lowerCase = text.toLowerCase();
  if (!BEYOND_ASCII.test(lowerCase)) return [lowerCase];
  const composed = lowerCase.normalize('NFC');
  const transcribed = composed.replace(TO_TRANSCRIBE, (letter) => TRANSCRIBED[letter] ?? letter);
  return [...new Set([plain(composed), plain(transcribed)])];
}

/** Without accents, and in letters that other keyboards have. */
function plain(lowerCase: string): string {
  return lowerCase
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}
