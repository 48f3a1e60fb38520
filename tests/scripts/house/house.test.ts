import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FEATURES, FLOORS, outOfBoundsFor } from '../../../lint/floors.ts';
import { arrowsOf } from '../../../scripts/house/arrows.ts';
import { circlesOf } from '../../../scripts/house/circles.ts';
import { readImports } from '../../../scripts/house/imports.ts';
import { pictureOf } from '../../../scripts/house/picture.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

describe('the house as it stands', () => {
  const imports = readImports('.');

  test('no file imports itself by way of others', () => {
    expect(circlesOf(imports)).toEqual([]);
  });

  test.each([
    ['src/main', FLOORS],
    ['src/renderer/features', FEATURES],
  ] as const)('each room of %s imports only what is below it', (folder, floors) => {
    const rooms: readonly string[] = floors.flat();
    const arrows = arrowsOf(imports, folder);
    const up = arrows.filter(
      ({ from, to }) => rooms.includes(from) && outOfBoundsFor<string>(from, floors).includes(to),
    );
    expect(up).toEqual([]);
    const outside = arrows.filter(({ to }) => !rooms.includes(to));
    expect(outside, 'nothing lies next to the rooms but the entry').toEqual([]);
  });

  test('its picture is the one in the documentation: npm run house -- --write draws it', () => {
    expect(readFileSync('docs/contributing/architecture.md', 'utf8')).toContain(
      pictureOf(arrowsOf(imports)),
    );
  });
});

/** A house of these files. */
function programmeClientOf(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return readImports(root);
}

test('arrows are found in all ways of importing, in types and in components', () => {
  const imports = programmeClientOf({
    'src/main/kiosk/a.ts': `import { b } from '../ledger/b.ts';\nimport type { C } from '#main/sync/c.ts';`,
    'src/main/ledger/b.ts': `export const later = () => import('#main/base/d.ts');\nimport 'zod';`,
    'src/main/sync/c.ts': `export * from '#main/ledger/b.ts';`,
    'src/main/base/d.ts': '',
    'src/renderer/E.svelte': `<script lang="ts">\n  import { f } from './f.ts';\n</script>\n<p>from './g.ts'</p>`,
    'src/renderer/f.ts': '',
  });
  expect(arrowsOf(imports)).toEqual([
    { from: 'kiosk', to: 'ledger', imports: 1 },
    { from: 'kiosk', to: 'sync', imports: 1 },
    { from: 'ledger', to: 'base', imports: 1 },
    { from: 'sync', to: 'ledger', imports: 1 },
  ]);
  expect(imports.get('src/renderer/E.svelte')).toEqual(['src/renderer/f.ts']);
});

test('a circle is found, whether in two steps or in three', () => {
  const imports = programmeClientOf({
    'src/main/a.ts': `import './b.ts';`,
    'src/main/b.ts': `import type { C } from './c.ts';`,
    'src/main/c.ts': `import './a.ts';\nimport './d.ts';`,
    'src/main/d.ts': `import './c.ts';`,
  });
  expect(circlesOf(imports)).toEqual([
    ['src/main/a.ts', 'src/main/b.ts', 'src/main/c.ts'],
    ['src/main/c.ts', 'src/main/d.ts'],
  ]);
});
