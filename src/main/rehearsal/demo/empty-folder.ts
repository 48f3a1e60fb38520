import { mkdirSync, rmSync } from 'node:fs';

/** Returns an empty folder: each demonstration begins anew, and does not touch the real door's scans. */
export function emptyFolder(path: string): string {
  // On Windows, a virus scanner may hold a file that was just closed, which then cannot be removed for a
  // moment.
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(path, { recursive: true });
  return path;
}
