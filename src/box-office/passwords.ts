import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface PasswordHash {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const HASH_BYTES = 32;

// A quarter of Node's default: the passwords here are documented, and the demo has to start fast.
const COST = { N: 4096 };

/** The scrypt hash of a password, with a salt of its own. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, HASH_BYTES, COST) };
}

/** Stands in for users that do not exist, so that they take as long to refuse as a wrong password. */
export const NOBODY: PasswordHash = { salt: Buffer.alloc(16), hash: Buffer.alloc(HASH_BYTES) };

export async function passwordMatches(password: string, stored: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(password, stored.salt, HASH_BYTES, COST), stored.hash);
}
