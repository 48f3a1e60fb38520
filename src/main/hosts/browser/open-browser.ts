import type { Environment } from '#main/hosts/host/command-line.ts';
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leadTo } from './pages.ts';

/** The command that opens a file in the user's browser; null where there is no display. */
export function opener(platform: NodeJS.Platform, env: Environment): readonly string[] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null;
}

/**
 * Opens the address in the user's browser, if there is one; the address has been printed in any case. The
 * address is passed in a file that only this user can read, because every user can read the arguments of a
 * process.
 *
 * @returns a function that removes the file
 */
export function openInBrowser(address: string, directory: string, command: readonly string[]) {
  const file = join(directory, 'open-kiosk.html');
  rmSync(file, { force: true });
  writeFileSync(file, leadTo(address), { mode: 0o600 });
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, file], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
  return (): void => rmSync(file, { force: true });
}
