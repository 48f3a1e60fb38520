import { machineSettings, machineSettingsPath } from '#main/hosts/host/machine-settings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

test.each([
  ['linux', {}, '/etc/usher/settings.json'],
  ['darwin', {}, '/Library/Application Support/Usher/settings.json'],
] as const)('on %s the administrator’s file has its place', (platform, env, path) => {
  expect(machineSettingsPath(platform, env)).toBe(path);
});

test('on Windows it is where programs keep what is for everybody, and counts once it is there', () => {
  const env = { ProgramData: temporaryFolder() };
  expect(machineSettings('win32', env)).toBeNull();
  const path = machineSettingsPath('win32', env);
  mkdirSync(dirname(path));
  writeFileSync(path, 'whatever it says');
  expect(machineSettings('win32', env)).toBe(path);
});
