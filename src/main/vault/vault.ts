import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorFact } from '#main/log/error-fact.ts';
import type { KeyProtector, Logger } from '#main/ports.ts';
import { replaceFile } from './replace-file.ts';

const KEY_BYTES = 32;

const keyFileSchema = z.object({
  protection: z.enum(['os', 'none']),
  key: z.base64(),
});

/** The installation's key, from which every store gets one of its own. */
export interface Vault {
  /**
   * What keeps the key: the operating system's key store, nothing but the file's mode, or only this
   * process's memory, because the key file could not be opened, and is left as it is, or not be written.
   */
  readonly protection: 'os' | 'none' | 'memory';
  /** A key for one purpose, 32 bytes; the same purpose gets the same key at every start. */
  key(purpose: string): Buffer;
}

/** Opens the installation's key in `directory`, and makes one at the first start. */
export function openVault(directory: string, protector: KeyProtector, logger: Logger): Vault {
  const path = join(directory, 'vault.key');
  const { master, protection } = existsSync(path)
    ? openKey(path, protector, logger)
    : makeKey(path, protector, logger);
  return {
    protection,
    key: (purpose) => Buffer.from(hkdfSync('sha256', master, '', `usher/${purpose}`, KEY_BYTES)),
  };
}

type Opened = Pick<Vault, 'protection'> & { readonly master: Buffer };

function makeKey(path: string, protector: KeyProtector, logger: Logger): Opened {
  const master = randomBytes(KEY_BYTES);
  try {
    storeKey(path, master, protector);
    return { master, protection: protector.kind };
  } catch (error) {
    // A full disk or a key store that fails costs what is sealed in this run, not the start.
    logger.error('the key could not be written, it lasts until the kiosk ends', errorFact(error));
    return { master, protection: 'memory' };
  }
}

function openKey(path: string, protector: KeyProtector, logger: Logger): Opened {
  try {
    const stored = keyFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const bytes = Buffer.from(stored.key, 'base64');
    const master = stored.protection === 'os' ? protector.unprotect(bytes) : bytes;
    if (master.length !== KEY_BYTES) throw new RangeError('a key of another length');
    const { protection } = stored;
    return { master, protection: protection === protector.kind ? protection : handOver(master) };
  } catch (error) {
    // The key store may be open again at the next start, so the file stays as it is.
    logger.error('the key file cannot be opened, what it protects stays closed', errorFact(error));
    return { master: randomBytes(KEY_BYTES), protection: 'memory' };
  }

  /** A key store has appeared since the key was made: use it from now on. */
  function handOver(master: Buffer): KeyProtector['kind'] {
    try {
      storeKey(path, master, protector);
      return protector.kind;
    } catch (error) {
      logger.error('the key could not be handed to the key store', errorFact(error));
      return 'none';
    }
  }
}

function storeKey(path: string, master: Buffer, protector: KeyProtector): void {
  const key = protector.kind === 'os' ? protector.protect(master) : master;
  const content = { protection: protector.kind, key: key.toString('base64') };
  replaceFile(path, Buffer.from(JSON.stringify(content)));
}
