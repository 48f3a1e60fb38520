const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A code's text: UTF-8, or Latin-1 where it is no UTF-8. A line's end, which scanners add to the code,
 * is gone; everything else is exact, the separators of GS1 included.
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
