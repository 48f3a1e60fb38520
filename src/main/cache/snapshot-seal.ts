import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/** The keys that a cache has from the vault; 32 bytes each. */
export interface CacheKeys {
  /** For look-up keys. */
  readonly lookup: Uint8Array;
  /** From which every snapshot gets a key of its own. */
  readonly seal: Uint8Array;
}

export const SALT_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals what one snapshot holds. A snapshot's key is its own, made from a salt that is never used
 * again, so a number that no two rows share is nonce enough: with random nonces under one key, a
 * large snapshot every minute would come to the limit of AES-GCM (2^32 messages) within days.
 */
export class SnapshotSeal {
  readonly #lookup: KeyObject;
  readonly #key: KeyObject;
  readonly #nonce = Buffer.alloc(NONCE_BYTES);

  /** @param salt SALT_BYTES random bytes, which lie open in the snapshot's file */
  constructor(keys: CacheKeys, salt: Uint8Array) {
    // As key objects: node:crypto takes several times as long for a row when it gets bare bytes.
    this.#lookup = createSecretKey(keys.lookup);
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', keys.seal, salt, 'usher/snapshot-rows', KEY_BYTES)),
    );
  }

  /** Under which a barcode is found: it says nothing about the barcode without the vault's key. */
  lookupKey(clientId: number, barcode: string): string {
    return createHmac('sha256', this.#lookup).update(`${clientId}\n${barcode}`).digest('base64');
  }

  /** Seals a row: the ciphertext, then 16 bytes of tag. No number may be used for two texts. */
  seal(row: number, text: string): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.#key, this.#nonceOf(row));
    const parts = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(parts);
  }

  /** What was sealed under this number; null when the key is another one or a bit has changed. */
  unseal(row: number, sealed: Buffer): string | null {
    if (sealed.length < TAG_BYTES) return null;
    const decipher = createDecipheriv(ALGORITHM, this.#key, this.#nonceOf(row), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return plain.toString('utf8');
  }

  #nonceOf(row: number): Buffer {
    this.#nonce.writeUIntBE(row, NONCE_BYTES - 6, 6);
    return this.#nonce;
  }
}
