import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import configuration from '../../electron-builder.config.ts';
import { FILE_VALUE, MACHINE_KEY } from '#main/hosts/host/machine-settings.ts';
import { compileInstaller } from '#tests/support/installer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const hasCompiler = spawnSync('makensis', ['-VERSION'], { stdio: 'ignore' }).error === undefined;
// Where all tests have to run, one that cannot is a failure.
const mustRun = process.env['CI'] === 'true' && process.platform === 'linux';

test.skipIf(!hasCompiler && !mustRun)(
  'our part of Windows’ installer compiles without a warning',
  () => {
    const setup = join(temporaryFolder(), 'usher-setup.exe');
    expect(compileInstaller(setup)).toBe('');
    const program = readFileSync(setup);
    expect(program.subarray(0, 2).toString()).toBe('MZ');
    expect(program.readUInt16LE(program.readUInt32LE(0x3c) + 4), 'x86-64').toBe(0x8664);
  },
);

test('the folder for settings gets its rights before it is moved to its place and named', () => {
  const script = readFileSync('resources/windows/installer.nsh', 'utf8');
  const parts = [
    'CreateDirectory "${_made}"',
    // In full, since the search path is the user's; by SIDs, since names are translated.
    String.raw`nsExec::Exec '"$SYSDIR\icacls.exe" "${'${_made}'}" /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'`,
    String.raw`nsExec::Exec '"$SYSDIR\icacls.exe" "${'${_made}'}" /setowner *S-1-5-32-544'`,
    'Rename "${_place}" "${_place}.replaced"',
    'Rename "${_made}" "${_place}"',
    String.raw`WriteRegStr HKLM "${'${USHER_KEY}'}" "${'${USHER_FILE}'}" "${'${_place}'}\settings.json"`,
  ];
  const positions = parts.map((part) => script.indexOf(part));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  // No other rights are given, and no folder is made in its place.
  expect(script.match(/icacls\.exe/g)).toHaveLength(2);
  expect(script.match(/CreateDirectory .*/g)).toEqual([parts[0]]);
  expect(script).toContain(
    String.raw`!insertmacro usherSettingsFolder "$PROGRAMFILES64\Usher settings" "$APPDATA\Usher"`,
  );
});

test('the installer names the settings file where the kiosk looks for its name', () => {
  const script = readFileSync('resources/windows/installer.nsh', 'utf8');
  const key = /!define USHER_KEY "(?<key>.*)"/.exec(script)?.groups?.['key'];
  expect(`HKLM\\${key}`.toLowerCase()).toBe(MACHINE_KEY.toLowerCase());
  expect(script).toContain(`!define USHER_FILE "${FILE_VALUE}"`);
});

test('electron-builder’s installer takes it in, and installs for all users of the machine', () => {
  expect(configuration.nsis).toMatchObject({
    ...{ include: 'resources/windows/installer.nsh', perMachine: true },
  });
  const templates = 'node_modules/app-builder-lib/templates/nsis';
  const installer = readFileSync(join(templates, 'installSection.nsh'), 'utf8');
  expect(installer).toContain('!insertmacro customInstall');
  const uninstaller = readFileSync(join(templates, 'uninstaller.nsh'), 'utf8');
  expect(uninstaller).toContain('!insertmacro customUnInstall');
});
