import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import { readTrust, trustConfigSchema, type UpdateTrust } from '#main/operations/updates/trust.ts';
import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const packageSchema = z.object({ updates: trustConfigSchema });

/**
 * Returns whose updates this package takes, from its own package.json. USHER_UPDATE_KEYS replaces the keys, except in
 * a package.
 */
export function updateTrust(logger: Logger): UpdateTrust {
  const config = packageConfig(logger);
  const given = app.isPackaged ? undefined : process.env['USHER_UPDATE_KEYS'];
  return readTrust(given === undefined ? config : { ...config, keys: given.split(',') });
}

function packageConfig(logger: Logger): object | null {
  try {
    const text = readFileSync(join(app.getAppPath(), 'package.json'), 'utf8');
    return packageSchema.parse(JSON.parse(text)).updates;
  } catch (error) {
    logger.error('the keys of updates cannot be read', errorFact(error));
    return null;
  }
}
