import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { isAllowed } from '../../scripts/licences/allowed.ts';
import { packagesOf } from '../../scripts/licences/plugin.ts';
import {
  BUNDLED,
  licencesText,
  ownLicence,
  shippedLicences,
} from '../../scripts/licences/shipped.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const own = ownLicence(ROOT);
const licences = shippedLicences(ROOT);

test('every package that ships has its licence with it, and one that lets it ship', () => {
  expect(licences.length).toBeGreaterThan(50);
  expect(licences.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  // Short, but not empty: that would be a file of the wrong name.
  expect(licences.filter(({ text }) => text.length < 200)).toEqual([]);
});

test('what is installed for production is among them, and what the build takes in', () => {
  const names = licences.map(({ name }) => name);
  for (const name of ['better-sqlite3', 'node-hid', 'undici', 'zod', ...BUNDLED]) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain('vitest');
  const text = licencesText(own, licences);
  for (const { name, version } of licences) expect(text).toContain(`${name} ${version} (`);
});

test('the file of licences begins with Usher’s own, as package.json names it', () => {
  expect(own).toMatchObject({ name: 'usher', licence: manifest.license });
  expect(own.text).toMatch(/^MIT License\n\nCopyright \(c\) 2026 The Usher authors\n/);
  const text = licencesText(own, licences);
  expect(text).toContain(own.text);
  for (const other of licences)
    expect(text.indexOf(own.text)).toBeLessThan(text.indexOf(other.text));
});

test('of a choice of licences one is enough, of several together all are needed', () => {
  expect(isAllowed('MIT')).toBe(true);
  expect(isAllowed('(MPL-2.0 OR Apache-2.0)')).toBe(true);
  expect(isAllowed('MIT AND ISC')).toBe(true);
  expect(isAllowed('MIT AND (GPL-3.0-only OR ISC)')).toBe(true);
  expect(isAllowed('GPL-3.0-only OR MIT AND ISC')).toBe(true);
  for (const not of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'GPL-3.0-only AND (MIT OR ISC)',
    '(MIT OR ISC) AND GPL-3.0-only',
    // Neither a later version nor an exception has been looked at.
    'Apache-2.0+',
    'MIT WITH Classpath-exception-2.0',
    'UNLICENSED',
    'SEE LICENSE IN x',
    '(MIT',
    '',
  ]) {
    expect(isAllowed(not), not).toBe(false);
  }
});

test('a module’s package is told from its path, the innermost one', () => {
  expect(
    packagesOf([
      '/usher/src/main/index.ts',
      '/usher/node_modules/svelte/src/index.js',
      '/usher/node_modules/svelte/src/store.js?v=1',
      '/usher/node_modules/a/node_modules/@b/c/d.js',
      'C:\\usher\\node_modules\\virtua\\lib.js',
      '\0virtual:licences',
    ]),
  ).toEqual(['svelte', '@b/c', 'virtua']);
});
