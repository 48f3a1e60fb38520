import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Has Debian's own tool make Debian packages where there is one: the same everywhere, and nothing
 * that electron-builder would have to download. Elsewhere it is electron-builder's fpm.
 */
export function useDpkg(root: string): void {
  const { status } = spawnSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
  if (status !== 0) return;
  process.env['CUSTOM_FPM_PATH'] ??= join(root, 'scripts', 'package', 'fpm-by-dpkg.ts');
}
