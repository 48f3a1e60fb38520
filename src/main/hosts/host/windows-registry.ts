import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RegistryValue } from '#main/settings/registry-export.ts';
import { readRegistryExport } from '#main/settings/registry-export.ts';
import type { Environment } from './command-line.ts';

/** The system answers within tenths of a second; a kiosk must not wait for one that hangs. */
const TIME_LIMIT = 10_000;

/** The values of a key; null where there is no such key. */
export type RegistryValues = ReadonlyMap<string, RegistryValue> | null;

/**
 * Reads the values of a key with Windows' own `reg export`, which writes a file: what `reg query` prints loses
 * all letters that the console's code page lacks. Rejects if it cannot be run, or writes something else.
 *
 * @param key in full, such as `HKEY_LOCAL_MACHINE\\SOFTWARE\\Usher`
 */
export async function registryValues(key: string, env: Environment): Promise<RegistryValues> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-registry-'));
  const file = join(folder, 'values.reg');
  try {
    const program = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
    const found = await exportKey(program, key, file);
    if (!found) return null;
    const values = readRegistryExport(await readFile(file), key);
    if (values === null) throw new Error('the export of the registry is in an unknown form');
    return values;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns whether there is such a key. The 64-bit view, whatever this process is. */
async function exportKey(program: string, key: string, file: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['export', key, file, '/y', '/reg:64'], {
      timeout: TIME_LIMIT,
      windowsHide: true,
    });
    return true;
  } catch (error) {
    // It ends with 1 where there is no such key; anything else is a failure.
    if (error instanceof Error && 'code' in error && error.code === 1) return false;
    throw error;
  }
}
