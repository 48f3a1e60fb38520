import { mkdirSync, rmSync } from 'node:fs';

/** A folder with nothing in it: each demonstration begins anew, and leaves the real door's scans alone. */
export function emptyFolder(path: string): string {
  // Where a virus scanner looks at a file that was just closed, it cannot be removed for a moment.
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(path, { recursive: true });
  return path;
}
