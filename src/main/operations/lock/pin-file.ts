import { sealedFile, type SealedFile } from '#main/base/vault/sealed-file.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import { join } from 'node:path';

/** Where the PIN of the kiosk in `dataDirectory` is kept. */
export function pinFileIn(dataDirectory: string, vault: Pick<Vault, 'key'>): SealedFile {
  return sealedFile(join(dataDirectory, 'pin.sealed'), vault.key('pin'));
}
