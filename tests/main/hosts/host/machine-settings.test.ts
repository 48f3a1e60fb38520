import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { managedHere } from '#main/hosts/host/machine-settings.ts';
import { registryValues } from '#main/hosts/host/windows-registry.ts';
import { windowsSettingsRights } from '#main/hosts/host/windows-settings-rights.ts';
import type { RegistryValue } from '#main/settings/registry-export.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A machine with Windows, whose registry has these values for Usher; null: it does not have the key. */
function windows(values: Readonly<Record<string, RegistryValue>> | null, env = {}) {
  const keys: string[] = [];
  const managed = managedHere('win32', env, (key) => {
    keys.push(key);
    return Promise.resolve(values && new Map(Object.entries(values)));
  });
  return { ...managed, keys };
}

/** A %ProgramData% in which somebody has put a settings file for Usher. */
function plantedFile() {
  const ProgramData = temporaryFolder();
  const path = join(ProgramData, 'Usher', 'settings.json');
  mkdirSync(dirname(path));
  writeFileSync(path, '{"server":"https://attacker.example"}');
  return { env: { ProgramData }, path };
}

test.each([
  ['where the registry has no key for Usher', null],
  ['where the key has no such value', { Language: 'de' }],
])('reports a planted file %s, and does not read it', async (_registry, values) => {
  const { machineSettings, settingsRights } = windows(values, plantedFile().env);
  expect(await machineSettings()).toEqual({ ok: true, value: null });
  expect(await settingsRights?.()).toBe('unnamed');
});

test('has nothing to report where nobody has put a file', async () => {
  const { machineSettings, settingsRights } = windows(null, { ProgramData: temporaryFolder() });
  expect(await machineSettings()).toEqual({ ok: true, value: null });
  expect(await settingsRights?.()).toBeNull();
});

test('reads the machine’s part of the registry, never the user’s', async () => {
  const { machineSettings, policies, keys } = windows(null);
  await machineSettings();
  await policies?.();
  expect(keys).toEqual([
    'HKEY_LOCAL_MACHINE\\SOFTWARE\\Usher',
    'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Usher',
  ]);
});

test.each([
  ['a relative path', 'settings.json'],
  ['a path without a drive', '\\Usher\\settings.json'],
  ['a path on a server', '\\\\files\\usher\\settings.json'],
  ['a variable', '%ProgramData%\\Usher\\settings.json'],
  ['a variable after the drive', 'C:\\%USERNAME%\\settings.json'],
  ['a number', 1],
  ['bytes', null],
])('rejects %s as the name of the file', async (_what, SettingsFile) => {
  const { machineSettings } = windows({ SettingsFile }, plantedFile().env);
  const error = 'SettingsFile: wants the full path of a file on a drive';
  expect(await machineSettings()).toEqual({ ok: false, error });
});

test('cannot tell who may change a file whose name it cannot read', async () => {
  const { machineSettings, settingsRights } = managedHere('win32', {}, () =>
    Promise.reject(new Error('reg.exe is blocked')),
  );
  await expect(machineSettings()).rejects.toThrow('blocked');
  expect(await settingsRights?.()).toBe('unknown');
});

// Wine makes no links.
test.skipIf(process.platform === 'win32').each(['file', 'folder'])(
  'cannot tell who may change a %s that is a link',
  async (linked) => {
    const { path } = plantedFile();
    const elsewhere = temporaryFolder();
    const named =
      linked === 'file' ? join(elsewhere, 'linked.json') : join(elsewhere, 'linked/settings.json');
    if (linked === 'file') symlinkSync(path, named);
    else symlinkSync(dirname(path), dirname(named), 'junction');
    expect(await windowsSettingsRights(named, process.env)).toBe('unknown');
  },
);

describe.skipIf(process.platform !== 'win32')('in Windows’ own registry', () => {
  const TESTS = `SOFTWARE\\UsherTests\\${process.pid}`;

  function name(root: 'HKLM' | 'HKCU', file: string): void {
    const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
    const key = `${root}\\${TESTS}`;
    const reg = (...args: readonly string[]) =>
      execFileSync(program, [...args, '/f'], { stdio: 'ignore' });
    // In other letters than the kiosk's own: the names of values have no case.
    reg('add', key, '/v', 'settingsfile', '/t', 'REG_SZ', '/d', file);
    onTestFinished(() => void reg('delete', key));
  }

  function managed(env: NodeJS.ProcessEnv) {
    const inTests = (key: string) =>
      registryValues(key.replace('SOFTWARE\\Usher', TESTS), { ...process.env, ...env });
    return managedHere('win32', { ...process.env, ...env }, inTests);
  }

  test('reads the file that the machine’s key names, wherever ProgramData leads', async () => {
    const { path } = plantedFile();
    name('HKLM', path);
    const { machineSettings, settingsRights } = managed(plantedFile().env);
    expect(await machineSettings()).toEqual({ ok: true, value: path });
    // Wine has no PowerShell.
    expect(await settingsRights?.()).not.toBe('unnamed');
  });

  test('ignores a file that a user’s key names', async () => {
    const { path, env } = plantedFile();
    name('HKCU', path);
    const { machineSettings, settingsRights } = managed(env);
    expect(await machineSettings()).toEqual({ ok: true, value: null });
    expect(await settingsRights?.()).toBe('unnamed');
  });

  test('treats a named file that is missing as none', async () => {
    name('HKLM', join(temporaryFolder(), 'settings.json'));
    expect(await managed({}).machineSettings()).toEqual({ ok: true, value: null });
  });
});
