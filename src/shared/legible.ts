/**
 * Characters that change the direction of the surrounding text: embeddings, overrides and isolates of the
 * bidi algorithm.
 */
const TURNS_ABOUT = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Characters that do not belong in readable text: control characters, lone surrogates, annotations. */
const CONTROLS = /[\p{Cc}\p{Cs}\uFFF9-\uFFFB]/gu;
const LINE_ENDS_AND_TABS = /[\t\n\r]/;

/**
 * More combining marks than any script puts on one letter; a stack of them covers the lines above and
 * below.
 */
const TOWER = /(\p{M}{4})\p{M}+/gu;

/**
 * Most texts have only these characters, for which the slower checks are skipped: a snapshot has millions
 * of texts.
 */
const PLAIN = /^[\t\n\r\x20-\x7E\xA0-\u02FF]*$/;

/**
 * Removes from a foreign text what would make its surroundings illegible: characters that reverse lines,
 * are invisible or cover other lines. Text in any language stays.
 */
export function legible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(TURNS_ABOUT, '')
    .replace(CONTROLS, (character) => (LINE_ENDS_AND_TABS.test(character) ? character : ''))
    .replace(TOWER, '$1');
}

/** The same, cut to `longest` characters, with a mark where text was cut. */
export function legibleUpTo(longest: number, text: string): string {
  // Cut roughly first, so that a text of ten million characters is not processed for its first few hundred.
  const read = legible(text.slice(0, 4 * longest));
  const isWhole = text.length <= 4 * longest && read.length <= longest;
  return isWhole ? read : `${withoutHalf(read.slice(0, longest))}…`;
}

/** A cut inside a surrogate pair would leave half a character. */
function withoutHalf(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
