import { createCipheriv, createDecipheriv, randomFillSync, type KeyObject } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Random bytes for many nonces, requested at once: each request to the system has a high fixed
 * cost.
 */
const nonces = Buffer.alloc(256 * NONCE_BYTES);
let used = nonces.length;

/**
 * Encrypts and authenticates with AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 bytes of tag.
 *
 * @param place where it belongs, which is not encrypted: unsealed anywhere else, it is refused
 */
export function seal(key: Buffer | KeyObject, plain: Buffer, place?: string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  if (place !== undefined) cipher.setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the decrypted data; null if the key or the place is a different one, or any bit was changed. */
export function unseal(key: Buffer | KeyObject, sealed: Buffer, place?: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  if (place !== undefined) decipher.setAAD(Buffer.from(place));
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return null;
  }
}

/** Returns unused random bytes; the buffer is valid only until the next call. */
function nextNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  used += NONCE_BYTES;
  return nonces.subarray(used - NONCE_BYTES, used);
}
