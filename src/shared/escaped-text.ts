/** One sign that stands for a character, or any other character. */
const SIGN = /\\(?:x([0-9a-f]{2})|([rnt\\]))|([\s\S])/gi;
const CHARACTERS: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', '\\': '\\' };

/**
 * Returns the bytes of a text in which `\r`, `\n`, `\t`, `\\` and `\xHH` stand for one byte each; null where a
 * backslash stands before anything else, or a character is no single byte.
 */
export function bytesOfEscaped(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const [, hex, letter, character] of text.matchAll(SIGN)) {
    if (character === '\\') return null;
    const plain = character ?? CHARACTERS[letter?.toLowerCase() ?? ''];
    const byte = hex === undefined ? plain?.charCodeAt(0) : Number.parseInt(hex, 16);
    if (byte === undefined || byte > 0xff) return null;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
