import { readReferences } from '#shared/character-references.ts';

type Texts = readonly (string | null | undefined)[];

/** What identifies a person, as far as it is known. */
export interface Person {
  readonly names: Texts;
  readonly texts: Texts;
  readonly numbers: Texts;
}

/** Shorter parts of a name are ignored: they occur in many other words, too. */
const SHORTEST_NAME = 3;
const SHORTEST_NUMBER = 6;

/** Stands for a character that cannot be decoded: it may be a letter of a name. */
const UNREADABLE = '\u{FFFD}';

/**
 * Whether a fragment of HTML identifies a person: whether it contains a word of a name, a whole
 * text, or the digits of a number however they are grouped. In doubt it returns true: a seat in the
 * row of Mr Row is withheld as well, and so is text that cannot be decoded.
 */
export function mentionsPerson(html: string, person: Person): boolean {
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

/**
 * Returns the text with its character references decoded. An unknown name without a semicolon is
 * left as it is: it is more likely text after a plain ampersand.
 */
function readable(text: string): string {
  return readReferences(text, (unknown) =>
    unknown.endsWith(';') || unknown.startsWith('&#') ? UNREADABLE : unknown,
  );
}

/**
 * Normalises a text: without case, accents and zero-width characters, so that all spellings of a
 * name match.
 */
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
