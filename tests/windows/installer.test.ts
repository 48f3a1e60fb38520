import { expect, test } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileInstaller } from '#tests/support/installer.ts';
import { after } from './installation.ts';

const SETTINGS_FILE = 'C:\\ProgramData\\Usher\\settings.json';
const GONE = { program: false, autostart: false, settingsFolder: false, named: null };
const THERE = { status: 0, program: true, settingsFolder: true, named: SETTINGS_FILE };

// A run that failed has left its program and data there.
test.beforeEach(() => {
  after('UNINSTALL', '/S', '/DELETEDATA');
  after('REMOVE-SETTINGS');
  after('REMOVE-NAME');
});

test('our part of the installer: for the machine, by itself if told to, and the ledger is kept unless told', () => {
  test.setTimeout(120_000);
  const setup = join(mkdtempSync(join(tmpdir(), 'usher-setup-')), 'usher-setup.exe');
  expect(compileInstaller(setup)).toBe('');
  expect(after('KEEP-DATA')).toMatchObject({ ...GONE, ledger: true });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, autostart: false });
  expect(after(setup, '/S', '/AUTOSTART')).toMatchObject({ ...THERE, autostart: true });

  // A newer version: nothing that was told before is undone.
  expect(after('UNINSTALL', '/S', '--updated')).toMatchObject({
    ...{
      program: false,
      autostart: true,
      settingsFolder: true,
      named: SETTINGS_FILE,
      ledger: true,
    },
  });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, autostart: true });

  expect(after('UNINSTALL', '/S')).toMatchObject({ ...GONE, ledger: true });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, autostart: false, ledger: true });
  expect(after('UNINSTALL', '/S', '/DELETEDATA')).toMatchObject({ ...GONE, ledger: false });
});

test('a settings folder that was there before the installer is renamed and not read', () => {
  test.setTimeout(120_000);
  const setup = join(mkdtempSync(join(tmpdir(), 'usher-setup-')), 'usher-setup.exe');
  expect(compileInstaller(setup)).toBe('');
  expect(after('PUT-SETTINGS', 'planted')).toMatchObject({ settings: 'planted', named: null });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, settings: null, replaced: 'planted' });

  // What administrators put there stays, over updates and after the program.
  after('PUT-SETTINGS', 'fleet');
  expect(after(setup, '/S')).toMatchObject({ ...THERE, settings: 'fleet' });
  const kept = { settings: 'fleet', named: SETTINGS_FILE };
  expect(after('UNINSTALL', '/S')).toMatchObject({ program: false, ...kept });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, ...kept });

  // Where neither folder can be moved out of the way, none is named.
  after('REMOVE-NAME');
  expect(after(setup, '/S')).toMatchObject({ status: 0, named: null, settings: 'fleet' });

  // A folder that is gone under its name is made anew.
  after('REMOVE-SETTINGS');
  after('NAME-SETTINGS');
  expect(after(setup, '/S')).toMatchObject({ ...THERE, settings: null });
  expect(after('UNINSTALL', '/S')).toMatchObject(GONE);
});
