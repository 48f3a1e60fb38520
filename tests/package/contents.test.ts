import { listPackage } from '@electron/asar';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { LANGUAGES } from '#shared/model/settings.ts';
import { APPLICATION, ARCHIVE, OUTSIDE } from './support/packaged.ts';

const files = listPackage(ARCHIVE, { isPack: false }).map((path) => path.slice(1));
const outside = readdirSync(OUTSIDE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

describe('the package', () => {
  test('has what was built, the entry and production modules, and nothing else of the project', () => {
    const ours = files.filter(
      (path) => !path.startsWith('node_modules') && !path.startsWith('out'),
    );
    expect(ours.filter((path) => /\.\w+$/.test(path)).sort()).toEqual([
      'package.json',
      'src/main/entry.cjs',
      'src/main/hosts/electron/security/switches.cjs',
      'src/main/hosts/electron/start-failure.cjs',
      'src/main/hosts/electron/version-starts.cjs',
      ...LANGUAGES.toSorted().map(
        (language) => `src/renderer/i18n/messages/${language}/start-failure.json`,
      ),
    ]);
    for (const name of Object.keys(manifest.dependencies)) {
      expect(files, name).toContain(`node_modules/${name}/package.json`);
    }
    for (const name of Object.keys(manifest.devDependencies)) {
      expect(files, name).not.toContain(`node_modules/${name}/package.json`);
    }
  });

  test('has no sources of modules, and no binary for another system', () => {
    expect(files.filter((path) => /\.(ts|mts|cts|c|h|cpp|gyp|map)$/.test(path))).toEqual([]);
    const binaries = files.filter((path) => path.endsWith('.node'));
    const others = /darwin|win32|android|musl/;
    expect(binaries.filter((path) => others.test(path))).toEqual([]);
    expect(binaries.length).toBeGreaterThanOrEqual(3);
  });

  test('keeps native modules beside the archive, and nothing else', () => {
    expect(outside.filter((path) => !path.endsWith('.node'))).toEqual([]);
    expect(outside).toHaveLength(files.filter((path) => path.endsWith('.node')).length);
  });

  test('has beside the program the terms on which Usher is given away, and all that it is made with', () => {
    const terms = readFileSync(join(APPLICATION, 'resources', 'licences.txt'), 'utf8');
    expect(terms).toContain(readFileSync('LICENSE', 'utf8').trim());
    for (const name of Object.keys(manifest.dependencies)) expect(terms).toContain(`\n${name} `);
  });

  test('has the udev rule and the unit for those who install them by hand, and no other application', () => {
    expect(readdirSync(join(APPLICATION, 'resources')).sort()).toEqual(
      expect.arrayContaining([
        '70-usher-scanners.rules',
        'app.asar',
        'app.asar.unpacked',
        'systemd',
      ]),
    );
    expect(readdirSync(join(APPLICATION, 'resources'))).not.toContain('default_app.asar');
  });
});
