/**
 * Words as people type them at a door: without case or accents, on any keyboard. Queries and
 * tickets are normalised by the same code, so that they can be compared.
 */
import { plainLetters } from '#shared/plain-letters.ts';

/** A word of a query. */
export interface WantedWord {
  /** The ways in which it may be spelled. */
  readonly ways: readonly string[];
  /**
   * Whether only a whole word matches: the next word follows without a gap, so this one is complete
   * (the C of C12).
   */
  readonly isWhole: boolean;
}

/** The most words of a query that are used: each costs time, and nobody types more. */
const MOST_WORDS = 10;

/**
 * How names are spelled where a keyboard lacks a letter: Mueller for Müller, Aakesson for Åkesson.
 */
const TRANSCRIBED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
};
const TO_TRANSCRIBE = new RegExp(`[${Object.keys(TRANSCRIBED).join('')}]`, 'gu');

const BEYOND_ASCII = /[^ -~]/;
const APOSTROPHES = /['’‘ʼ`´]/gu;
const UNBROKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** A run of digits is a word of its own: C12 is row C, seat 12. */
const WORD = /\d+|(?:(?!\d)[\p{L}\p{M}\p{N}])+/gu;
const LEADING_ZEROS = /^0+(?=\d)/;

/**
 * Returns the words of a text; a compound name also counts as one word, such as obrien for O'Brien.
 */
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

/** Returns the words of a query. */
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

/** Splits a text into words and numbers, without leading zeros: seat 07 is seat 7. */
function partsIn(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((part) => part.replace(LEADING_ZEROS, ''));
}

/** Returns one spelling, or two where letters can be transcribed. */
function waysToWrite(text: string): readonly string[] {
  const lowerCase = text.toLowerCase();
  if (!BEYOND_ASCII.test(lowerCase)) return [lowerCase];
  const composed = lowerCase.normalize('NFC');
  const transcribed = composed.replace(TO_TRANSCRIBE, (letter) => TRANSCRIBED[letter] ?? letter);
  return [...new Set([plainLetters(composed), plainLetters(transcribed)])];
}
