import type { Environment } from '#main/hosts/host/command-line.ts';
import { posix, win32 } from 'node:path';

/**
 * Returns where the browser kiosk keeps its data if no folder is given: next to that of the Electron kiosk,
 * but never the same folder, because only one process may write there.
 */
export function dataDirectory(platform: NodeJS.Platform, env: Environment, home: string): string {
  const folder = 'usher-browser';
  if (platform === 'win32') {
    return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), folder);
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', folder);
  // What is not an absolute path is to be ignored (XDG Base Directory Specification).
  const config = env['XDG_CONFIG_HOME'];
  return posix.join(config?.startsWith('/') ? config : posix.join(home, '.config'), folder);
}
