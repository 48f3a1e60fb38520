import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { windowsPolicies } from '#main/hosts/host/windows-policies.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A key of this test's own, which no kiosk looks for. */
const KEY = `HKEY_LOCAL_MACHINE\\SOFTWARE\\UsherTests\\${process.pid}`;

function registry(...args: readonly string[]): void {
  const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  execFileSync(program, [...args, '/f'], { stdio: 'ignore' });
}

describe.skipIf(process.platform !== 'win32')('the policies in Windows’ registry', () => {
  test('are read as an administrator has set them, in any script', async () => {
    onTestFinished(() => registry('delete', KEY));
    registry('add', KEY, '/v', 'kioskName', '/t', 'REG_SZ', '/d', 'Größe "東" \\ 1');
    registry('add', KEY, '/v', 'verdictTime', '/t', 'REG_DWORD', '/d', '9000');
    registry('add', KEY, '/v', 'languages', '/t', 'REG_MULTI_SZ', '/d', 'de\\0en');
    expect(Object.fromEntries((await windowsPolicies(process.env, KEY)) ?? [])).toEqual({
      ...{ kioskName: 'Größe "東" \\ 1', verdictTime: 9000, languages: ['de', 'en'] },
    });
  });

  test('are none where nobody has set one', async () => {
    expect(await windowsPolicies(process.env, `${KEY}\\none`)).toBeNull();
  });
});

test('a system that has no such program is told from one that has no policies', async () => {
  await expect(windowsPolicies({ SystemRoot: temporaryFolder() })).rejects.toThrow('ENOENT');
});
