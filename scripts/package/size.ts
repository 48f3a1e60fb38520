import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** How much the files of a folder, or one file, hold: in bytes. */
export function sizeOf(path: string): number {
  return sizes(path).reduce((sum, { size }) => sum + size, 0);
}

function sizes(path: string): Stats[] {
  const stat = statSync(path);
  if (stat.isFile()) return [stat];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((one) => one.isFile())
    .map((one) => statSync(join(one.parentPath, one.name)));
}

/** A size for people: `97.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
