/**
 * The text of a file that a spreadsheet saved, without a byte order mark. Spreadsheets mark UTF-8 and UTF-16, of which
 * either byte may come first; what is neither marked nor valid UTF-8 is Windows’ Latin-1, in which no byte is wrong.
 */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
