import { expect, test } from 'vitest';
import { PATHS, quotedIn, textOf } from './repository.ts';

/** The last cell of each row: the names in code. */
const ROW = /^\| .*\| ([^|]*) \|$/gm;
const SOURCES = PATHS.filter((path) => /^src\/.*\.(ts|svelte)$/.test(path)).map(textOf);

test('the glossary names only what the code has', () => {
  const cells = Array.from(
    textOf('docs/contributing/glossary.md').matchAll(ROW),
    ([, cell = '']) => cell,
  );
  const names = cells.flatMap(quotedIn);
  expect(names.length).toBeGreaterThan(40);
  const isThere = (name: string) =>
    name.includes('/')
      ? PATHS.some((path) => `${path}/`.includes(name))
      : SOURCES.some((source) => new RegExp(`\\b${name}\\b`).test(source));
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});
