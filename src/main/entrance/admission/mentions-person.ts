import { readReferences } from '#shared/character-references.ts';

type Texts = readonly (string | null | undefined)[];

/** What identifies a person, as far as it is known. */
export interface Person {
  readonly names: Texts;
  readonly texts: Texts;
  readonly numbers: Texts;
}

/** Shorter parts of a name are parts of many other words, too. */
const SHORTEST_NAME = 3;
const SHORTEST_NUMBER = 6;

/** Stands for what cannot be read: it may be a letter of a name. */
const UNREADABLE = '\u{FFFD}';

/**
 * Whether a fragment of HTML tells who somebody is: has a word of a name in it, a whole text, or the digits
 * of a number however they are grouped. Errs on the safe side: a seat in a row that shares a word with the
 * name is withheld as well, and so is unreadable text.
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

/** With its character references read. A name without its semicolon is more likely an ampersand. */
function readable(text: string): string {
  return readReferences(text, (unknown) =>
    unknown.endsWith(';') || unknown.startsWith('&#') ? UNREADABLE : unknown,
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
