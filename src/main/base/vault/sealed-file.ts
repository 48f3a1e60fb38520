import { existsSync, readFileSync, rmSync } from 'node:fs';
import { replaceFile } from './replace-file.ts';
import { seal, unseal } from './seal.ts';
import type { Vault } from './vault.ts';

/** One small secret, encrypted in a file of its own. */
export interface SealedFile {
  /**
   * Returns the value, which the caller has to parse; null if there is none that this key can
   * decrypt.
   */
  load(): unknown;
  /** Whether there is a value at all, even one that this key cannot decrypt. */
  isThere(): boolean;
  /** Replaces the value atomically. */
  save(value: unknown): void;
  clear(): void;
}

/** The secret at `path`, sealed with `key` (32 bytes). */
export function sealedFile(path: string, key: Buffer): SealedFile {
  return {
    load() {
      const plain = unseal(key, readIfThere(path));
      return plain === null ? null : (JSON.parse(plain.toString('utf8')) as unknown);
    },
    isThere: () => existsSync(path),
    save: (value) => replaceFile(path, seal(key, Buffer.from(JSON.stringify(value)))),
    clear: () => rmSync(path, { force: true }),
  };
}

/**
 * The secret at `path`, sealed with the vault's key for `purpose`. While the vault has only a
 * temporary key in memory, the file is neither read nor written nor removed: the right key may be
 * available again at the next start, and anything sealed with the temporary key could never be
 * decrypted.
 */
export function sealedBy(
  vault: Pick<Vault, 'keeper' | 'key'>,
  path: string,
  purpose: string,
): SealedFile {
  if (vault.keeper !== 'memory') return sealedFile(path, vault.key(purpose));
  return {
    load: () => null,
    isThere: () => existsSync(path),
    save: () => undefined,
    clear: () => undefined,
  };
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
