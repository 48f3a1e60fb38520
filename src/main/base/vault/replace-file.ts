import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renamePatiently } from '#main/base/rename-patiently.ts';

/**
 * Writes a file that only its owner may read, so that after a power cut there is either the old
 * content or the new one, never half of it.
 */
export function replaceFile(path: string, content: Buffer): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renamePatiently(draft, path);
  syncFolder(dirname(path));
}

/**
 * Without this, a new name in a folder may be lost in a power cut. Windows has no such call and
 * does not need it.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
