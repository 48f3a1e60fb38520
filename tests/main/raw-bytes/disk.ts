import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** All files in a folder and its folders, by their paths from there, with `/` on every system. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.split(sep).join('/'));
}

/** The files in which the bytes of any of the texts stand, as UTF-8 or as UTF-16. */
export function found(texts: readonly string[], folder: string): string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  return filesIn(folder).filter((path) => {
    const content = readFileSync(join(folder, path));
    return needles.some((needle) => content.includes(needle));
  });
}
