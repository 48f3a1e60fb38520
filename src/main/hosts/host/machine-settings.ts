import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './command-line.ts';
import type { HostParts } from './host-parts.ts';
import { windowsSettingsRights } from './windows-settings-rights.ts';
import { windowsPolicies } from './windows-policies.ts';

/** Where the machine's administrator puts a settings file that counts for whoever uses it. */
export function machineSettingsPath(platform: NodeJS.Platform, env: Environment): string {
  if (platform === 'win32') {
    return join(env['ProgramData'] ?? 'C:\\ProgramData', 'Usher', 'settings.json');
  }
  if (platform === 'darwin') return '/Library/Application Support/Usher/settings.json';
  return '/etc/usher/settings.json';
}

/** The machine's settings file; null where there is none. One that cannot be read is there all the same. */
export function machineSettings(platform: NodeJS.Platform, env: Environment): string | null {
  const path = machineSettingsPath(platform, env);
  return existsSync(path) ? path : null;
}

/** What this machine's administrators manage, as a host is given it. */
export function managedHere(
  platform: NodeJS.Platform,
  env: Environment,
): Pick<HostParts, 'machineSettings' | 'settingsRights' | 'policies'> {
  return {
    machineSettings: machineSettings(platform, env),
    ...(platform === 'win32' && {
      settingsRights: (path: string) => windowsSettingsRights(path, env),
      policies: () => windowsPolicies(env),
    }),
  };
}
