import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFresh } from '../../../scripts/start/build.ts';

/** A project whose sources changed at 1000 s, and that was built at 2000 s. */
function builtProject() {
  const root = temporaryFolder();
  const touch = (path: string, seconds: number): void => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, seconds, seconds);
  };
  const outputs = ['main/index.js', 'main/browser.js', 'preload/index.cjs', 'renderer/index.html'];
  for (const path of outputs) touch(`out/${path}`, 2000);
  for (const path of ['src/main/door.ts', 'electron.vite.config.ts', 'package.json']) {
    touch(path, 1000);
  }
  for (const folder of ['src/main', 'src']) utimesSync(join(root, folder), 1000, 1000);
  return { root, touch };
}

describe('the kiosk is built again', () => {
  test('not while nothing has changed', () => {
    expect(isFresh(builtProject().root)).toBe(true);
  });

  test.each(['src/main/door.ts', 'src/main/new.ts', 'electron.vite.config.ts', 'package.json'])(
    'when %s is newer',
    (path) => {
      const { root, touch } = builtProject();
      touch(path, 3000);
      expect(isFresh(root)).toBe(false);
    },
  );

  test('when one of its parts is older than the others and the sources', () => {
    const { root, touch } = builtProject();
    touch('out/preload/index.cjs', 500);
    expect(isFresh(root)).toBe(false);
  });

  test('when it never was', () => {
    const { root, touch } = builtProject();
    touch('elsewhere/package.json', 1000);
    expect(isFresh(join(root, 'elsewhere'))).toBe(false);
  });
});
