#!/usr/bin/env node
/**
 * Stands in for fpm, which electron-builder makes Debian packages with and would download: takes the
 * command line that electron-builder gives to fpm, and has the package made by Debian's own dpkg-deb.
 * An option that it does not know is an error, never ignored.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { controlFile } from './control-file.ts';
import { sizeOf } from './size.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    d: { type: 'string', short: 'd', multiple: true, default: [] },
    force: { type: 'boolean' },
    name: { type: 'string', default: '' },
    version: { type: 'string', default: '' },
    architecture: { type: 'string', default: '' },
    maintainer: { type: 'string', default: '' },
    vendor: { type: 'string' },
    url: { type: 'string', default: '' },
    license: { type: 'string' },
    category: { type: 'string', default: 'misc' },
    description: { type: 'string', default: '' },
    'deb-priority': { type: 'string', default: 'optional' },
    'deb-recommends': { type: 'string', multiple: true, default: [] },
    'deb-compression': { type: 'string', default: 'xz' },
    'after-install': { type: 'string', default: '' },
    'after-remove': { type: 'string', default: '' },
    'before-remove': { type: 'string', default: '' },
    package: { type: 'string', default: '' },
  },
});
if (values.s !== 'dir' || values.t !== 'deb') throw new Error('makes deb from dir, and no other');

const root = mkdtempSync(join(tmpdir(), 'usher-deb-'));
try {
  for (const mapping of positionals) place(mapping);
  const installedSize = Math.ceil(sizeOf(root) / 1024);
  const control = join(root, 'DEBIAN');
  mkdirSync(control);
  chmodSync(root, 0o755);
  writeFileSync(join(control, 'control'), controlFile({ ...values, installedSize }));
  for (const [name, source] of [
    ['postinst', values['after-install']],
    ['prerm', values['before-remove']],
    ['postrm', values['after-remove']],
  ] as const) {
    cpSync(source, join(control, name));
    chmodSync(join(control, name), 0o755);
  }
  const compression = values['deb-compression'] === 'zst' ? 'zstd' : values['deb-compression'];
  const args = ['--root-owner-group', `-Z${compression}`, '--build', root, values.package];
  execFileSync('dpkg-deb', args, { stdio: 'inherit' });
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Puts a file, or a folder's contents (`from/`), where `from=to` says. */
function place(mapping: string): void {
  const [from = '', to = ''] = mapping.split('=');
  const target = join(root, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, preserveTimestamps: true });
}
