import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageType } from '#main/base/image-type.ts';

const NAME = /^[0-9a-f]{32}$/;

/** Where the logos are kept, in the folder of the kiosk's data. */
export function logoFolder(dataDirectory: string): string {
  return join(dataDirectory, 'logos');
}

/** Returns the name under which the logo of a URL is stored and served. */
export function logoName(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 32);
}

export function isLogoName(name: string): boolean {
  return NAME.test(name);
}

/** A logo that is served, with its media type. */
export interface Logo {
  readonly content: Buffer<ArrayBuffer>;
  readonly type: string;
}

/** Reads a logo by its name; null if there is no such file, or if it is no picture. */
export async function readLogo(folder: string, name: string): Promise<Logo | null> {
  if (!isLogoName(name)) return null;
  const path = join(folder, name);
  try {
    // Only regular files: a link could lead out of the folder.
    if (!(await lstat(path)).isFile()) return null;
    const content = await readFile(path);
    const type = imageType(content);
    return type === null ? null : { content, type };
  } catch {
    return null;
  }
}
