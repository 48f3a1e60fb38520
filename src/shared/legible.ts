/** What turns the words around it about: embeddings, overrides and isolates of the bidi algorithm. */
const TURNS_ABOUT = /[\u202A-\u202E\u2066-\u2069]/gu;

/** What has no business in a text to be read: control characters, halves of others, annotations. */
const CONTROLS = /[\p{Cc}\p{Cs}\uFFF9-\uFFFB]/gu;
const LINE_ENDS_AND_TABS = /[\t\n\r]/;

/** More marks than any script puts on one letter; a tower of them covers the lines above and below. */
const TOWER = /(\p{M}{4})\p{M}+/gu;

/** Most texts have but these signs, in which there is nothing to look for: a snapshot has millions of them. */
const PLAIN = /^[\t\n\r\x20-\x7E\xA0-\u02FF]*$/;

/**
 * A text from outside without what makes its neighbours illegible: it cannot turn a line about, hide
 * something or grow over other lines. What people write in any language stays.
 */
export function legible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(TURNS_ABOUT, '')
    .replace(CONTROLS, (character) => (LINE_ENDS_AND_TABS.test(character) ? character : ''))
    .replace(TOWER, '$1');
}

/** The same, cut to `longest` characters; that something is missing shows. */
export function legibleUpTo(longest: number, text: string): string {
  // Ten million characters are not looked through for the first few hundred.
  const read = legible(text.slice(0, 4 * longest));
  const isWhole = text.length <= 4 * longest && read.length <= longest;
  return isWhole ? read : `${withoutHalf(read.slice(0, longest))}…`;
}

/** Cut between the two halves of a character, half of it would be left. */
function withoutHalf(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
