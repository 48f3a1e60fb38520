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

/**
 * Whether a fragment of HTML tells who somebody is: has a word of a name in it, a whole text, or the
 * digits of a number however they are grouped. Rather once too often: a seat in the row of Mr Row is
 * withheld as well.
 */
export function namesSomebody(html: string, { names, texts, numbers }: Person): boolean {
  const text = html.replaceAll(/<[^>]*>/g, ' ').toLowerCase();
  const words = new Set(wordsOf(text));
  const isNamed = (name: string) =>
    wordsOf(name).some((word) => word.length >= SHORTEST_NAME && words.has(word)) ||
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

function known(texts: Texts): string[] {
  return texts.filter((text) => text !== null && text !== undefined);
}

function includes(text: string, part: string): boolean {
  const wanted = part.trim().toLowerCase();
  return wanted !== '' && text.includes(wanted);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
