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

/** The installation's key, from which every store gets one of its own. */
export interface Vault {
  /**
   * What keeps the key, and how a key ring stands that may keep it one day. `memory`: only this process,
   * because the key file could not be opened, and is left as it is, or not be written.
   */
  readonly keeper: KeyKeeping['keeper'];
  /** A key for one purpose, 32 bytes; the same purpose gets the same key at every start. */
  key(purpose: string): Buffer;
}

/**
 * Opens the installation's key in `directory`, and makes one at the first start. On Linux a key ring gets
 * it alone only when it has been open after several restarts of the machine; until then a copy that works
 * without the ring stays beside it, so that a ring that was opened once by hand shuts nobody out.
 *
 * @param boot which run of the machine this is; null if unknown
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
    // A full disk or a key store that fails costs what is sealed in this run, not the start.
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
    // The key store may be open again at the next start, so the file stays as it is.
    logger.error('the key file cannot be opened, what it protects stays closed', errorFact(error));
    return { master: randomBytes(KEY_BYTES), keeper: 'memory' };
  }
}

/** What keeps a key that lies in its file as it is, from now on: a key store may have appeared. */
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
