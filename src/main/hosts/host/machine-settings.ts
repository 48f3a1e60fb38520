import { POLICY_KEY } from '#main/settings/policies.ts';
import type { SettingsRights } from '#shared/model/health.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { existsSync } from 'node:fs';
import { join, win32 } from 'node:path';
import type { Environment } from './command-line.ts';
import type { HostParts } from './host-parts.ts';
import { registryValues, type RegistryValues } from './windows-registry.ts';
import { windowsSettingsRights } from './windows-settings-rights.ts';

/** The key in which administrators of Windows name the machine's settings file, as people write it. */
export const MACHINE_KEY = 'HKLM\\SOFTWARE\\Usher';

/** The value of that key which is the file's path. */
export const FILE_VALUE = 'SettingsFile';

/** Reads a key of the registry, which is named in full. */
type ReadKey = (key: string) => Promise<RegistryValues>;

/**
 * What this machine's administrators manage, as a host is given it.
 *
 * On Windows every user may create files in %ProgramData%, so the place of a file proves nothing: administrators name
 * the file in the registry.
 */
export function managedHere(
  platform: NodeJS.Platform,
  env: Environment,
  read: ReadKey = (key) => registryValues(key, env),
): Pick<HostParts, 'machineSettings' | 'settingsRights' | 'policies'> {
  if (platform !== 'win32') {
    const path =
      platform === 'darwin'
        ? '/Library/Application Support/Usher/settings.json'
        : '/etc/usher/settings.json';
    return { machineSettings: () => Promise.resolve(ok(ifThere(path))) };
  }
  let asked: Promise<Result<string | null, string>> | null = null;
  // The file that was named at the start is in force until the end.
  const named = () => (asked ??= namedFile(read));
  return {
    async machineSettings() {
      const file = await named();
      return file.ok ? ok(file.value && ifThere(file.value)) : file;
    },
    async settingsRights() {
      try {
        const file = await named();
        return await rightsOf(file.ok ? file.value : null, env);
      } catch {
        return 'unknown';
      }
    },
    policies: () => read(exported(POLICY_KEY)),
  };
}

/** The path if there is a file. One that cannot be read is a fault later. */
function ifThere(path: string): string | null {
  return existsSync(path) ? path : null;
}

/**
 * The path in the registry; null where there is none. It is in full and on a drive: a relative path depends on
 * who starts the kiosk, variables on their environment, and a server may be away.
 */
async function namedFile(read: ReadKey): Promise<Result<string | null, string>> {
  const values = (await read(exported(MACHINE_KEY))) ?? [];
  for (const [name, value] of values) {
    if (name.toLowerCase() !== FILE_VALUE.toLowerCase()) continue;
    const isPath = typeof value === 'string' && /^[a-z]:[\\/][^%]*$/i.test(value);
    return isPath ? ok(value) : err(`${FILE_VALUE}: wants the full path of a file on a drive`);
  }
  return ok(null);
}

/** A key as exports write it. */
function exported(key: string): string {
  return key.replace('HKLM', 'HKEY_LOCAL_MACHINE');
}

/** Who may change the named file, or `unnamed` if there is another one in the usual place. */
async function rightsOf(named: string | null, env: Environment): Promise<SettingsRights | null> {
  const rights = named === null ? null : await windowsSettingsRights(named, env);
  if (rights === 'others' || rights === 'unknown') return rights;
  const usual = join(env['ProgramData'] ?? 'C:\\ProgramData', 'Usher', 'settings.json');
  return existsSync(usual) && (named === null || !isSame(named, usual)) ? 'unnamed' : rights;
}

function isSame(path: string, other: string): boolean {
  return win32.normalize(path).toLowerCase() === win32.normalize(other).toLowerCase();
}
