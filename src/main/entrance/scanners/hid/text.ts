const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A code's text, decoded as UTF-8, or as Latin-1 where it is not valid UTF-8. The line end that
 * scanners append is removed; everything else is unchanged, including the separators of GS1.
 */
export function textOf(parts: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(parts);
  return decoded(bytes).replace(/[\r\n]+$/, '');
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
