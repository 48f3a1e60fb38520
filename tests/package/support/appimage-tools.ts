import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isInstalled } from '../../../scripts/test/command.ts';

/** Whether this machine can make an AppImage for tests, and look into it. */
export const CAN_MAKE_APPIMAGE =
  process.platform === 'linux' &&
  ['mksquashfs', 'unsquashfs', 'desktop-file-validate'].every((tool) => isInstalled(tool));

/** Debian's own, in a hurry. */
const MKSQUASHFS = '#!/bin/sh\nexec mksquashfs "$@" -Xcompression-level 1\n';
const DESKTOP_FILE_VALIDATE = '#!/bin/sh\nexec desktop-file-validate "$@"\n';
const RUNTIME = resolve(import.meta.dirname, 'appimage-runtime.sh');
/** Of the runtime that stands in, in bytes. */
const RUNTIME_SIZE = 4096;

/**
 * What electron-builder makes an AppImage with, laid out as in what it would download: Debian's own
 * tools, and in the runtime's place a script. Such an AppImage is for tests.
 *
 * @param folder where it is put, anew
 */
export function layOutAppImageTools(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'runtimes'), { recursive: true });
  mkdirSync(join(folder, 'lib', process.arch), { recursive: true });
  const runtime = readFileSync(RUNTIME, 'utf8').replaceAll('SIZE', String(RUNTIME_SIZE));
  const scripts = {
    mksquashfs: MKSQUASHFS,
    'desktop-file-validate': DESKTOP_FILE_VALIDATE,
    [`runtimes/runtime-${process.arch}`]: runtime.padEnd(RUNTIME_SIZE, '\n'),
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
}
