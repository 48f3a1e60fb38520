import { expect, test } from '@playwright/test';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileInstaller } from '#tests/support/installer.ts';
import { onWindows } from './kiosk.ts';

/** What there is of an installation after a program has run: see installation.cjs. */
function after(...program: readonly string[]): unknown {
  const facts = join(mkdtempSync(join(tmpdir(), 'usher-installed-')), 'facts.json');
  onWindows('tests/windows/installation.cjs', facts, ...program);
  return JSON.parse(readFileSync(facts, 'utf8'));
}

const GONE = { program: false, autostart: false, settingsFolder: false };
const THERE = { status: 0, program: true, settingsFolder: true };

test('our part of the installer: for the machine, by itself if told to, and the ledger is kept unless told', () => {
  test.setTimeout(120_000);
  const setup = join(mkdtempSync(join(tmpdir(), 'usher-setup-')), 'usher-setup.exe');
  expect(compileInstaller(setup)).toBe('');
  expect(after('KEEP-DATA')).toMatchObject({ ...GONE, ledger: true });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, autostart: false });
  expect(after(setup, '/S', '/AUTOSTART')).toMatchObject({ ...THERE, autostart: true });

  // A newer version: nothing that was told before is undone.
  expect(after('UNINSTALL', '/S', '--updated')).toMatchObject({
    ...{ program: false, autostart: true, settingsFolder: true, ledger: true },
  });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, autostart: true });

  expect(after('UNINSTALL', '/S')).toMatchObject({ ...GONE, ledger: true });
  expect(after(setup, '/S')).toMatchObject({ ...THERE, autostart: false, ledger: true });
  expect(after('UNINSTALL', '/S', '/DELETEDATA')).toMatchObject({ ...GONE, ledger: false });
});
