import type { Manifest } from '#main/operations/updates/manifest.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** What is read of the file that electron-builder writes next to its installers. */
const unsignedSchema = z.object({
  version: z.string(),
  files: z.array(
    z.object({
      url: z.string(),
      sha512: z.string(),
      size: z.number(),
      isAdminRightsRequired: z.boolean().optional(),
    }),
  ),
  vendor: z.object({ ledgerSchema: z.number() }),
  stagingPercentage: z.number().optional(),
  minimumSystemVersion: z.string().optional(),
});

/** Names of electron-builder's files: `latest.yml`, `latest-mac.yml`, `latest-linux.yml`, `latest-linux-arm64.yml`. */
const NAME = /^latest(?:-(mac|linux(?:-\w+)?))?\.yml$/;

/**
 * Reads electron-builder's half of a feed and compares it with the installers next to it. Throws, in words for a person,
 * if they differ.
 */
export function readUnsigned(path: string): Omit<Manifest, 'channel' | 'signed' | 'expires'> {
  const named = NAME.exec(basename(path));
  if (named === null) throw new Error(`${path}: not named as electron-builder names it`);
  const { vendor, files, ...others } = unsignedSchema.parse(parse(readFileSync(path, 'utf8')));
  return {
    ...others,
    system: named[1] ?? 'windows',
    ledgerSchema: vendor.ledgerSchema,
    files: files.map(({ url, ...file }) => {
      const name = decodeURIComponent(url);
      const content = readFileSync(join(dirname(path), name));
      const sha512 = createHash('sha512').update(content).digest('base64');
      if (content.length !== file.size || sha512 !== file.sha512) {
        throw new Error(`${name} is not the file that ${path} describes`);
      }
      return { name, ...file };
    }),
  };
}
