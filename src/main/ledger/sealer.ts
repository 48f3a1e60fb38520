import { createSecretKey, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { seal, unseal } from '#main/base/vault/seal.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

/**
 * Keeps barcodes and personal data unreadable in the file: hashed to be looked up, encrypted to be read
 * again.
 */
export class Sealer {
  // As a key object: node:crypto takes several times as long for a row when it gets bare bytes.
  readonly #contentKey: KeyObject;
  readonly #lookup: KeyedHash;
  /** The last hash: a scan is looked up first and then recorded under the same one. */
  #last: { readonly whole: string; readonly hash: Buffer } | null = null;

  constructor(vault: Pick<Vault, 'key'>) {
    this.#contentKey = createSecretKey(vault.key('ledger'));
    this.#lookup = new KeyedHash(vault.key('ledger-lookup'));
  }

  /** Returns the hash by which a code's rows are found; without the key it cannot be matched to a code. */
  lookup({ baseUrl, clientId }: ClientRef, code: string): Buffer {
    // As JSON, so that the boundaries between the parts are unambiguous.
    const whole = JSON.stringify([baseUrl, clientId, code]);
    if (this.#last?.whole !== whole) {
      this.#last = { whole, hash: Buffer.from(this.#lookup.of(whole), 'base64') };
    }
    return this.#last.hash;
  }

  seal(value: unknown): Buffer {
    return seal(this.#contentKey, Buffer.from(JSON.stringify(value)));
  }

  /** Decrypts sealed data; null if it is damaged, of another key, or does not match the schema. */
  open<T>(sealed: Buffer, schema: z.ZodType<T>): T | null {
    const plain = unseal(this.#contentKey, sealed);
    if (plain === null) return null;
    const parsed = schema.safeParse(JSON.parse(plain.toString('utf8')));
    return parsed.success ? parsed.data : null;
  }
}
