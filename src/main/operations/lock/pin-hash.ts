import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

/**
 * A stored PIN. With so few digits the hash alone does not protect it: it is also sealed, and each try
 * takes a tenth of a second and 64 MiB.
 */
export const pinHashSchema = z.strictObject({
  /** Base64. */
  salt: z.string(),
  hash: z.string(),
});
export type PinHash = z.infer<typeof pinHashSchema>;

const BYTES = 32;
/** What each try costs. */
export const PIN_COST: ScryptOptions = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 2 ** 20 };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** @param cost must be the same for setting a PIN and for checking it */
export async function hashPin(pin: string, cost = PIN_COST): Promise<PinHash> {
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, BYTES, cost);
  return { salt: salt.toString('base64'), hash: hash.toString('base64') };
}

export async function isPin(pin: string, kept: PinHash, cost = PIN_COST): Promise<boolean> {
  const hash = Buffer.from(kept.hash, 'base64');
  const tried = await derive(pin, Buffer.from(kept.salt, 'base64'), BYTES, cost);
  return hash.length === BYTES && timingSafeEqual(hash, tried);
}
