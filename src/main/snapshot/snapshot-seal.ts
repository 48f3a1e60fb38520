import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { FORMAT_VERSION } from './snapshot-format.ts';

/** The keys that a snapshot has from the vault; 32 bytes each. */
export interface SnapshotKeys {
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
/** Characters of base64, of six bits each, that are kept of a keyed hash. */
const LOOKUP_LENGTH = 22;

/**
 * Seals what one snapshot holds. A snapshot's key is its own, made from a salt that is never used
 * again, so the number of a block, which no two share, is nonce enough.
 */
export class SnapshotSeal {
  readonly #lookup: KeyedHash;
  readonly #key: KeyObject;

  /** @param salt SALT_BYTES random bytes, which lie open in the snapshot's file */
  constructor(keys: SnapshotKeys, salt: Uint8Array) {
    this.#lookup = new KeyedHash(keys.lookup);
    const key = hkdfSync(
      'sha256',
      keys.seal,
      salt,
      `usher/snapshot-blocks/${FORMAT_VERSION}`,
      KEY_BYTES,
    );
    // As a key object: node:crypto takes several times as long for a block when it gets bare bytes.
    this.#key = createSecretKey(Buffer.from(key));
  }

  /** Under which a barcode is found: it says nothing about the barcode without the vault's key. */
  lookupKey(clientId: number, barcode: string): string {
    return this.#lookup.of(`${clientId}\n${barcode}`).slice(0, LOOKUP_LENGTH);
  }

  /** Seals a block: the ciphertext, then 16 bytes of tag. No number may be used for two of them. */
  seal(block: number, plain: string): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(block));
    return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** What was sealed under this number; null when the key is another one or a bit has changed. */
  unseal(block: number, sealed: Buffer): Buffer | null {
    if (sealed.length < TAG_BYTES) return null;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonceOf(block), options);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return plain;
  }
}

function nonceOf(block: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(block, NONCE_BYTES - 6, 6);
  return nonce;
}
