import { execFile } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { mayOthersReplace, RIGHTS_TO_REPLACE } from '#main/settings/windows-rights.ts';
import type { SettingsRights } from '#shared/model/health.ts';
import type { Environment } from './command-line.ts';

/** PowerShell takes half a second to start, and longer on a machine that has just been switched on. */
const TIME_LIMIT = 30_000;

/** The paths come by the environment: no name of a file can be taken for a command. */
const COMMAND =
  '$env:USHER_FILE, $env:USHER_FOLDER | ForEach-Object { (Get-Acl -LiteralPath $_).Sddl }';

/**
 * Who may change a settings file, or put another one in its place, by its rights and those of its folder. If there is
 * no file: who may create one. A link is unknown, because its owner may point it elsewhere.
 */
export async function windowsSettingsRights(
  path: string,
  env: Environment,
): Promise<SettingsRights> {
  const inFolder = dirname(path);
  if (isLink(path) || isLink(inFolder)) return 'unknown';
  const isThere = existsSync(path);
  const [file, folder, ...more] = await descriptors(isThere ? path : inFolder, inFolder, env);
  if (file === undefined || folder === undefined || more.length > 0) return 'unknown';
  const verdicts = [
    mayOthersReplace(file, isThere ? RIGHTS_TO_REPLACE.file : RIGHTS_TO_REPLACE.nothing),
    mayOthersReplace(folder, RIGHTS_TO_REPLACE.folder),
  ];
  if (verdicts.includes(true)) return 'others';
  return verdicts.includes(null) ? 'unknown' : 'administrators';
}

/** Whether this is a symbolic link or a junction. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** The security descriptors of the file and of its folder, in SDDL; none where the system does not say. */
async function descriptors(
  file: string,
  folder: string,
  env: Environment,
): Promise<readonly string[]> {
  const program = join(
    env['SystemRoot'] ?? 'C:\\Windows',
    'System32/WindowsPowerShell/v1.0/powershell.exe',
  );
  // The newer PowerShell names its own modules here, which the one that Windows brings cannot load.
  const { PSModulePath: _ofAnother, ...rest } = env;
  try {
    const { stdout } = await promisify(execFile)(
      program,
      ['-NoProfile', '-NonInteractive', '-Command', COMMAND],
      {
        env: { ...rest, USHER_FILE: file, USHER_FOLDER: folder },
        timeout: TIME_LIMIT,
        windowsHide: true,
      },
    );
    return stdout.split(/\r?\n/).filter((line) => line !== '');
  } catch {
    return [];
  }
}
