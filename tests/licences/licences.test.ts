import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { isAllowed } from '../../scripts/licences/allowed.ts';
import { COMPILED, compiledInto } from '../../scripts/licences/compiled.ts';
import { packagesOf } from '../../scripts/licences/plugin.ts';
import {
  BUNDLED,
  licencesText,
  ownLicence,
  shippedLicences,
} from '../../scripts/licences/shipped.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Whether there is something compiled in a package: for a system, as WebAssembly, or as text that is WebAssembly. */
const bringsCompiled = (name: string) =>
  readdirSync(resolve(ROOT, 'node_modules', name), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .some(({ name: file, parentPath }) => {
      if (/\.(wasm|node|dll|dylib|exe|so)$/.test(file)) return true;
      return /\.[cm]?js$/.test(file) && readFileSync(join(parentPath, file)).includes(WASM_AS_TEXT);
    });
/** How a file of WebAssembly begins, as base64. */
const WASM_AS_TEXT = 'AGFzbQEAAAA';
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

test('what is compiled into the reader of codes has its licences with it', () => {
  const inReader = licences.filter(({ version }) => version.startsWith('in zxing-wasm '));
  expect(Object.fromEntries(inReader.map(({ name, licence }) => [name, licence]))).toMatchObject({
    'zxing-cpp': 'Apache-2.0',
    libzueci: 'BSD-3-Clause',
    'Flexible and Economical UTF-8 Decoder': 'MIT',
    'libc++, libc++abi and compiler-rt': 'Apache-2.0 WITH LLVM-exception',
  });
  const text = licencesText(own, licences);
  for (const { name, version, text: terms } of inReader) {
    expect(text).toContain(`\n${name} ${version} (`);
    // One that names nobody is no notice.
    expect(terms, name).toMatch(/Copyright/);
  }
});

test('a compiled file of another version ships only when somebody has looked what is in it', () => {
  for (const { within, version } of COMPILED) {
    expect(licences.find(({ name }) => name === within)?.version).toBe(version);
    expect(() => compiledInto({ name: within, version: `${version}-next` }, ROOT)).toThrow(
      `look what is compiled into ${within}`,
    );
  }
});

test('every compiled file that ships is of a package whose parts are known', () => {
  const packages = new Set(licences.filter(({ version }) => !version.startsWith('in ')));
  // Electron brings the licences of its parts itself.
  const names = [...packages].map(({ name }) => name).filter((name) => name !== 'electron');
  const brought = new Set(names.filter(bringsCompiled));
  expect([...brought].sort()).toEqual(COMPILED.map(({ within }) => within).sort());
});

test('what is compiled into the ways to scanners, the database and the network has its notices', () => {
  const parts = licences.filter(({ version }) =>
    / (better-sqlite3|node-hid|undici) /.test(version),
  );
  expect(parts.map(({ name }) => name).sort()).toEqual(
    ['HIDAPI', 'SQLite', 'llhttp', 'musl', 'wasi-libc'].sort(),
  );
  const textOf = (part: string) => parts.find(({ name }) => name === part)?.text;
  expect(textOf('HIDAPI')).toMatch(/^Copyright .*Alan Ott/);
  expect(textOf('llhttp')).toContain('Copyright Fedor Indutny');
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
  expect(isAllowed('Apache-2.0 WITH LLVM-exception')).toBe(true);
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
    'Apache-2.0+ WITH LLVM-exception',
    'GPL-3.0-only WITH LLVM-exception',
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
