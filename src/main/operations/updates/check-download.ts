import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const PIECE = 1024 * 1024;

/**
 * Opens a download and reads all of it once more. Returns the open file, from which it was read, if its SHA-512
 * (base64) is the one that was promised; else null. Throws as the file system does.
 */
export function openChecked(path: string, sha512: string): number | null {
  const file = openSync(path, 'r');
  let isRight = false;
  try {
    isRight = hashOf(file) === sha512;
  } finally {
    if (!isRight) closeSync(file);
  }
  return isRight ? file : null;
}

function hashOf(file: number): string {
  const hash = createHash('sha512');
  const piece = Buffer.allocUnsafe(PIECE);
  for (let at = 0; ;) {
    const read = readSync(file, piece, 0, PIECE, at);
    if (read === 0) return hash.digest('base64');
    hash.update(piece.subarray(0, read));
    at += read;
  }
}
