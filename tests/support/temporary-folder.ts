import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemCode } from '#main/base/system-code.ts';

/** An empty folder that goes away when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'usher-test-'));
  onTestFinished(() => remove(folder));
  return folder;
}

/** Windows removes no file that is open, as those of a kiosk are whose power a test has cut. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (process.platform !== 'win32' || !['EBUSY', 'ENOTEMPTY'].includes(code)) throw error;
  }
}
