import { createHash, randomBytes } from 'node:crypto';
import { closeSync, readSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasHash, openChecked } from '#main/operations/updates/check-download.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** More than is read at once. */
const SIZE = 2_500_000;

function download() {
  const path = join(temporaryFolder(), 'Usher Setup 0.2.0.exe');
  const content = randomBytes(SIZE);
  writeFileSync(path, content);
  return { path, content, sha512: createHash('sha512').update(content).digest('base64') };
}

test('what the feed promised is opened, and stays open', async () => {
  const { path, content, sha512 } = download();
  expect(await hasHash(path, sha512)).toBe(true);
  const file = openChecked(path, sha512);
  if (file === null) throw new Error('it is not what was promised');
  onTestFinished(() => closeSync(file));
  const end = Buffer.alloc(10);
  readSync(file, end, 0, 10, SIZE - 10);
  expect(end).toEqual(content.subarray(-10));
});

test.each<[string, (path: string, content: Buffer) => void]>([
  [
    'one bit of it',
    (path, content) => {
      content[SIZE - 1] = (content[SIZE - 1] ?? 0) ^ 1;
      writeFileSync(path, content);
    },
  ],
  ['its end', (path) => truncateSync(path, SIZE - 1)],
  ['all of it', (path) => writeFileSync(path, 'another program')],
  ['what is behind it', (path, content) => writeFileSync(path, Buffer.concat([content, content]))],
])('after the download somebody has changed %s: it is not started', async (_what, change) => {
  const { path, content, sha512 } = download();
  change(path, content);
  expect(await hasHash(path, sha512)).toBe(false);
  expect(openChecked(path, sha512)).toBeNull();
});

test('a download that is gone is an error of the file system', async () => {
  expect(() => openChecked(join(temporaryFolder(), 'gone.exe'), '')).toThrow('ENOENT');
  await expect(hasHash(join(temporaryFolder(), 'gone.exe'), '')).rejects.toThrow('ENOENT');
});
