import { hkdfSync } from 'node:crypto';
import { sealedFile, type SealedFile } from '#main/base/vault/sealed-file.ts';
import { z } from 'zod';
import type { SnapshotKeys } from './snapshot-seal.ts';

const KEY_BYTES = 32;

/**
 * When a snapshot was last known to match the platform's data, on both clocks; ms since the epoch.
 */
export const asOfSchema = z.object({ platformTime: z.number(), kioskTime: z.number() });

/** The file for that: beside the snapshot, which is never written to again. */
export function asOfPath(snapshotPath: string): string {
  return snapshotPath.replace(/\.db$/, '.as-of');
}

/** Opens that file, sealed with a key of its own, so that it is valid for this snapshot only. */
export function asOfFile(snapshotPath: string, keys: SnapshotKeys, salt: Uint8Array): SealedFile {
  const key = hkdfSync('sha256', keys.seal, salt, 'usher/snapshot-as-of', KEY_BYTES);
  return sealedFile(asOfPath(snapshotPath), Buffer.from(key));
}
