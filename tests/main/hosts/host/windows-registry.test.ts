import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { registryValues } from '#main/hosts/host/windows-registry.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A key of this test's own, which no kiosk looks for. */
const KEY = `HKEY_LOCAL_MACHINE\\SOFTWARE\\UsherTests\\${process.pid}`;

function registry(...args: readonly string[]): void {
  const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  execFileSync(program, [...args, '/f'], { stdio: 'ignore' });
}

describe.skipIf(process.platform !== 'win32')('the values of a key in Windows’ registry', () => {
  test('are read as an administrator has set them, in any script', async () => {
    onTestFinished(() => registry('delete', KEY));
    registry('add', KEY, '/v', 'kioskName', '/t', 'REG_SZ', '/d', 'Größe "東" \\ 1');
    registry('add', KEY, '/v', 'verdictTime', '/t', 'REG_DWORD', '/d', '9000');
    registry('add', KEY, '/v', 'languages', '/t', 'REG_MULTI_SZ', '/d', 'de\\0en');
    expect(Object.fromEntries((await registryValues(KEY, process.env)) ?? [])).toEqual({
      ...{ kioskName: 'Größe "東" \\ 1', verdictTime: 9000, languages: ['de', 'en'] },
    });
  });

  test('are null where there is no such key', async () => {
    expect(await registryValues(`${KEY}\\none`, process.env)).toBeNull();
  });
});

test('a system without reg.exe is told apart from one without the key', async () => {
  const env = { SystemRoot: temporaryFolder() };
  await expect(registryValues(KEY, env)).rejects.toThrow('ENOENT');
});
