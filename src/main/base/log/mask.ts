const MASK = '•••';

/** Names of facts whose value is never logged. */
const SECRET_NAMES =
  /token|password|authorization|secret|barcode|code|cookie|user|name|email|phone|address|patron|ticket/i;

/**
 * Facts that the rule above would mask, or whose value looks like a secret, although they are
 * harmless.
 */
const HARMLESS_NAMES = new Set(['errorCode', 'exitCode', 'errorName', 'incident']);

/** What secrets look like inside a text. */
const SECRET_SHAPES = [
  // Authorization headers.
  /\b(?:Basic|Bearer)\s+\S+/gi,
  // The user info and the query of an address.
  /(?<=\bhttps?:\/\/)[^/\s]+(?=@)/gi,
  /(?<=\bhttps?:\/\/[^\s?]*)\?\S*/gi,
  // E-mail addresses, which user names usually are.
  /[^\s@"'<>/]+@[^\s@"'<>/]+/g,
  // Barcodes and tokens: runs of some length with a digit among them.
  /(?<![\w-])(?=[a-z_-]*\d)[\w-]{6,}(?![\w-])/gi,
];

/** Returns the text with everything masked that looks like a secret. */
export function maskText(text: string): string {
  return SECRET_SHAPES.reduce((masked, shape) => masked.replace(shape, MASK), text);
}

/**
 * Returns a fact's value as it may be logged: judged by the fact's name first, then by what the
 * value looks like.
 */
export function maskFact(name: string, value: unknown): unknown {
  if (HARMLESS_NAMES.has(name)) return value;
  if (SECRET_NAMES.test(name)) return MASK;
  // Numbers are counts, codes and durations; barcodes and tokens are strings.
  return typeof value === 'string' ? maskText(value) : value;
}
