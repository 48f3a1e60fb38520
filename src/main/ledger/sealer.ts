import { createSecretKey, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { seal, unseal } from '#main/base/vault/seal.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** Keeps barcodes and people out of the file: hashed to be looked up, sealed to be read again. */
export class Sealer {
  // As a key object: node:crypto takes several times as long for a row when it gets bare bytes.
  readonly #contentKey: KeyObject;
  readonly #lookup: KeyedHash;
  /** The last hash: a scan is looked up and then recorded with the same one. */
  #last: { readonly whole: string; readonly hash: Buffer } | null = null;

  constructor(vault: Pick<Vault, 'key'>) {
    this.#contentKey = createSecretKey(vault.key('ledger'));
    this.#lookup = new KeyedHash(vault.key('ledger-lookup'));
  }

  /** Returns the hash under which the rows of a code are found; it reveals nothing without the key. */
  lookup({ baseUrl, clientId }: ClientRef, code: string): Buffer {
    // JSON keeps the parts apart unambiguously.
    const whole = JSON.stringify([baseUrl, clientId, code]);
    if (this.#last?.whole !== whole) {
      this.#last = { whole, hash: Buffer.from(this.#lookup.of(whole), 'base64') };
    }
    return this.#last.hash;
  }

  seal(value: unknown): Buffer {
    return seal(this.#contentKey, Buffer.from(JSON.stringify(value)));
  }

  /** What was sealed; null when it is damaged, of another key, or not what the schema describes. */
  open<T>(sealed: Buffer, schema: z.ZodType<T>): T | null {
    const plain = unseal(this.#contentKey, sealed);
    if (plain === null) return null;
    const parsed = schema.safeParse(JSON.parse(plain.toString('utf8')));
    return parsed.success ? parsed.data : null;
  }
}
