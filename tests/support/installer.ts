import { spawnSync } from 'node:child_process';

/**
 * Compiles our part of Windows' installer into one that installs a single file, for 64-bit Windows. Returns what
 * the compiler complains of, warnings as well; empty: nothing.
 */
export function compileInstaller(setup: string): string {
  const args = ['-V2', '-WX', `-DOUT=${setup}`, 'scripts/windows/installer.nsi'];
  const { status, stdout, stderr } = spawnSync('makensis', args, { encoding: 'utf8' });
  return status === 0 ? '' : `makensis ended with ${status}: ${stdout}${stderr}`;
}
