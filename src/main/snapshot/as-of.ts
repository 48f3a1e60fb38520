import { hkdfSync } from 'node:crypto';
import { sealedFile, type SealedFile } from '#main/base/vault/sealed-file.ts';
import { z } from 'zod';
import type { SnapshotKeys } from './snapshot-seal.ts';

const KEY_BYTES = 32;

/** When a snapshot was last known to be as the platform has it, on both clocks; ms since the epoch. */
export const asOfSchema = z.object({ platformTime: z.number(), kioskTime: z.number() });

/** Where that is kept: beside the snapshot, which nobody writes to any more. */
export function asOfPath(snapshotPath: string): string {
  return snapshotPath.replace(/\.db$/, '.as-of');
}

/** That file, sealed with a key of its own, so that it says nothing about any other snapshot. */
export function asOfFile(snapshotPath: string, keys: SnapshotKeys, salt: Uint8Array): SealedFile {
  const key = hkdfSync('sha256', keys.seal, salt, 'usher/snapshot-as-of', KEY_BYTES);
  return sealedFile(asOfPath(snapshotPath), Buffer.from(key));
}
