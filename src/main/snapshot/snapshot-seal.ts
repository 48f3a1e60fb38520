import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { FORMAT_VERSION } from './snapshot-format.ts';

/** The keys that snapshots get from the vault; 32 bytes each. */
export interface SnapshotKeys {
  /** For the hashes by which tickets are looked up. */
  readonly lookup: Uint8Array;
  /** From which every snapshot derives a key of its own. */
  readonly seal: Uint8Array;
}

export const SALT_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How many base64 characters, of six bits each, are kept of a keyed hash. */
const LOOKUP_LENGTH = 22;

/**
 * Encrypts the content of one snapshot. Each snapshot has a key of its own, derived from a salt
 * that is never reused, so the unique number of a block can serve as the nonce.
 */
export class SnapshotSeal {
  readonly #lookup: KeyedHash;
  readonly #key: KeyObject;

  /** @param salt SALT_BYTES random bytes, which are stored unencrypted in the snapshot's file */
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

  /**
   * The key by which a barcode is found; without the vault's key it does not reveal the barcode.
   */
  lookupKey(clientId: number, barcode: string): string {
    return this.#lookup.of(`${clientId}\n${barcode}`).slice(0, LOOKUP_LENGTH);
  }

  /** Encrypts a block: the ciphertext, then 16 bytes of tag. Each number must be used only once. */
  seal(block: number, plain: string): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(block));
    return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /**
   * Returns the block with this number, decrypted; null if the key is a different one or any bit
   * was changed.
   */
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
