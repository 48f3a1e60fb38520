import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import configuration from '../../electron-builder.config.ts';
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

test('electron-builder’s installer takes it in, and installs for all users of the machine', () => {
  expect(configuration.nsis).toMatchObject({
    ...{ include: 'resources/windows/installer.nsh', perMachine: true },
  });
});
