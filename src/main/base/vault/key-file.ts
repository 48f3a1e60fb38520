import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

const keyFileSchema = z.object({
  /** What protects `key`: the operating system's key store, or only the file's mode. */
  protection: z.enum(['os', 'none']),
  key: z.base64(),
  /** Present while a key ring is on trial; `key` above then works without the ring. */
  trial: z
    .object({
      /** The same key, protected by the ring. */
      key: z.base64(),
      /** After how many consecutive restarts of the machine the ring was open. */
      restarts: z.int().min(0),
      /** The run of the machine in which the ring was last checked; null if that is unknown. */
      boot: z.string().nullable(),
    })
    .optional(),
});

/** The file of the installation's key. */
export type KeyFile = z.infer<typeof keyFileSchema>;
export type RingTrial = NonNullable<KeyFile['trial']>;

/** Throws if the file cannot be read, or is not a key file. */
export function readKeyFile(path: string): KeyFile {
  return keyFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Replaces the file atomically; throws if writing fails. */
export function writeKeyFile(path: string, content: KeyFile): void {
  replaceFile(path, Buffer.from(JSON.stringify(content)));
}
