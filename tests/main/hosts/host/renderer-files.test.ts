import { readRendererFile } from '#main/hosts/host/renderer-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function builtRenderer(): string {
  const folder = temporaryFolder();
  const root = join(folder, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'renderer-secrets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  writeFileSync(join(root, 'assets', 'main.js'), 'export {};');
  writeFileSync(join(root, 'assets', 'a b.css'), 'p {}');
  writeFileSync(join(folder, 'vault.key'), 'secret');
  writeFileSync(join(folder, 'renderer-secrets', 'key'), 'secret');
  return root;
}

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/assets/main.js', 'text/javascript; charset=utf-8'],
  ['/assets/a%20b.css', 'text/css; charset=utf-8'],
])('%s is served as %s', async (path, type) => {
  expect(await readRendererFile(builtRenderer(), path)).toMatchObject({ type });
});

test.each([
  '/assets',
  '/missing.js',
  '/../vault.key',
  '/%2e%2e/vault.key',
  '/%2e%2e%2fvault.key',
  '/assets/..%2f..%2fvault.key',
  '/..%5cvault.key',
  '/../renderer-secrets/key',
  '//../vault.key',
  '/index.html%00.js',
  '/%E0%A4%A',
  '/..',
])('nothing is served for %s', async (path) => {
  expect(await readRendererFile(builtRenderer(), path)).toBeNull();
});
