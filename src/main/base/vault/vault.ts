import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { currentBoot } from '#main/base/current-boot.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { KeyProtector, Logger } from '#main/base/ports.ts';
import type { KeyKeeping } from '#shared/model/health.ts';
import { readKeyFile, writeKeyFile, type RingTrial } from './key-file.ts';
import { failedTrial, goOnTrial, isRing, RESTARTS_TO_PROVE } from './ring-trial.ts';

const KEY_BYTES = 32;

/** The installation's key, from which each store derives a key of its own. */
export interface Vault {
  /**
   * What protects the key, including the state of a key ring on trial. `memory`: the key exists
   * only in this process, because the key file could not be opened (it is then left as it is) or
   * could not be written.
   */
  readonly keeper: KeyKeeping['keeper'];
  /** Returns the key for one purpose, 32 bytes; the same at every start. */
  key(purpose: string): Buffer;
}

/**
 * Opens the installation's key in `directory`, or creates it at the first start. On Linux the key
 * is stored only in the key ring once the ring has been open after several restarts of the machine.
 * Until then a copy that works without the ring is kept beside it, so that a ring that was unlocked
 * once by hand does not make the data inaccessible later.
 *
 * @param boot the current run of the machine; null if unknown
 */
export function openVault(
  directory: string,
  protector: KeyProtector,
  logger: Logger,
  boot: string | null = currentBoot(),
): Vault {
  const parts = { path: join(directory, 'vault.key'), protector, logger, boot };
  const { master, keeper } = existsSync(parts.path) ? openKey(parts) : makeKey(parts);
  return {
    keeper,
    key: (purpose) => Buffer.from(hkdfSync('sha256', master, '', `usher/${purpose}`, KEY_BYTES)),
  };
}

type Opened = Pick<Vault, 'keeper'> & { readonly master: Buffer };

interface Parts {
  readonly path: string;
  readonly protector: KeyProtector;
  readonly logger: Logger;
  readonly boot: string | null;
}

function makeKey({ path, protector, logger, boot }: Parts): Opened {
  const master = randomBytes(KEY_BYTES);
  try {
    if (protector.kind === 'os' && isRing(protector)) {
      storePlain(path, master, goOnTrial(undefined, master, { ring: protector, boot }));
      return { master, keeper: 'trial' };
    }
    if (protector.kind === 'os') storeProtected(path, protector.protect(master));
    else storePlain(path, master);
    return { master, keeper: protector.kind };
  } catch (error) {
    // If the disk is full or the key store fails, data sealed in this run is lost later, but the
    // kiosk starts.
    logger.error('the key could not be written, it lasts until the kiosk ends', errorFact(error));
    return { master, keeper: 'memory' };
  }
}

function openKey(parts: Parts): Opened {
  const { path, protector, logger } = parts;
  try {
    const { protection, key, trial } = readKeyFile(path);
    const bytes = Buffer.from(key, 'base64');
    const master = protection === 'os' ? protector.unprotect(bytes) : bytes;
    if (master.length !== KEY_BYTES) throw new RangeError('a key of another length');
    return { master, keeper: protection === 'os' ? 'os' : keptInFile(parts, master, trial) };
  } catch (error) {
    // The file is left as it is, because the key store may be open again at the next start.
    logger.error('the key file cannot be opened, what it protects stays closed', errorFact(error));
    return { master: randomBytes(KEY_BYTES), keeper: 'memory' };
  }
}

/**
 * Returns what protects from now on a key that was stored unprotected in its file: a key store may
 * have become available since.
 */
function keptInFile(
  { path, protector, logger, boot }: Parts,
  master: Buffer,
  trial: RingTrial | undefined,
): Vault['keeper'] {
  try {
    if (protector.kind === 'none') {
      if (trial === undefined) return 'none';
      logger.warn('the key ring is closed: the copy of the key is used');
      if (trial.restarts > 0 || trial.boot !== boot) {
        storePlain(path, master, failedTrial(trial, boot));
      }
      return 'locked';
    }
    if (!isRing(protector)) {
      storeProtected(path, protector.protect(master));
      return 'os';
    }
    const next = goOnTrial(trial, master, { ring: protector, boot });
    if (next.restarts >= RESTARTS_TO_PROVE) {
      storeProtected(path, Buffer.from(next.key, 'base64'));
      return 'os';
    }
    if (next !== trial) storePlain(path, master, next);
    return 'trial';
  } catch (error) {
    logger.error('the key could not be handed to the key store', errorFact(error));
    return trial === undefined ? 'none' : 'locked';
  }
}

function storePlain(path: string, master: Buffer, trial?: RingTrial): void {
  const key = master.toString('base64');
  writeKeyFile(path, { protection: 'none', key, ...(trial && { trial }) });
}

function storeProtected(path: string, key: Buffer): void {
  writeKeyFile(path, { protection: 'os', key: key.toString('base64') });
}
