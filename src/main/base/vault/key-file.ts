import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

const keyFileSchema = z.object({
  /** What keeps `key`: the operating system's key store, or nothing but the file's mode. */
  protection: z.enum(['os', 'none']),
  key: z.base64(),
  /** While a key ring has yet to prove itself; `key` is the one that works all the same. */
  trial: z
    .object({
      /** The same key, as the ring protects it. */
      key: z.base64(),
      /** After how many restarts of the machine in a row the ring was open. */
      restarts: z.int().min(0),
      /** The run of the machine in which it was checked last; null: unknown. */
      boot: z.string().nullable(),
    })
    .optional(),
});

/** The file of the installation's key. */
export type KeyFile = z.infer<typeof keyFileSchema>;
export type RingTrial = NonNullable<KeyFile['trial']>;

/** Throws where it cannot be read, or is none. */
export function readKeyFile(path: string): KeyFile {
  return keyFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Replaces it, whole or not at all; throws what the disk says against it. */
export function writeKeyFile(path: string, content: KeyFile): void {
  replaceFile(path, Buffer.from(JSON.stringify(content)));
}
