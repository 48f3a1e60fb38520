import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/** Texts up to this length, in UTF-16 units, are hashed without allocating a buffer. */
const USUAL_LENGTH = 256;

/**
 * HMAC-SHA-256 (RFC 2104) for a very large number of short texts. The HMAC of node:crypto allocates
 * objects for each text, which costs far more than the hashing itself. Its one-shot `hash` does
 * not, and an HMAC consists of two hashes.
 */
export class KeyedHash {
  /** The key, followed by room for a text. */
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  /** @param key at most 64 bytes */
  constructor(key: Uint8Array) {
    this.#inner = Buffer.concat([pad(key, 0x36), Buffer.alloc(3 * USUAL_LENGTH)]);
    this.#outer = Buffer.concat([pad(key, 0x5c), Buffer.alloc(HASH_BYTES)]);
  }

  /** The keyed hash of a text, in base64. */
  of(text: string): string {
    this.#outer.write(hash('sha256', this.#message(text), 'hex'), BLOCK_BYTES, 'hex');
    return hash('sha256', this.#outer, 'base64');
  }

  #message(text: string): Buffer {
    if (text.length > USUAL_LENGTH) {
      return Buffer.concat([this.#inner.subarray(0, BLOCK_BYTES), Buffer.from(text)]);
    }
    return this.#inner.subarray(0, BLOCK_BYTES + this.#inner.write(text, BLOCK_BYTES));
  }
}

function pad(key: Uint8Array, byte: number): Buffer {
  const padded = Buffer.alloc(BLOCK_BYTES, byte);
  key.forEach((value, at) => {
    padded[at] = value ^ byte;
  });
  return padded;
}
