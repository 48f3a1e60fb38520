import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const PIECE = 1024 * 1024;

/** Returns whether a download has this SHA-512 (base64), without holding up the kiosk. Rejects as the file system does. */
export async function hasHash(path: string, sha512: string): Promise<boolean> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64') === sha512;
}

/**
 * Opens a download and reads all of it once more. Returns the open file, from which it was read, if its SHA-512
 * (base64) is the one that was promised; else null. Blocks for as long as that takes: for a kiosk that has ended.
 * Throws as the file system does.
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
