import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { readPublicKey } from './manifest.ts';

/** Whose updates a package takes. */
export interface UpdateTrust {
  /** Without any, the package takes no updates. */
  readonly keys: readonly KeyObject[];
  readonly channel: string;
  /** Changes with the keys and the channel. */
  readonly id: string;
}

/** The member `updates` of package.json. */
export const trustConfigSchema = z.object({
  /** {@link readPublicKey}; several while the key is being changed. */
  keys: z.array(z.string()).max(8),
  channel: z.string().min(1),
});

/** Reads whose updates a package takes. An invalid configuration trusts nobody. */
export function readTrust(config: unknown): UpdateTrust {
  const read = trustConfigSchema.safeParse(config);
  const { keys, channel } = read.success ? read.data : { keys: [], channel: '' };
  return {
    keys: keys.map(readPublicKey).filter((key) => key !== null),
    channel,
    id: createHash('sha256').update(JSON.stringify({ keys, channel })).digest('hex'),
  };
}
