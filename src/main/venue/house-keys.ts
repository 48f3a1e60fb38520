import { createSecretKey, hkdfSync, scrypt, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';

const KEY_BYTES = 32;
/** 32 MiB and about a tenth of a second: a guess costs as much. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** The keys of one house; 32 bytes each. All its doors derive the same ones. */
export interface HouseKeys {
  /** What doors tell each other is sealed with it. */
  readonly seal: Uint8Array;
  /** The names of topics are hashed with it. */
  readonly topic: Uint8Array;
  /** Barcodes are hashed with it. */
  readonly ticket: Uint8Array;
  /** Notes about guests are sealed with it, in the file with what the doors have told. */
  readonly note: Uint8Array;
}

export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
export const houseKeysSchema: z.ZodType<HouseKeys> = z.object({
  seal: bytesSchema,
  topic: bytesSchema,
  ticket: bytesSchema,
  note: bytesSchema,
});

/** Derives the keys from the passphrase that all doors of the house have been given, and the venue's salt. */
export async function deriveHouseKeys(passphrase: string, salt: string): Promise<HouseKeys> {
  // The same passphrase may have been typed on one machine and copied on another.
  const typed = Buffer.from(passphrase.normalize('NFKC').trim());
  const master = await promisify<Buffer, string, number, typeof COST, Buffer>(scrypt)(
    typed,
    `usher/house/2/${salt}`,
    KEY_BYTES,
    COST,
  );
  const key = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', master, '', `usher/house/${purpose}`, KEY_BYTES));
  return {
    seal: key('seal'),
    topic: key('topic'),
    ticket: key('ticket'),
    note: key('note'),
  };
}

/** Marks tickets, so that doors recognise them and nobody else does. */
export class TicketMarks {
  readonly #hash: KeyedHash;

  constructor({ ticket }: HouseKeys) {
    this.#hash = new KeyedHash(ticket);
  }

  /** Returns the mark of a client's barcode, in base64. It does not reveal the barcode. */
  of({ baseUrl, clientId }: ClientRef, code: string): string {
    return this.#hash.of(JSON.stringify([baseUrl, clientId, code]));
  }
}

/** Marks tickets wanted and users, so that doors recognise the same ones; what is marked stays unsaid. */
export class CopyMarks {
  readonly #hash: KeyedHash;

  constructor({ ticket }: HouseKeys) {
    this.#hash = new KeyedHash(ticket);
  }

  /** The mark of which tickets a copy is of. */
  ofTickets(baseUrl: string, filter: ScanFilter): string {
    const { clientId, productionId = null, performanceId = null } = filter;
    return this.#hash.of(JSON.stringify(['copy', baseUrl, clientId, productionId, performanceId]));
  }

  /** The mark of a platform's user. */
  ofUser(baseUrl: string, username: string): string {
    return this.#hash.of(JSON.stringify(['user', baseUrl, username]));
  }
}

/** The key that seals what doors tell each other. */
export function sealKeyOf({ seal }: HouseKeys): KeyObject {
  return createSecretKey(seal);
}
