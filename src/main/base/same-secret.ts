import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that the duration does not tell how many characters were right. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
