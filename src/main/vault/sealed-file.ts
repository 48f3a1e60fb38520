import { existsSync, readFileSync, rmSync } from 'node:fs';
import { replaceFile } from './replace-file.ts';
import { seal, unseal } from './seal.ts';

/** One small secret in a file of its own, sealed. */
export interface SealedFile {
  /** The value, to be parsed by whoever reads it; null when there is none that this key opens. */
  load(): unknown;
  /** Whether there is a value at all, whoever can open it. */
  isThere(): boolean;
  /** Replaces the value, whole or not at all. */
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

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
