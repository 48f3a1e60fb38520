import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['src', 'electron.vite.config.ts', 'package.json'];
const OUTPUTS = ['main/index.js', 'main/browser.js', 'preload/index.cjs', 'renderer/index.html'];

/** Builds the kiosk if something has changed since it was built. False: it does not build. */
export function buildIfNeeded(root: string): boolean {
  if (isFresh(root)) return true;
  console.error('Building the kiosk …');
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const args = [program, 'build', '--logLevel=warn'];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Whether everything is built, and nothing it is built from is newer. */
export function isFresh(root: string): boolean {
  const outputs = OUTPUTS.map((path) => join(root, 'out', path));
  if (!outputs.every((path) => existsSync(path))) return false;
  const built = Math.min(...outputs.map(changed));
  return SOURCES.flatMap((path) => allIn(join(root, path))).every((path) => changed(path) <= built);
}

function changed(path: string): number {
  return statSync(path).mtimeMs;
}

function allIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return [
    path,
    ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)),
  ];
}
