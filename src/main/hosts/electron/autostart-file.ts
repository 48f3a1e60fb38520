import { replaceFile } from '#main/base/vault/replace-file.ts';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../host/command-line.ts';

/** Where a desktop on Linux looks for what it starts by itself (XDG autostart). */
export function autostartPath(env: Environment, home: string): string {
  const config = env['XDG_CONFIG_HOME'];
  // The specification says that relative paths are ignored.
  const folder = config?.startsWith('/') ? config : join(home, '.config');
  return join(folder, 'autostart', 'usher.desktop');
}

/**
 * Writes the file that has the desktop start `program`; null removes it. This runs at each start, and a
 * power failure meanwhile must not lose the file: one that is already right is left alone, any other is
 * replaced atomically.
 */
export function writeAutostart(path: string, program: string | null): void {
  if (program === null) {
    rmSync(path, { force: true });
    return;
  }
  const entry = autostartEntry(program);
  if (contentOf(path) === entry) return;
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, Buffer.from(entry));
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The file's content, by the Desktop Entry Specification. */
export function autostartEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Usher',
    `Exec=${quoted(program)}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/**
 * Escapes a program's path as an argument of Exec: first as within a shell's double quotes, with percent
 * signs doubled so that they are no field codes, then as any string value in such a file.
 */
function quoted(path: string): string {
  const argument = `"${path.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
