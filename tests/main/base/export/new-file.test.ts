import { writeNewFile } from '#main/base/export/new-file.ts';
import { err, ok } from '#shared/result.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectOwnerOnly } from '#tests/support/owner-only.ts';

const named = (folder: string) => ({ folder, name: 'list', extension: 'csv' });

test('the folder is made, and the file is for its owner alone', async () => {
  const folder = join(temporaryFolder(), 'not', 'there');
  const path = join(folder, 'list.csv');
  expect(await writeNewFile(named(folder), [ok('a'), ok('b')])).toEqual(ok({ path }));
  expect(readFileSync(path, 'utf8')).toBe('ab');
  expectOwnerOnly(path);
});

test('no file is ever overwritten', async () => {
  const folder = temporaryFolder();
  for (const text of ['1', '2', '3']) await writeNewFile(named(folder), [ok(text)]);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(['list.csv', 'list-2.csv', 'list-3.csv'].map(read)).toEqual(['1', '2', '3']);
});

test('where a part fails, nothing of the file stays', async () => {
  const folder = temporaryFolder();
  expect(await writeNewFile(named(folder), [ok('a'), err('gone')])).toEqual(err('gone'));
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be had is told by the system’s code', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  const written = await writeNewFile(named(join(file, 'folder')), [ok('a')]);
  expect(written).toEqual(err({ type: 'not-written', code: 'ENOTDIR' }));
});
